import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type APIRequestContext, type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { expect, inject } from 'vitest'
import { type ServerOptions, startServer } from '#app/serve.ts'
import { clockAheadMs, machineMs, setClock } from '#lib/clock.ts'
import { freePort } from '#platform/server/embedded/endpoint.ts'
import { CHROMIUM_ARGS, chromiumPath } from '#testing/chromium.ts'
import { STILL_BUSY } from '#testing/e2e-screens.ts'
import { removeWhenWeDie } from '#testing/remove-when-we-die.ts'
import { SHARED_DEMO } from '#testing/shared-demo.ts'

/** The product at `url` with its data in `folder`, and a browser for it. `close` it in `afterAll`. */
export type House = ReturnType<typeof houseAt>
/**
 * A user with a browser of their own. `problems` collects every complaint of the pages: uncaught errors, console errors, the security
 * policy.
 */
export type Visitor = { context: BrowserContext; page: Page; problems: string[]; api: Api }
type Api = ReturnType<typeof apiOf>

/** `keepsApp`: the browser has the app's service worker, which fetches every part of it; without, it costs a third, and needs the server to open the app. `hasScript`: pages run scripts. */
type Kept = { keepsApp?: boolean; hasScript?: boolean }

/** The two screens every journey is walked on. */
export const PHONE = 375
export const DESKTOP = 1280

/* A busy machine takes its time; a person would have given up. */
export const LONGEST_WAIT_MS = 2 * Number(process.env.PRITCHEL_TEST_PATIENCE_MS ?? 60_000)

/** The one product of the run, for tests that keep to practices they make, or only look at the demo's. Call once per file, in `beforeAll`. */
export function shareHouse(): House {
  const { url, folder, aheadMs } = inject('house')
  // Its clock goes on from file to file, and a page behind it would wait for what it takes for later.
  setClock(new Date(machineMs() + aheadMs))
  return houseAt({ url, folder })
}

/**
 * A product of its own on an empty data folder, for tests that change the demo practice, and `settings` to differ from an empty environment.
 * Call once per file, in `beforeAll`.
 */
export async function openHouse(
  name: string,
  settings: Pick<ServerOptions, 'mode' | 'twilio' | 'mail' | 'stripe' | 'demo' | 'reachable'> = {},
): Promise<House> {
  const folder = mkdtempSync(join(tmpdir(), `pritchel-${name}-`))
  chmodSync(folder, 0o711) // mkdtemp gives 0700, which the database's own user could not enter
  const watcher = removeWhenWeDie(folder, join(folder, 'postgres/db'))
  const server = await startServer({ demo: SHARED_DEMO, ...settings, dataFolder: folder, port: await freePort(), logLevel: 'error' })
  return houseAt({ url: server.url, folder, stop: () => server.stop().then(watcher.finish) })
}

type HouseParts = { url: string; folder: string; stop?: () => Promise<void> }

function houseAt({ url, folder, stop = async () => {} }: HouseParts) {
  const visitors: Visitor[] = []
  return {
    url,
    folder,
    async visit(width: number, { keepsApp = false, hasScript = true }: Kept = {}): Promise<Visitor> {
      const visitor = await visit(await theBrowser(), { url, width, keepsApp, hasScript })
      visitors.push(visitor)
      return visitor
    },
    async close() {
      await Promise.all(visitors.map(({ context }) => context.close()))
      await stop()
    },
  }
}

let browser: Promise<Browser> | undefined

/** One for all files of a worker, which ends with it: to start one costs more than most tests. */
export function theBrowser(): Promise<Browser> {
  const executablePath = chromiumPath()
  browser ??= chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath && { executablePath }) })
  return browser
}

async function visit(
  from: Browser,
  { url, width, keepsApp, hasScript }: Required<Kept> & { url: string; width: number },
): Promise<Visitor> {
  const isPhone = width < 768
  const viewport = { width, height: isPhone ? 812 : 800 }
  const british = { locale: 'en-GB', timezoneId: 'Europe/London' }
  // The server counts by address, and each has one of their own.
  const extraHTTPHeaders = { 'x-forwarded-for': `10.${randomBytes(3).join('.')}` }
  const serviceWorkers = keepsApp ? 'allow' : 'block'
  const how = { hasTouch: isPhone, reducedMotion: 'reduce', serviceWorkers, javaScriptEnabled: hasScript, ...british } as const
  return visitorIn(await newContext(from, { baseURL: url, viewport, extraHTTPHeaders, ...how }), url)
}

