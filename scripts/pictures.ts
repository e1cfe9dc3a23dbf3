// Takes the landing page's pictures of the product: `npm run pictures`, or from a running server: `-- --url=…`. They show the
// demo practice in the middle of a morning, each in both themes and two widths, as WebP in public/pictures/: phones upright,
// the calendar and the books also as a desktop shows them. The two hooves of before and after are photos of the demo.

import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { startServer } from '#app/serve.ts'
import type { Attachment } from '#features/evidence/files/contract.ts'
import type { Appointment } from '#features/visits/appointments/contract.ts'
import { clockAheadMs, currentTime, setClock } from '#lib/clock.ts'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import { freePort } from '#platform/server/embedded/endpoint.ts'
import { CHROMIUM_ARGS, chromiumPath } from '#testing/chromium.ts'
import { SHARED_DEMO } from '#testing/shared-demo.ts'
import { buildIfNeeded } from './build.mjs'

const FOLDER = 'public/pictures'
const ZONE = 'Europe/London'
const THEMES = ['light', 'dark'] as const
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }
/** Small enough for a weak signal, and still a picture. */
const QUALITY = 0.82
/** Whose hooves are shown: of the first of them that the demo has photos of. */
const HEROES = ['Merlin', 'Biscuit', 'Dolly']

type Theme = (typeof THEMES)[number]
type Shot = {
  name: string
  path: string
  size?: typeof PHONE
  /** What is done on the screen before it is taken. */
  first?: (page: Page) => Promise<unknown>
}

// The server this starts has the same morning, and so have its pages.
const today = dayOf(currentTime(), ZONE)
const now = instantOf(today, '10:42', ZONE)

const { values } = parseArgs({ options: { url: { type: 'string' } } })
const dataFolder = mkdtempSync(join(tmpdir(), 'pritchel-pictures-'))
chmodSync(dataFolder, 0o711) // mkdtemp gives 0700, which the database's own user could not enter
if (!values.url) {
  buildIfNeeded()
  setClock(now)
}
const server = values.url ? undefined : await startServer({ demo: SHARED_DEMO, dataFolder, port: await freePort(), logLevel: 'error' })
const url = values.url ?? server?.url ?? ''
const executablePath = chromiumPath()
const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath && { executablePath }) })
try {
  mkdirSync(FOLDER, { recursive: true })
  await takeAll(browser)
} finally {
  await browser.close()
  await server?.stop()
  rmSync(dataFolder, { recursive: true, force: true })
}

async function takeAll(from: Browser) {
  const context = await from.newContext({ baseURL: url, timezoneId: ZONE, locale: 'en-GB', deviceScaleFactor: 2 })
  await context.addInitScript(`globalThis.pritchelClockAheadMs = ${clockAheadMs()}`)
  await context.request.post('/api/auth/demo', { headers: { origin: url } })
  const owner = await ownerOf(context)
  for (const theme of THEMES) for (const shot of await shotsOf(context, owner)) await take(context, shot, theme)
  await takeHooves(context, await heroFiles(context))
  await takeCard(context)
  await context.close()
}

async function shotsOf(context: BrowserContext, owner: string): Promise<Shot[]> {
  const calendar = `/calendar?date=${addDays(today, 7)}`
  return [
    { name: 'round', path: '/round' },
    { name: 'closeout', path: '/round', first: closeOut },
    { name: 'invoice', path: await invoiceOf(context) },
    { name: 'queue', path: `/call-status?client=${owner}` },
    { name: 'offline', path: '/round', first: (page) => page.context().setOffline(true) },
    { name: 'calendar', path: calendar, size: DESKTOP },
    { name: 'calendar-phone', path: calendar },
    { name: 'tax', path: '/money/tax', size: DESKTOP },
    { name: 'tax-phone', path: '/money/tax' },
  ]
}

/** The client of the last but one of today's open stops. */
async function ownerOf({ request }: BrowserContext): Promise<string> {
  const visits = (await (await request.get(`/api/appointments?date=${today}`)).json()) as Appointment[]
  const owner = visits.filter(({ clientId, isCallComplete }) => clientId && !isCallComplete).at(-2)?.clientId
  if (!owner) throw new Error('the demo practice has too few stops today')
  return owner
}

/** The address of an invoice as its payer opens it. */
async function invoiceOf({ request }: BrowserContext): Promise<string> {
  const [open] = (await (await request.get('/api/invoices?state=open&limit=1')).json()) as { id: string }[]
  if (!open) throw new Error('the demo practice has no unpaid invoice')
  const answer = await request.post(`/api/invoices/${open.id}/link`, { headers: { origin: url } })
  return new URL(((await answer.json()) as { url: string }).url).pathname
}

