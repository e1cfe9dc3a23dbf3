import type { Browser, CDPSession, Page } from 'playwright'

/** A cheap phone on two bars: a processor four times slower than this machine's, and the slow 4G of Lighthouse. */
const SLOW_CPU = 4
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 }
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
const QUIET_MS = 3000
const LONGEST_MS = 120_000
/** A task that takes longer blocks: what is above it counts, as Lighthouse counts it. */
const BLOCKS_MS = 50

export type Shift = { value: number; at: number; what: string[] }
/** Milliseconds, and bytes as they came over the wire. */
export type Visit = {
  bytes: Readonly<Record<'document' | 'script' | 'stylesheet' | 'data' | 'other', number>>
  firstPaint: number
  largestPaint: number
  blocked: number
  longestTask: number
  /** Until nothing was fetched or computed any more. */
  settled: number
  shift: number
  shifts: Shift[]
}

type Watched = { tasks: [at: number, ms: number][]; shifts: Shift[]; painted: number; largest: number }
declare global {
  var watched: Watched
}

/** One first visit of a new device: a profile of its own, with these cookies. */
export async function visit(browser: Browser, url: string, cookies: { name: string; value: string }[], isSlow = true): Promise<Visit> {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'allow' })
  try {
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: new URL(url).origin })))
    const page = await context.newPage()
    await page.addInitScript(watch)
    const cdp = await context.newCDPSession(page)
    const bytes = await countBytes(cdp)
    if (isSlow) {
      await cdp.send('Network.emulateNetworkConditions', SLOW_NETWORK)
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU })
    }
    await page.goto(url, { timeout: LONGEST_MS, waitUntil: 'commit' })
    const settled = await settle(page, bytes)
    const seen = await page.evaluate(() => globalThis.watched)
    return { bytes: bytes.of, settled, ...figuresOf(seen) }
  } finally {
    await context.close()
  }
}

type Entry = { startTime: number; duration: number; name: string }
type ShiftEntry = Entry & {
  value: number
  hadRecentInput: boolean
  sources: { node: { nodeName: string; textContent: string | null } | null }[]
}

/** Runs in the page, before anything else of it. */
function watch() {
  const watched: Watched = { tasks: [], shifts: [], painted: 0, largest: 0 }
  globalThis.watched = watched
  const observe = <E extends Entry>(type: string, seen: (entry: E) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen(entry as unknown as E)
    }).observe({ type, buffered: true } as never)
  observe('longtask', ({ startTime, duration }) => watched.tasks.push([startTime, duration]))
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') watched.painted = startTime
  })
  observe('largest-contentful-paint', ({ startTime }) => {
    watched.largest = startTime
  })
  observe<ShiftEntry>('layout-shift', ({ value, hadRecentInput, sources, startTime }) => {
    const what = sources.map(({ node }) => (node ? `${node.nodeName.toLowerCase()} ${node.textContent?.slice(0, 40)}` : ''))
    if (!hadRecentInput) watched.shifts.push({ value, at: startTime, what })
  })
}

type Counted = { of: Record<keyof Visit['bytes'], number>; lastAt: number; open: number }
const KINDS: Readonly<Record<string, keyof Visit['bytes']>> = {
  Document: 'document',
  Script: 'script',
  Stylesheet: 'stylesheet',
  Fetch: 'data',
  XHR: 'data',
}

/** Headers and bodies as the network delivered them. The stream of news has no end and is left out. */
async function countBytes(cdp: CDPSession): Promise<Counted> {
  const counted: Counted = { of: { document: 0, script: 0, stylesheet: 0, data: 0, other: 0 }, lastAt: performance.now(), open: 0 }
  const open = new Map<string, keyof Visit['bytes']>()
  const note = () => {
    counted.lastAt = performance.now()
    counted.open = open.size
  }
  cdp.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    if (type !== 'EventSource' && !request.url.includes('/api/sync/events')) open.set(requestId, KINDS[type ?? ''] ?? 'other')
    note()
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = open.get(requestId)
    if (kind) counted.of[kind] += encodedDataLength
    open.delete(requestId)
    note()
  })
  cdp.on('Network.loadingFailed', ({ requestId }) => {
    open.delete(requestId)
    note()
  })
  await cdp.send('Network.enable')
  return counted
}

/** Waits until nothing has been fetched, computed or shifted for three seconds; when the last of it ended. */
async function settle(page: Page, bytes: Counted): Promise<number> {
  const started = performance.now()
  for (;;) {
    await page.waitForTimeout(500)
    const { now, lastTask } = await page.evaluate(() => ({
      now: performance.now(),
      lastTask: Math.max(0, ...globalThis.watched.tasks.map(([at, ms]) => at + ms)),
    }))
    const idleMs = Math.min(performance.now() - bytes.lastAt, now - lastTask)
    if ((bytes.open === 0 && idleMs > QUIET_MS) || performance.now() - started > LONGEST_MS) return now - idleMs
  }
}

function figuresOf({ tasks, shifts, painted, largest }: Watched) {
  const after = tasks.filter(([at, ms]) => at + ms > painted)
  return {
    firstPaint: painted,
    largestPaint: largest,
    blocked: after.reduce((sum, [, ms]) => sum + Math.max(0, ms - BLOCKS_MS), 0),
    longestTask: Math.max(0, ...tasks.map(([, ms]) => ms)),
    shift: worstWindow(shifts),
    shifts,
  }
}

/** Cumulative layout shift: the worst run of shifts, less than a second apart and five seconds long at most. */
function worstWindow(shifts: readonly Shift[]): number {
  let [worst, sum, first, last] = [0, 0, 0, Number.NEGATIVE_INFINITY]
  for (const { value, at } of shifts) {
    const goesOn = at - last < 1000 && at - first < 5000
    if (!goesOn) first = at
    sum = goesOn ? sum + value : value
    last = at
    worst = Math.max(worst, sum)
  }
  return worst
}
