import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page, Response } from 'playwright'
import { build, type Rolldown } from 'vite'
import { alias, dexieWithoutUnused, INITIAL } from '../vite.config.ts'

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] } | undefined>

const DIST = new URL('../dist/web/', import.meta.url)

/** What a page loads before anything is pressed, in bytes as a browser gets them over the wire: its entry, all its static imports, and their styles. */
export async function firstLoad(page: Page, url: string, entry: string): Promise<{ script: number; style: number }> {
  const files = filesOf(entry)
  const sizes = new Map<string, Promise<number>>()
  page.on('requestfinished', (request) => {
    const file = new URL(request.url()).pathname.slice(1)
    if (files.has(file))
      sizes.set(
        file,
        request.sizes().then((size) => size.responseBodySize + size.responseHeadersSize),
      )
  })
  await page.goto(url, { waitUntil: 'load' })
  const sum = async (ending: string) => {
    const named = [...files].filter((file) => file.endsWith(ending))
    const missing = named.filter((file) => !sizes.has(file))
    if (missing.length) throw new Error(`${url} did not load ${missing}`)
    return (await Promise.all(named.map((file) => sizes.get(file) ?? 0))).reduce((all, size) => all + size, 0)
  }
  return { script: await sum('.js'), style: await sum('.css') }
}

/** So long without another script, a screen has all of its own. */
const STILL_MS = 6000

/**
 * The scripts that a screen of the app loads after another one, in bytes, gzipped: those the first one had not loaded once at rest.
 */
export async function screenAfter(page: Page, { from, to, title }: { from: string; to: string; title: string }): Promise<number> {
  const scripts = new Set<string>()
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname.slice(1))
  })
  // It never ends, so no page would come to rest.
  await page.route('**/api/sync/events*', (route) => route.abort())
  await page.goto(from)
  // A busy machine's network rests before it requests the first screen's own scripts.
  for (let known = -1; known < scripts.size; await page.waitForTimeout(STILL_MS)) known = scripts.size
  const before = new Set(scripts)
  await page.evaluate(`history.pushState(null, '', '${to}')`)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.waitForLoadState('networkidle')
  const more = [...scripts].filter((file) => !before.has(file))
  if (more.length === 0) throw new Error(`${to} loads nothing of its own`)
  return more.reduce((sum, file) => sum + gzipped(readFileSync(new URL(file, DIST))), 0)
}

/** All that a painted page loads until it comes to rest, in bytes, gzipped: its scripts, and with them its document, styles and icons. */
export async function wholePage(page: Page, url: string): Promise<{ script: number; all: number }> {
  const loaded: Promise<{ isScript: boolean; bytes: number }>[] = []
  const weigh = async (response: Response) => ({
    isScript: response.request().resourceType() === 'script',
    bytes: response.status() === 200 ? gzipped(await response.body()) : 0,
  })
  page.on('response', (response) => loaded.push(weigh(response)))
  await page.goto(url, { waitUntil: 'networkidle' })
  const sizes = await Promise.all(loaded)
  const sum = (some: typeof sizes) => some.reduce((all, { bytes }) => all + bytes, 0)
  return { script: sum(sizes.filter(({ isScript }) => isScript)), all: sum(sizes) }
}

/**
 * The scripts with which a painted page looks at a film, in bytes, gzipped: its entry, the viewer that the entry fetches, and the worker that reads the
 * film. The codecs of packed films are fetched apart.
 */
export function filmScripts(folder: string): number {
  const named = ['entry.tsx', 'care/film.tsx'].flatMap((name) => [...filesOf(`${folder}/${name}`)])
  const viewer = named.filter((file) => file.endsWith('.js'))
  const workers = viewer.flatMap((file) =>
    [...readFileSync(new URL(file, DIST), 'utf8').matchAll(WORKER)].map(([name]) => `assets/${name}`),
  )
  if (workers.length === 0) throw new Error('the viewer names no worker')
  return [...new Set([...viewer, ...workers])].reduce((sum, file) => sum + gzipped(readFileSync(new URL(file, DIST))), 0)
}

const WORKER = /radiograph-worker-[\w-]+\.js/g

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
