// Takes a picture of every screen in every width, theme and state, into screens/: `npm run screens`, or narrowed:
// `npm run screens -- --route=/clients,/horses --width=375 --theme=dark --state=empty`; the views that open on them: `-- --opened` or
// `--opened=palette`.
// The device's sync states (`--state=attention`) are shown on Home, with the Offline Status dialog over it, and on their own screen.

import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { startServer } from '#app/serve.ts'
import { clockAheadMs, currentMs, setClock } from '#lib/clock.ts'
import { freePort } from '#platform/server/embedded/endpoint.ts'
import { CHROMIUM_ARGS, chromiumPath } from '#testing/chromium.ts'
import { listedScreens, STILL_BUSY } from '#testing/e2e-screens.ts'
import { enterSyncState, MARK_OF, SYNC_STATES, type SyncStateName } from '#testing/e2e-sync-states.ts'
import { testMoment } from '#testing/moments.ts'
import { SHARED_DEMO } from '#testing/shared-demo.ts'
import { buildIfNeeded } from './build.mjs'
import { OPENED } from './screens-opened.ts'

const WIDTHS = ['375', '768', '1280']
const THEMES = ['light', 'dark'] as const
const STATES = ['typical', 'empty', 'loading', 'error', 'offline', ...SYNC_STATES] as const
type State = (typeof STATES)[number]
const SHOW_SYNC = ['/', '/offline']
const isSyncState = (state: State): state is SyncStateName => (SYNC_STATES as readonly State[]).includes(state)

/** Screens that show one record, with where it is listed and the name of its id in their address. */
const OF_ONE: Record<string, { listed: string; param: string }> = {
  '/cover-sheet': { listed: '/api/time-off', param: 'id' },
  '/horse-summary': { listed: '/api/horses', param: 'horse' },
}

const FOLDER = 'screens'
const TALLEST = 1800
const { values } = parseArgs({
  // Without a name it is all of them.
  args: process.argv.slice(2).map((arg) => (arg === '--opened' ? '--opened=' : arg)),
  options: {
    route: { type: 'string' },
    width: { type: 'string' },
    theme: { type: 'string' },
    state: { type: 'string' },
    opened: { type: 'string' },
    url: { type: 'string' },
  },
})
const picked = <T extends string>(all: readonly T[], narrowed: string | undefined) =>
  narrowed ? all.filter((each) => narrowed.split(',').includes(each)) : all

type Shot = { route: string; state: string; width: string; theme: string; file: string; complaints: string[] }
const shots: Shot[] = []

// A working morning, as tests have it: at a weekend or at night the demo has no open stop to show.
if (!values.url) setClock(testMoment() || undefined)
const dataFolder = mkdtempSync(join(tmpdir(), 'pritchel-screens-'))
chmodSync(dataFolder, 0o711) // mkdtemp gives 0700, which the database's own user could not enter
if (!values.url) buildIfNeeded()
const server = values.url ? undefined : await startServer({ demo: SHARED_DEMO, dataFolder, port: await freePort(), logLevel: 'error' })
const url = values.url ?? server?.url ?? ''
const executablePath = chromiumPath()
const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath && { executablePath }) })
try {
  if (values.opened === undefined) for (const state of picked(STATES, values.state)) await picture(browser, state)
  else await pictureOpened(browser, values.opened)
} finally {
  await browser.close()
  await server?.stop()
  rmSync(dataFolder, { recursive: true, force: true })
}
writeFileSync(join(FOLDER, 'index.html'), contactSheet())
const complaining = shots.filter((shot) => shot.complaints.length)
for (const shot of complaining) console.error(`${shot.file}: ${shot.complaints.join('; ')}`)
console.log(`${shots.length} pictures in ${FOLDER}/, ${complaining.length} with a complaint`)
process.exitCode = complaining.length ? 1 : 0

async function picture(from: Browser, state: State) {
  const context = await contextOf(from)
  const isMember = await enter(context, state)
  for (const { path, isPublic } of listedScreens()) {
    if (values.route && !values.route.split(',').includes(path)) continue
    if (isPublic && state !== 'typical') continue
    if (isSyncState(state) && !SHOW_SYNC.includes(path)) continue
    if (isMember || isPublic) await pictureRoute(context, path, state)
  }
  await context.close()
}

/** A context whose pages have the server's clock. */
async function contextOf(from: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await from.newContext({ baseURL: url, timezoneId: 'Europe/London', locale: 'en-GB', ...options })
  await context.addInitScript(`globalThis.pritchelClockAheadMs = ${clockAheadMs()}`)
  return context
}

/** Signs the context in for a state: the demo practice, or for `empty` a newly registered one. */
async function enter(context: BrowserContext, state: State) {
  const post = (path: string, data?: object) => context.request.post(path, { headers: { origin: url }, ...(data && { data }) })
  const registration = { firstName: 'Nia', lastName: 'Farrow', email: `nia.${currentMs()}@farrow.example`, password: 'a long password' }
  const answer =
    state === 'empty'
      ? await post('/api/auth/register', { ...registration, practiceName: 'Farrow Farriery' })
      : await post('/api/auth/demo')
  if (!answer.ok()) throw new Error(`could not enter: ${answer.status()} ${await answer.text()}`)
  // The event stream never ends, so no page would become idle; without it the app polls.
  await context.route('**/api/sync/events', (route) => route.abort())
  if (state === 'offline' || isSyncState(state)) {
    const page = await fillDevice(context)
    if (isSyncState(state)) await enterSyncState(context, page, state)
    else await context.setOffline(true)
    await page.close()
  }
  if (state === 'loading') await context.route(isData, () => new Promise<never>(() => {}))
  if (state === 'error')
    await context.route(isData, (route) => route.fulfill({ status: 500, json: { message: 'The server could not do that.' } }))
  return true
}