/** A browser's context whose pages have the clock of the tests, and their patience. */
export async function newContext(from: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await from.newContext(options)
  context.setDefaultTimeout(LONGEST_WAIT_MS)
  await shareClock(context)
  return context
}

/** Gives the pages of a context the clock of the tests. */
export const shareClock = (context: BrowserContext) => context.addInitScript(`globalThis.pritchelClockAheadMs = ${clockAheadMs()}`)

/** A user in an existing browser, with a page of it. */
export async function visitorIn(context: BrowserContext, url: string): Promise<Visitor> {
  context.setDefaultTimeout(LONGEST_WAIT_MS)
  const problems: string[] = []
  context.on('weberror', (error) => problems.push(error.error().message))
  context.on('console', (message) => {
    if (message.type() === 'error' && !isOrdinary(message.text(), message.location().url))
      problems.push(`${message.text()} ${message.location().url}`)
  })
  return { context, page: await context.newPage(), problems, api: apiOf(context.request, url) }
}

/* What the browser itself logs though nothing is wrong: no network, and a request for the session when no user is signed in. */
const isOrdinary = (text: string, from: string) =>
  text.includes('net::ERR_INTERNET_DISCONNECTED') || (text.includes('status of 401') && from.endsWith('/api/auth/user'))

function apiOf(request: APIRequestContext, url: string) {
  const send = async (method: 'get' | 'post' | 'put', path: string, data?: object) => {
    const answer = await request[method](`${url}${path}`, { headers: { origin: url }, ...(data && { data }) })
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
    return answer.status() === 204 ? undefined : ((await answer.json()) as unknown)
  }
  return {
    get: async <T>(path: string) => (await send('get', path)) as T,
    post: async <T>(path: string, data?: object) => (await send('post', path, data)) as T,
    put: async <T>(path: string, data?: object) => (await send('put', path, data)) as T,
  }
}

type Booked = { clientId: string | null; yardId: string | null; isCallOnly: boolean }

/** The visits of a day that count as stops: an entry of the farrier's own is none. */
export const stopsOn = async <V extends Booked>({ api }: Pick<Visitor, 'api'>, day: string): Promise<V[]> =>
  (await api.get<V[]>(`/api/appointments?date=${day}`)).filter(({ clientId, yardId, isCallOnly }) => clientId || yardId || isCallOnly)

/** Signs a visitor in to the demo practice, which all share there, without the screens. */
export const enterDemo = ({ api }: Visitor) => api.post('/api/auth/demo')

/** Finishes the current stop, its horses as planned or as last time, and leaves its invoices and the next visit. */
export async function closeOut(page: Page) {
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const step = dialog.getByRole('group', { name: 'Next step' })
  await step.getByRole('button', { name: /as (last time|planned)$/ }).click()
  await step.getByRole('button', { name: /^(Just done|Done)$/ }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Goes to a screen within the app, as a tap on a link does. */
export const go = (page: Page, path: string) => page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)

/** Waits until a screen has finished loading, also what loads when it is seen: its heading is there, nothing is busy, nothing moves. */
export async function untilSettled(page: Page) {
  await page.locator('h1:visible').first().waitFor()
  await expect.poll(() => page.evaluate(STILL_BUSY), { timeout: LONGEST_WAIT_MS, interval: 20 }).toBe(0)
  await page.evaluate(AT_REST)
}

/* An animation that never ends is a spinner; those are not waited for. */
const AT_REST = `document.fonts.ready.then(() => Promise.all(document.getAnimations()
  .filter((each) => Number.isFinite(each.effect?.getComputedTiming().endTime ?? 0))
  .map((each) => each.finished.catch(() => undefined)))).then(() => true)`

/** What axe finds on the page as it is, every rule of it on every part of the page: none. */
export async function expectAccessible(page: Page, what: string) {
  await untilSettled(page)
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE)
  expect(await page.evaluate(FINDINGS), `axe: ${what}`).toEqual([])
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const FINDINGS = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) =>
  id + ': ' + nodes.map((node) => node.html.slice(0, 160) + ' (' + node.failureSummary + ')').join(' | ')))`

/** The page never moves sideways under the finger; what measures its place does so a frame after the window has another width. */
export async function expectNoSidewaysScroll(page: Page, what: string) {
  const beyond = () => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  await expect.poll(beyond, { message: `sideways: ${what}` }).toBe(0)
}
