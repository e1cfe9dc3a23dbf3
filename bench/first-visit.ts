// The first visit of a new device, on a cheap phone with two bars: `npm run bench -- --first-visit`, or narrowed
// `--first-visit --paths=/,/calendar --runs=3`; `--url=…` measures a server that runs already, `--fast` without the slow phone.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright'
import { startServer } from '#app/serve.ts'
import { freePort } from '#platform/server/embedded/endpoint.ts'
import { CHROMIUM_ARGS, chromiumPath } from '#testing/chromium.ts'
import { buildIfNeeded } from '../scripts/build.mjs'
import { median } from './load.ts'
import { type Visit, visit } from './visit.ts'

const PATHS = ['/', '/calendar', '/call-status', '/landing']
/** Screens of the app, opened in the demo practice; the others by a stranger. */
const isOfApp = (path: string) => path !== '/landing' && path !== '/call-status'

const { values } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== '--first-visit'),
  options: {
    paths: { type: 'string', default: PATHS.join() },
    runs: { type: 'string', default: '3' },
    url: { type: 'string' },
    fast: { type: 'boolean', default: false },
    shifts: { type: 'boolean', default: false },
  },
})

const folder = mkdtempSync(join(tmpdir(), 'pritchel-first-visit-'))
chmodSync(folder, 0o711)
if (!values.url) buildIfNeeded()
const server = values.url ? undefined : await startServer({ dataFolder: folder, port: await freePort(), logLevel: 'error' })
const origin = values.url ?? server?.url ?? ''
const executablePath = chromiumPath()
const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath && { executablePath }) })
try {
  for (const path of values.paths.split(',')) await report(browser, path)
} finally {
  await browser.close()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function report(browser: Browser, path: string) {
  const visits: Visit[] = []
  for (let run = 0; run < Number(values.runs); run++) {
    const cookies = isOfApp(path) ? await demoCookies(browser) : []
    visits.push(await visit(browser, `${origin}${path}`, cookies, !values.fast))
  }
  const of = (figure: (visit: Visit) => number, digits = 0) => median(visits.map(figure)).toFixed(digits)
  const kb = (kind: keyof Visit['bytes']) => `${kind} ${of(({ bytes }) => bytes[kind] / 1000, 1)}`
  console.log(
    [
      path.padEnd(14),
      `first paint ${of((each) => each.firstPaint)}`,
      `largest ${of((each) => each.largestPaint)}`,
      `blocked ${of((each) => each.blocked)}`,
      `longest task ${of((each) => each.longestTask)}`,
      `settled ${of((each) => each.settled)} ms`,
      `shift ${of((each) => each.shift, 3)}`,
      `kB on the wire: ${[kb('document'), kb('script'), kb('stylesheet'), kb('data'), kb('other')].join(', ')}`,
    ].join('  '),
  )
  if (values.shifts)
    for (const { value, at, what } of visits[0]?.shifts ?? []) console.log(`  ${value.toFixed(3)} at ${at.toFixed(0)}: ${what.join(' | ')}`)
}

/** A stranger who opens the demo. */
async function demoCookies(browser: Browser) {
  const context = await browser.newContext()
  try {
    const answer = await context.request.post(`${origin}/api/auth/demo`)
    if (!answer.ok()) throw new Error(`the demo answered ${answer.status()}`)
    return (await context.cookies()).map(({ name, value }) => ({ name, value }))
  } finally {
    await context.close()
  }
}
