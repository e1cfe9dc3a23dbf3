import { posix } from 'node:path'
import type { Readable } from 'node:stream'
import type { Entry } from '#features/office/exports/server/zip.ts'
import { fromInside } from '#platform/server/http/from-inside.ts'
import type { App } from '#platform/server/http/http.ts'

/** More pages and files than any owner has. */
const MOST_ENTRIES = 5000
/** Where their things are; settings, signing in and this download are not among them. */
const THEIRS = /^\/my(\/(at|visits|messages|money)(\/|\?|$)|$)/
const STYLES = 'styles.css'

/**
 * Everything a guest sees, as files that open without a network: each page that links lead to from the first one, with its pictures, files and papers.
 * It requests them as their browser does, so that it has what they see and nothing more.
 */
export async function* whatISee(app: App, cookie: string): AsyncGenerator<Entry> {
  const ask = asking(app, cookie)
  const found = ['/my']
  const names = new Map<string, string | undefined>([['/my', 'index.html']])
  yield { path: 'Read me.txt', content: () => READ_ME, isPacked: true }
  let hasStyles = false
  for (let at = 0; at < found.length; at++) {
    const path = found[at] as string
    const name = names.get(path) as string
    if (!name.endsWith('.html')) {
      const { stream } = await ask('GET', path)
      yield { path: name, content: () => stream(), isPacked: false }
      continue
    }
    const html = await textOf((await ask('GET', path)).stream())
    for (const link of linksIn(html)) {
      if (names.has(link) || found.length >= MOST_ENTRIES) continue
      const { status, type } = await ask('HEAD', link)
      names.set(link, status === 200 ? nameOf(link, type) : undefined)
      if (status === 200) found.push(link)
    }
    const styles = /href="(\/assets\/[^"]+\.css)"/.exec(html)?.[1]
    if (styles && !hasStyles) {
      const { stream } = await ask('GET', styles)
      hasStyles = true
      yield { path: STYLES, content: () => stream(), isPacked: true }
    }
    yield { path: name, content: () => asFile(html, { name, names, origin: app.setup.origin }), isPacked: true }
  }
}

const READ_ME = [
  'What you see when you sign in: your horses, visits, messages and bills, with photos and papers.',
  '',
  'Open index.html to begin.',
  '',
  'Your farriers may hold more about you. Under My data you can ask each of them for all of it.',
  '',
].join('\r\n')

const asking = (app: App, cookie: string) => async (method: 'GET' | 'HEAD', url: string) => {
  const response = await app.inject({ method, url, headers: { cookie, ...fromInside() }, payloadAsStream: true })
  const stream = (): Readable => response.stream()
  if (method === 'HEAD') stream().resume()
  return { status: response.statusCode, type: String(response.headers['content-type'] ?? ''), stream }
}

async function textOf(stream: Readable): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(Buffer.from(part as Buffer))
  return Buffer.concat(parts).toString('utf8')
}

const plain = (attribute: string) => attribute.replaceAll('&amp;', '&')

/** Where a page leads, of what is theirs, without repeats. A place within a page is that page. */
const linksIn = (html: string): string[] => [
  ...new Set([...html.matchAll(/(?:href|src)="(\/my[^"#]*)/g)].map(([, path = '']) => plain(path)).filter((path) => THEIRS.test(path))),
]

/** The file of a page or paper: `/my/at/probert/horses/7` is `at/probert/horses/7.html`. */
function nameOf(link: string, type: string): string {
  const [path = '', query = ''] = link.replace(/^\/my\/?/, '').split('?')
  const stem = path + (query && `-${query.replaceAll(/[^\w-]+/g, '-')}`)
  const ending = ENDINGS.find(([mime]) => type.startsWith(mime))?.[1] ?? ''
  if (!query && path.endsWith(ending)) return path
  return query && ending && path.endsWith(ending) ? `${path.slice(0, -ending.length)}${stem.slice(path.length)}${ending}` : stem + ending
}

const ENDINGS = [
  ['text/html', '.html'],
  ['application/pdf', '.pdf'],
  ['image/jpeg', '.jpg'],
  ['image/png', '.png'],
  ['image/webp', '.webp'],
  ['image/heic', '.heic'],
  ['video/mp4', '.mp4'],
  ['video/quicktime', '.mov'],
] as const

type Shown = { name: string; names: ReadonlyMap<string, string | undefined>; origin: string }

/** A page as a file: its links lead to the files beside it, and nothing in it can be sent. */
const asFile = (html: string, { name, names, origin }: Shown): string =>
  html
    .replaceAll(/<script\b[^>]*>[^<]*<\/script>|<link rel="(?:modulepreload|icon|apple-touch-icon)"[^>]*>/g, '')
    .replaceAll(/<form\b[^>]*>/g, '<form inert>')
    .replaceAll(/(href|src)="(\/[^"#]*)(#[^"]*)?"/g, (_, attribute: string, path: string, place = '') => {
      const file = path.startsWith('/assets/') && path.endsWith('.css') ? STYLES : names.get(plain(path))
      return `${attribute}="${file ? posix.relative(posix.dirname(name), file) : origin + path}${place}"`
    })
