// Takes the landing page's pictures of the product: `npm run pictures`, or from a running server: `-- --url=…`. They show the
// demo practice in the middle of a morning, each in both themes and two widths, as WebP in public/pictures/.

import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { startServer } from '#app/serve.ts'
import { castHorse } from '#db/cast.ts'
import { DRAWN_FOLDER } from '#db/cast-store.ts'
import type { Appointment } from '#features/visits/appointments/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import { freePort } from '#platform/server/embedded/endpoint.ts'
import { CHROMIUM_ARGS, chromiumPath } from '#testing/chromium.ts'
import { buildIfNeeded } from './build.mjs'

const FOLDER = 'public/pictures'
const ZONE = 'Europe/London'
const THEMES = ['light', 'dark'] as const
const PHONE = { width: 375, height: 812 }
const DESKTOP = { width: 1280, height: 800 }
/** Small enough for a weak signal, and still a picture. */
const QUALITY = 0.82

const { values } = parseArgs({ options: { url: { type: 'string' } } })
const dataFolder = mkdtempSync(join(tmpdir(), 'pritchel-pictures-'))
chmodSync(dataFolder, 0o711) // mkdtemp gives 0700, which the database's own user could not enter
if (!values.url) buildIfNeeded()
const server = values.url ? undefined : await startServer({ dataFolder, port: await freePort(), logLevel: 'error' })
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

/* Today at 10:42, with the first stops of its round done. */
async function takeAll(from: Browser) {
  const today = dayOf(currentTime(), ZONE)
  const now = instantOf(today, '10:42', ZONE)
  const context = await from.newContext({ baseURL: url, timezoneId: ZONE, locale: 'en-GB', deviceScaleFactor: 2 })
  await context.request.post('/api/auth/demo', { headers: { origin: url } })
  const owner = await finishTwo(context, today)
  for (const theme of THEMES) {
    await take(context, { name: 'round', path: '/round', size: PHONE, widths: [300, 600], theme, now })
    await take(context, { name: 'calendar', path: `/calendar?date=${addDays(today, 7)}`, size: DESKTOP, widths: [640, 1280], theme, now })
    await take(context, { name: 'horses', path: '/horses', size: DESKTOP, widths: [640, 1280], theme, now })
    await take(context, { name: 'queue', path: `/call-status?client=${owner}`, size: PHONE, widths: [300, 600], theme, now })
    await take(context, {
      name: 'record',
      path: `/horses?horse=${castHorse('Merlin').id}`,
      size: PHONE,
      widths: [300, 600],
      theme,
      now,
      isReady: showsPhotos,
    })
    await take(context, {
      name: 'foot',
      path: `/horses?horse=${castHorse('Duchess').id}&tab=photos`,
      size: PHONE,
      widths: [300, 600],
      theme,
      now,
      isReady: compare,
    })
  }
  await takeFeet(context)
  await takeCard(context)
  await context.close()
}

/** Finishes the first two stops of the day, and returns the client of the last but one. */
async function finishTwo(context: BrowserContext, day: string): Promise<string> {
  const visits = (await (await context.request.get(`/api/appointments?date=${day}`)).json()) as Appointment[]
  const stops = visits.filter((visit) => visit.clientId && visit.status === 'booked')
  for (const { id } of stops.slice(0, 2)) await context.request.put(`/api/appointments/${id}/complete-call`, { headers: { origin: url } })
  const owner = stops.at(-2)?.clientId
  if (!owner) throw new Error('the demo practice has too few stops today')
  return owner
}

type Shot = {
  name: string
  path: string
  size: { width: number; height: number }
  widths: readonly number[]
  theme: (typeof THEMES)[number]
  now: Date
  /** Brings the screen to what is to be seen. */
  isReady?: (page: Page) => Promise<unknown>
}

async function showsPhotos(page: Page) {
  await page
    .getByRole('button', { name: /^Open NF/ })
    .first()
    .scrollIntoViewIfNeeded()
  await page.locator('button img').first().waitFor()
}

/** The near fore before and after its last visit, one drawn half over the other. */
async function compare(page: Page) {
  await page.getByRole('button', { name: 'Compare two' }).click()
  const ofSide = page.getByRole('button', { name: /^Choose photo NF Lateral/ })
  for (const place of [0, 1]) await ofSide.nth(place).click()
  await page.getByRole('img', { name: /^Before/ }).waitFor()
}

async function take(context: BrowserContext, shot: Shot) {
  const page = await context.newPage()
  await page.clock.setFixedTime(shot.now)
  await page.setViewportSize(shot.size)
  await page.emulateMedia({ colorScheme: shot.theme, reducedMotion: 'reduce' })
  await page.goto(shot.path, { waitUntil: 'networkidle' })
  await page.locator('h1:visible, h2:visible').first().waitFor()
  await page.evaluate('document.fonts.ready.then(() => true)')
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await shot.isReady?.(page)
  const png = await page.screenshot()
  for (const width of shot.widths) {
    writeFileSync(join(FOLDER, `${shot.name}-${shot.theme}-${width}.webp`), await shrink(page, png, width))
  }
  await page.close()
}

/* The same foot before and after, for a slider: drawn, as its caption has to say. */
async function takeFeet(context: BrowserContext) {
  const page = await context.newPage()
  await page.goto('/landing')
  for (const [name, file] of [
    ['foot-before', 'duchess-nf-lateral-0-before.jpg'],
    ['foot-after', 'duchess-nf-lateral-0.jpg'],
  ] as const)
    for (const width of [400, 800])
      writeFileSync(join(FOLDER, `${name}-${width}.webp`), await shrink(page, readFileSync(join(DRAWN_FOLDER, file)), width))
  await page.close()
}

/* The preview picture of a shared link: the head of the landing page. */
async function takeCard(context: BrowserContext) {
  const page = await context.newPage()
  await page.setViewportSize({ width: 1200, height: 630 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
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