/** The files of a horse that has two photos of one foot; none where the demo has no such horse. */
async function heroFiles({ request }: BrowserContext): Promise<Attachment[]> {
  const horses = (await (await request.get('/api/horses?limit=1000')).json()) as { id: string; name: string }[]
  for (const { id } of HEROES.flatMap((name) => horses.find((horse) => horse.name === name) ?? [])) {
    const files = (await (await request.get(`/api/horses/${id}/files`)).json()) as Attachment[]
    if (pairIn(files)) return files
  }
  return []
}

/** The oldest and the newest photo of one foot from the side. */
function pairIn(files: readonly Attachment[]): [Attachment, Attachment] | undefined {
  const sides = files.filter((file) => file.fileType === 'image' && file.view === 'lateral' && file.fileUrl && file.takenOn)
  const byFoot = Map.groupBy(sides, (file) => file.foot)
  const [longest] = [...byFoot.values()].sort((a, b) => b.length - a.length)
  const inOrder = longest?.toSorted((a, b) => String(a.takenOn).localeCompare(String(b.takenOn)))
  const [before, after] = [inOrder?.[0], inOrder?.at(-1)]
  return before && after && before !== after ? [before, after] : undefined
}

/* Before and after, where the demo has both; else the pictures from last time stay. */
async function takeHooves(context: BrowserContext, files: readonly Attachment[]) {
  const pair = pairIn(files)
  if (!pair) return console.warn('the demo has no two photos of one foot: hoof-before and hoof-after stay as they are')
  const page = await context.newPage()
  await page.goto('/landing')
  for (const [at, name] of ['before', 'after'].entries()) {
    const bytes = await (await context.request.get(pair[at]?.fileUrl ?? '')).body()
    for (const width of [480, 960]) writeFileSync(join(FOLDER, `hoof-${name}-${width}.webp`), await shrink(page, bytes, width))
  }
  await page.close()
}

async function take(context: BrowserContext, { name, path, size = PHONE, first }: Shot, theme: Theme) {
  const page = await context.newPage()
  if (values.url) await page.clock.setFixedTime(now)
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.goto(path, { waitUntil: 'networkidle' })
  await isStill(page)
  await first?.(page)
  await isStill(page)
  const png = await page.screenshot()
  await context.setOffline(false)
  const widths = size === DESKTOP ? [640, 1280] : [300, 600]
  for (const width of widths) writeFileSync(join(FOLDER, `${name}-${theme}-${width}.webp`), await shrink(page, png, width))
  await page.close()
}

/** Opens the closeout of the stop at hand. */
async function closeOut(page: Page) {
  await page.getByRole('button', { name: 'Done', exact: true }).first().click()
  await page.getByRole('dialog').getByRole('group', { name: 'Next step' }).waitFor()
}

/** What is loading has come, and its pictures with it. */
async function isStill(page: Page) {
  await page.locator('h1:visible, h2:visible').first().waitFor()
  await page.evaluate('document.fonts.ready.then(() => true)')
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await page.getByText(/^Fetching the rest/).waitFor({ state: 'detached' })
  await page.evaluate(`Promise.all([...document.images].filter((one) => !one.complete && one.loading !== 'lazy')
    .map((one) => new Promise((over) => { one.onload = one.onerror = over }))).then(() => true)`)
}

/* The preview picture of a shared link: the head of the landing page. */
async function takeCard(context: BrowserContext) {
  const page = await context.newPage()
  await page.setViewportSize({ width: 1200, height: 630 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  // With the pictures just taken, which the build that is served has not.
  await page.route('**/pictures/*.webp', (route) => route.fulfill({ path: join('public', new URL(route.request().url()).pathname) }))
  await page.goto('/landing', { waitUntil: 'networkidle' })
  await page.evaluate('document.fonts.ready.then(() => true)')
  writeFileSync(join(FOLDER, 'card.webp'), await shrink(page, await page.screenshot(), 1200))
  await page.close()
}

/** Converts a picture to WebP of a given width: the browser is the one tool here that can write it. */
async function shrink(page: Page, picture: Buffer, width: number): Promise<Buffer> {
  const made = await page.evaluate<string>(`(async () => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob('${picture.toString('base64')}'), (c) => c.charCodeAt(0))]))
    const canvas = new OffscreenCanvas(${width}, Math.round((bitmap.height / bitmap.width) * ${width}))
    const context = canvas.getContext('2d')
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: ${QUALITY} })
    const bytes = new Uint8Array(await blob.arrayBuffer())
    return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''))
  })()`)
  return Buffer.from(made, 'base64')
}
