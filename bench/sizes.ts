import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright'
import { build, type Rolldown } from 'vite'
import { alias, dexieWithoutUnused, INITIAL } from '../vite.config.ts'

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] } | undefined>

const DIST = new URL('../dist/web/', import.meta.url)

/**
 * What a page loads before anything is pressed, in bytes as a browser gets them over the wire: its entry, all its static imports, and their styles.
 * `beyond`: another entry, whose files are left out.
 */
export async function firstLoad(page: Page, url: string, entry: string, beyond?: string): Promise<{ script: number; style: number }> {
  const others = beyond ? filesOf(beyond) : undefined
  const files = new Set([...filesOf(entry)].filter((file) => !others?.has(file)))
  const sizes = new Map<string, Promise<number>>()
  page.on('requestfinished', (request) => {
    const file = new URL(request.url()).pathname.slice(1)
    if (files.has(file))
      sizes.set(
        file,
        request.sizes().then((size) => size.responseBodySize + size.responseHeadersSize),
      )
  })
  const missing = () => [...files].filter((file) => /\.(js|css)$/.test(file) && !sizes.has(file))
  await page.goto(url, { waitUntil: 'load' })
  // A screen's own files come after the app has begun.
  if (beyond && missing().length > 0) await page.waitForEvent('requestfinished', () => missing().length === 0)
  if (missing().length > 0) throw new Error(`${url} did not load ${missing()}`)
  const sum = async (ending: string) => {
    const named = [...files].filter((file) => file.endsWith(ending))
    return (await Promise.all(named.map((file) => sizes.get(file) ?? 0))).reduce((all, size) => all + size, 0)
  }
  return { script: await sum('.js'), style: await sum('.css') }
}

function filesOf(entry: string): Set<string> {
  const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', DIST), 'utf8')) as Manifest
  const seen = new Set<string>()
  const files = new Set<string>()
  const walk = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const next of chunk.imports ?? []) walk(next)
  }
  walk(entry)
  if (files.size === 0) throw new Error(`no entry ${entry} in the manifest`)
  return files
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