/* Every request except the one for the session. */
function isData({ pathname }: URL) {
  return pathname.startsWith('/api/') && pathname !== '/api/auth/user'
}

/** One visit while online, so that the app and its records are on the device. */
async function fillDevice(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/')
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.waitForLoadState('networkidle')
  return page
}

/** Views that open over the screens, with the data of the demo practice. */
async function pictureOpened(from: Browser, names: string) {
  const context = await contextOf(from, { reducedMotion: 'reduce' })
  await enter(context, 'typical')
  context.setDefaultTimeout(10_000)
  for (const [name, open] of Object.entries(OPENED)) {
    if (names && !names.split(',').includes(name)) continue
    for (const width of picked(WIDTHS, values.width)) {
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      await page.setViewportSize(sizeOf(width))
      const complain = (error: Error) => void complaints.push(error.message.split('\n')[0] ?? '')
      await open(page).catch(complain)
      await page.waitForLoadState('networkidle').catch(complain)
      const shot = { route: `/opened/${name}`, state: 'typical' as const, width, complaints }
      for (const theme of picked(THEMES, values.theme)) await shoot(page, { ...shot, theme })
      await page.close()
    }
  }
  await context.close()
}

async function pictureRoute(context: BrowserContext, path: string, state: State) {
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(await addressOf(context, path, state), { waitUntil: state === 'loading' || isSyncState(state) ? 'load' : 'networkidle' })
  await page.waitForSelector('h1, [role=alert], main [role=status]', { timeout: 10_000 }).catch(() => complaints.push('nothing to see'))
  if (isSyncState(state)) await hasCome(page, state).catch(() => complaints.push(`never ${MARK_OF[state]}`))
  else if (state !== 'loading') await calm(page).catch(() => complaints.push('still busy'))
  await page.evaluate('document.fonts.ready.then(() => true)')
  await shootAll(page, { route: path, state, complaints })
  if (isSyncState(state) && path === '/') {
    await markIn(page, state).click()
    await page.getByRole('dialog').getByRole('region').nth(1).waitFor()
    await shootAll(page, { route: path, state: `${state}-dialog`, complaints })
  }
  await page.close()
}

function markIn(page: Page, state: SyncStateName) {
  return page.getByRole('banner').getByText(MARK_OF[state])
}

async function hasCome(page: Page, state: SyncStateName) {
  await markIn(page, state).waitFor({ timeout: 20_000 })
  await calm(page)
}

/** Waits until nothing is loading any more. */
async function calm(page: Page) {
  for (let tries = 200; await page.evaluate<number>(STILL_BUSY); tries--) {
    if (tries === 0) throw new Error('still busy')
    await page.waitForTimeout(100)
  }
}

async function shootAll(page: Page, shot: Pick<Shot, 'route' | 'state' | 'complaints'>) {
  for (const theme of picked(THEMES, values.theme))
    for (const width of picked(WIDTHS, values.width)) await shoot(page, { ...shot, width, theme, complaints: [...shot.complaints] })
}

async function shoot(page: Page, shot: Omit<Shot, 'file'>) {
  await page.emulateMedia({ colorScheme: shot.theme === 'dark' ? 'dark' : 'light', reducedMotion: 'reduce' })
  const size = sizeOf(shot.width)
  await page.setViewportSize(size)
  await laidOut(page)
  // As tall as the screen's content, so that the bars are at its ends and hide nothing.
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.setViewportSize({ ...size, height: Math.min(Math.max(size.height, height), TALLEST) })
  await laidOut(page)
  const sideways = await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  if (sideways > 0) shot.complaints.push(`scrolls ${sideways} px sideways`)
  const folder = shot.route === '/' ? 'home' : shot.route.slice(1).replaceAll('/', '-')
  const file = join(folder, `${shot.width}-${shot.theme}-${shot.state}.png`)
  mkdirSync(join(FOLDER, folder), { recursive: true })
  await page.screenshot({ path: join(FOLDER, file) })
  shots.push({ ...shot, file })
}

/** Waits until the page is drawn at its new size: what comes into view is drawn in the frame after. */
async function laidOut(page: Page) {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 300))))')
}

function sizeOf(width: string) {
  return { width: Number(width), height: Number(width) < 768 ? 812 : 800 }
}

async function addressOf(context: BrowserContext, path: string, state: State) {
  const one = OF_ONE[path]
  if (!one || state !== 'typical') return path
  const [first] = (await (await context.request.get(one.listed)).json()) as { id: string }[]
  return first ? `${path}?${one.param}=${first.id}` : path
}

function contactSheet() {
  const figure = ({ file }: Shot) =>
    `<figure><a href="${file}"><img src="${file}" loading="lazy"></a><figcaption>${file}</figcaption></figure>`
  const style =
    'body{font:14px system-ui;display:flex;flex-wrap:wrap;gap:16px}figure{margin:0}img{width:280px;height:360px;object-fit:cover;object-position:top;border:1px solid #ccc}'
  return `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${shots.map(figure).join('\n')}`
}
