import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { alias, dexieWithoutUnused, INITIAL } from '../vite.config.ts'

type Manifest = Record<string, { file: string; imports?: string[]; isEntry?: boolean } | undefined>

const DIST = new URL('../dist/web/', import.meta.url)

/** Bytes of JavaScript, gzip level 9, that a page loads before anything is pressed: its entry and all its static imports. */
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
  return [...files].reduce((sum, file) => sum + gzipped(readFileSync(new URL(file, DIST))), 0)
}

const gzipped = (code: string | Buffer) => gzipSync(code, { level: 9 }).length

/**
 * The size of `bench/browser/<name>.tsx` with its static imports, Dexie among them, built separately; React is left out, because the app has it
 * anyway.
 */
export async function aloneSize(name: string): Promise<number> {
  const built = await build({
    root: join(import.meta.dirname, '..'),
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    resolve: { alias },
    plugins: [dexieWithoutUnused()],
    build: {
      write: false,
      rolldownOptions: {
        input: join(import.meta.dirname, `browser/${name}.tsx`),
        external: /^react/,
        output: { codeSplitting: { groups: [INITIAL] } },
      },
    },
  })
  const { output } = built as Rolldown.RolldownOutput
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])))
  const needed = new Set(output.flatMap((file) => (file.type === 'chunk' && file.isEntry ? [file.fileName] : [])))
  for (const fileName of needed) for (const next of chunks.get(fileName)?.imports ?? []) needed.add(next)
  return [...needed].reduce((sum, fileName) => sum + gzipped(chunks.get(fileName)?.code ?? ''), 0)
}
