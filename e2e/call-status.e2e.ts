import { chmodSync, mkdtempSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIRequestContext, Browser, BrowserContext, BrowserContextOptions, Locator, Page, Request } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Server, startServer } from '#app/serve.ts'
import { currentTime, setClock } from '#lib/clock.ts'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import { freePort } from '#platform/server/embedded/endpoint.ts'
import { newContext, theBrowser } from '#testing/e2e.ts'
import { freezeAt } from '#testing/freeze.ts'
import { removeWhenWeDie } from '#testing/remove-when-we-die.ts'
import { SHARED_DEMO } from '#testing/shared-demo.ts'

const POLL_MS = 30_000
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const today = dayOf(currentTime(), 'Europe/London')

let folder: string
let server: Server
let browser: Browser
let watcher: { finish: () => Promise<void> }
let own: BrowserContext
let farrier: APIRequestContext
let link: string
let emma: { id: string }
let stops: { id: string }[]

beforeAll(async () => {
  // Always a morning with a round ahead, regardless of the real time: in the evening no time is computed for someone late in the round.
  setClock(instantOf(today, '11:00', 'Europe/London'))
  folder = mkdtempSync(join(tmpdir(), 'pritchel-queue-'))
  chmodSync(folder, 0o711) // mkdtemp gives 0700, which the database's own user could not enter
  watcher = removeWhenWeDie(folder, join(folder, 'postgres/db'))
  server = await startServer({ demo: SHARED_DEMO, dataFolder: folder, port: await freePort(), logLevel: 'error' })
  browser = await theBrowser()
  own = await newContext(browser, { baseURL: server.url })
  farrier = own.request
  const person = {
    firstName: 'Gareth',
    lastName: 'Probert',
    email: 'gareth@example.com',
    password: 'hot iron, cold water',
    practiceName: 'Probert',
  }
  await send('post', '/api/auth/register', person)
})

afterAll(async () => {
  await own.close()
  await server.stop()
  await watcher.finish()
})

// A round of its own for each test: three stops of other people's around Emma's, who is third.
beforeEach(async () => {
  emma = await send('post', '/api/clients', { name: 'Emma Rees', phone: '07700 900118' })
  const other = await send('post', '/api/clients', { name: 'Tom Vaughan' })
  await clearToday()
  const book = (callNumber: number, clientId: string, title: string) =>
    send('post', '/api/appointments', { title, clientId, onDay: today, isCallOnly: true, callNumber, callPeriod: 'PM' })
  stops = [
    await book(1, other.id, 'Tom'),
    await book(2, other.id, 'Tom'),
    await book(3, emma.id, 'Nutmeg, front refit'),
    await book(4, other.id, 'T'),
  ]
  await send('put', `/api/appointments/${stops[2]?.id}`, { onMyWayAt: currentTime().toISOString() })
  const [text] = (await (await farrier.get('/api/notices?limit=1')).json()) as { body: string }[]
  link = /http\S+\/q\/\w+/.exec(text?.body ?? '')?.[0] ?? ''
  await send('put', '/api/rounds', { ...(await round()), state: 'running', reason: null })
  // The round read before is cached for 1.5 s; each test begins with its own.
  const answer = link.replace('/q/', '/api/appointments/today/')
  const isFresh = async () => expect(await (await farrier.get(answer)).json()).toMatchObject([{ callNumber: 3, totalStops: 4, note: null }])
  await vi.waitFor(isFresh, { timeout: 120_000, interval: 250 })
})

async function send(method: 'post' | 'put', path: string, data?: object): Promise<{ id: string }> {
  const answer = await farrier[method](path, { headers: { origin: server.url }, ...(data && { data }) })
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
  return answer.status() === 204 ? { id: '' } : ((await answer.json().catch(() => ({ id: '' }))) as { id: string })
}

async function clearToday() {
  const day = (await (await farrier.get(`/api/appointments?date=${today}`)).json()) as { id: string }[]
  for (const { id } of day) await farrier.delete(`/api/appointments/${id}`, { headers: { origin: server.url } })
}

const complete = (index: number) => send('put', `/api/appointments/${stops[index]?.id}/complete-call`)

async function open(
  options: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; page: Page; asked: () => number[]; problems: string[] }> {
  const context = await newContext(browser, { viewport: { width: 375, height: 812 }, ...options })
  const page = await context.newPage()
  const answers: number[] = []
  const problems: string[] = []
  page.on('response', (answer) => answer.url().includes('/api/appointments/today/') && answers.push(answer.status()))
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => message.type() === 'error' && !message.text().includes('Failed to load') && problems.push(message.text()))
  if (options.javaScriptEnabled !== false) await page.clock.install()
  await page.goto(link)
  return { context, page, asked: () => answers, problems }
}

