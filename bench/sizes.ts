import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

type Manifest = Record<string, { file: string; imports?: string[]; isEntry?: boolean } | undefined>

const DIST = new URL('../dist/web/', import.meta.url)

/** Bytes of JavaScript, gzip level 9, that a page names before anything is pressed: its entry and all that imports at once. */
export function firstLoad(entry: string): number {
  const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', DIST), 'utf8')) as Manifest
  const files = new Set<string>()
  const walk = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const next of chunk.imports ?? []) walk(next)
  }
  walk(entry)
  if (files.size === 0) throw new Error(`no entry ${entry} in the manifest`)
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, DIST)), { level: 9 }).length, 0)
}