const passes = async (page: Page, milliseconds = POLL_MS) => {
  await page.clock.fastForward(milliseconds)
}

/** Advances the time of one poll, and again while the page is still starting, until it has polled. */
const poll = (page: Page, asked: () => number[]) => {
  const before = asked().length
  return vi.waitFor(
    async () => {
      await passes(page)
      expect(asked().length).toBeGreaterThan(before)
    },
    { timeout: 120_000 },
  )
}

/** Advances polls until one has brought the expected content. */
const pollUntil = (page: Page, shown: Locator) =>
  vi.waitFor(
    async () => {
      await passes(page)
      await shown.waitFor({ timeout: 500 })
    },
    { timeout: 120_000 },
  )

test('the link of a text shows the place in the round, also without scripts', async () => {
  const { context, page } = await open({ javaScriptEnabled: false })
  for (const words of ['Hello Emma', 'Your Stop Position', 'Nutmeg, front refit', 'Pending', 'You are stop #3', 'Currently at stop #1'])
    await page.getByText(words, { exact: true }).waitFor()
  for (const words of ['2 stops before you', '33%', 'Scheduled for: PM', '(Stop only)', 'Total stops today', 'Completed stops'])
    await page.getByText(words, { exact: true }).waitFor()
  await page.getByText('This page updates automatically.').waitFor()
  await page.getByText('Questions? Contact your farrier directly.').waitFor()
  expect(await page.getByRole('heading', { name: 'Stop Queue Status' }).count()).toBe(1)
  expect(await page.locator('body').textContent()).not.toMatch(/\bTom\b/)
  await context.close()
})

test('the page hydrates without a fault and follows the round automatically', async () => {
  const { context, page, asked, problems } = await open()
  // The first answer may be new: the round read before may be 1.5 s old, and at the turn of a minute the time shown changes.
  await poll(page, asked)
  await vi.waitFor(
    async () => {
      await poll(page, asked)
      expect(asked().at(-1)).toBe(304)
    },
    { timeout: 120_000 },
  )
  await complete(0)
  await pollUntil(page, page.getByText('Currently at stop #2', { exact: true }))
  await page.getByText('1 stop before you', { exact: true }).waitFor()
  await complete(1)
  await pollUntil(page, page.getByText("You're next!", { exact: true }))
  expect(new Set(asked())).toEqual(new Set([304, 200]))
  expect(problems).toEqual([])
  await context.close()
})

test('the page shows the arrival window first, and a changed one with the old window and the reason', async () => {
  const { context, page, asked, problems } = await open()
  await page.getByText('Likely between', { exact: true }).waitFor()
  await page.getByText(/^\d\d:[0134][05] and \d\d:[0134][05]$/).waitFor()
  await page.getByText(/(^|, )as at \d\d:\d\d$/).waitFor()
  await poll(page, asked)
  await send('put', '/api/rounds', {
    ...(await round()),
    state: 'late',
    lateMinutes: 240,
    reason: 'Traffic',
    saidAt: currentTime().toISOString(),
  })
  await pollUntil(page, page.getByText('Running about 240 minutes late', { exact: true }))
  await page.getByText('Now likely between', { exact: true }).waitFor()
  await page.getByText(/Traffic\. Your place hasn’t changed\.$/).waitFor()
  await page.getByText(/^was \d\d:\d\d to \d\d:\d\d, as at \d\d:\d\d$/).waitFor()
  await send('put', '/api/rounds', { ...(await round()), state: 'paused', reason: 'Van trouble' })
  await pollUntil(page, page.getByText('You’ll see a new time when the round starts again.', { exact: true }))
  expect(problems).toEqual([])
  await context.close()
})

test('a stop added before, and one that is skipped, are shown truthfully', async () => {
  const { context, page, asked } = await open()
  await poll(page, asked)
  const other = await send('post', '/api/clients', { name: 'Sue Price' })
  await send('post', '/api/appointments', {
    title: 'S',
    clientId: other.id,
    onDay: today,
    isCallOnly: true,
    callNumber: 1,
    callPeriod: 'AM',
  })
  await pollUntil(page, page.getByText('You are stop #4', { exact: true }))
  await page.getByText('A stop was added before yours.', { exact: true }).waitFor()
  const nutmeg = await send('post', '/api/horses', { name: 'Nutmeg', clientId: emma.id })
  const line = await send('post', '/api/visit-horses', { appointmentId: stops[2]?.id, horseId: nutmeg.id })
  await send('put', `/api/visit-horses/${line.id}`, { outcome: 'not_done', reason: 'Ran out of time' })
  await pollUntil(page, page.getByText('Skipped', { exact: true }))
  await page.getByText('Not done today. Your farrier will be in touch about another day.', { exact: true }).waitFor()
  await context.close()
})

test('a hidden page rests, and catches up when it is shown', async () => {
  const { context, page, asked } = await open()
  const [underWay, begun] = [new Set<Request>(), new Set<Request>()]
  page.on('request', (question) => underWay.add(question) && begun.add(question))
  page.on('response', (answer) => underWay.delete(answer.request()))
  page.on('requestfailed', (question) => underWay.delete(question))
  const show = (isHidden: boolean) =>
    page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'))`)
  await poll(page, asked)
  await show(true)
  // A request in progress when the page was hidden is still answered.
  await vi.waitFor(() => expect(underWay.size).toBe(0), { timeout: 120_000 })
  const before = begun.size
  await passes(page, 10 * POLL_MS)
  expect(begun.size).toBe(before)
  await show(false)
  await vi.waitFor(() => expect(begun.size).toBeGreaterThan(before), { timeout: 120_000 })
  await poll(page, asked)
  await context.close()
})

test('offline it marks its content as the last known, and continues when the signal is back', async () => {
  const { context, page, asked } = await open()
  await poll(page, asked)
  await context.setOffline(true)
  await pollUntil(page, page.getByText(/This was the position at \d\d:\d\d\./))
  await page.getByText('You are stop #3', { exact: true }).waitFor()
  await context.setOffline(false)
  await page.getByText('No answer just now').waitFor({ state: 'detached' })
  await context.close()
})

test('a link dies with its day, on a page that is open and on a new one', async () => {
  const { context, page, asked } = await open()
  await poll(page, asked)
  freezeAt(instantOf(addDays(today, 1), '00:01', 'Europe/London'))
  try {
    await pollUntil(page, page.getByText('No active appointments today', { exact: true }))
    const again = await open({ javaScriptEnabled: false })
    await again.page.getByText('No active appointments today', { exact: true }).waitFor()
    expect(await again.page.locator('body').textContent()).not.toMatch(/\bEmma\b/)
    await again.context.close()
  } finally {
    vi.useRealTimers()
  }
  await context.close()
})

test('axe finds nothing, in both themes, at both widths, in every state', async () => {
  await send('put', '/api/rounds', { memberId: await memberId(), onDay: today, state: 'late', lateMinutes: 40, reason: 'Traffic' })
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [320, 1280]) {
      const { context, page } = await open({ colorScheme, viewport: { width, height: 812 } })
      await expectAccessible(page, `${colorScheme} ${width}`)
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      await page.goto(`${server.url}/call-status?client=nobody`)
      await expectAccessible(page, `${colorScheme} ${width} empty`)
      await context.close()
    }
  }
})

test('the page and its data are kept from search engines, and no script or style is written into it', async () => {
  const answer = await farrier.get(link)
  expect(answer.headers()).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'no-cache' })
  expect(answer.headers()['content-security-policy']).toContain("default-src 'self'")
  const html = await answer.text()
  expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/)
  for (const [, attributes, body] of html.matchAll(/<script([^>]*)>([^<]*)/g))
    expect(body === '' || attributes?.includes('application/json')).toBe(true)
})

test('files are kept for ever, the shell never, and an unknown address of the API is 404', async () => {
  const html = await (await farrier.get('/round')).text()
  const [script] = /\/assets\/[^"]+\.js/.exec(html) ?? []
  const caching = async (path: string) => (await farrier.get(path)).headers()['cache-control']
  expect(await caching(String(script))).toBe('public, max-age=31536000, immutable')
  for (const path of ['/', '/round', '/sw.js', '/manifest.webmanifest']) expect(await caching(path), path).toBe('no-cache')
  for (const path of ['/api/nothing', '/assets/nothing.js']) {
    const answer = await farrier.get(path)
    expect([answer.status(), (await answer.json()).code], path).toEqual([404, 'not_found'])
  }
})

const round = async () => ({ memberId: await memberId(), onDay: today })

async function memberId(): Promise<string> {
  const [visit] = (await (await farrier.get(`/api/appointments?date=${today}`)).json()) as { memberId: string }[]
  return visit?.memberId ?? ''
}

async function expectAccessible(page: Page, what: string) {
  await page.evaluate(AXE)
  const faults = await page.evaluate('axe.run().then((r) => r.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html).join(" | ")))')
  expect(faults, what).toEqual([])
}
