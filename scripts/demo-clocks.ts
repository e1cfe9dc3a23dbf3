// Takes pictures of Home in the demo, opened at seven moments at which it may go wrong, into screens/clocks/: `npm run demo-clocks`, or at some:
// `-- --at=a-sunday,christmas-day`. Each has a server, a copy and pages of its own, all set to that moment. Whenever the demo is opened, two of
// its six stops are done and it is 10:40 or just after; the script fails where that is not on the screen.

import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright'
import { startServer } from '#app/serve.ts'
import { clockAheadMs, setClock } from '#lib/clock.ts'
import { freePort } from '#platform/server/embedded/endpoint.ts'
import { CHROMIUM_ARGS, chromiumPath } from '#testing/chromium.ts'
import { STILL_BUSY } from '#testing/e2e-screens.ts'
import { buildIfNeeded } from './build.mjs'

const MOMENTS: Record<string, string> = {
  'seven-in-the-morning': '2026-11-24T07:00:00Z',
  'one-o-clock': '2026-11-24T13:00:00Z',
  'half-past-ten-at-night': '2026-11-24T22:30:00Z',
  'a-sunday': '2026-11-22T15:00:00Z',
  'christmas-day': '2026-12-25T12:00:00Z',
  'clocks-go-back': '2026-10-25T01:30:00Z',
  'clocks-go-forward': '2027-03-28T00:30:00Z',
}
const SIZES = [
  { width: 375, height: 812 },
  { width: 1280, height: 800 },
]
const FOLDER = 'screens/clocks'
const LONGEST_MS = 60_000
const { values } = parseArgs({ options: { at: { type: 'string' } } })
const picked = Object.entries(MOMENTS).filter(([name]) => !values.at || values.at.split(',').includes(name))
const EXPECTED = [/Demo day: .*, 10:4\d/, /Stop 3 of 6/, /2 of 6/]

buildIfNeeded()
mkdirSync(FOLDER, { recursive: true })
const executablePath = chromiumPath()
const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath && { executablePath }) })
const complaints: string[] = []
try {
  for (const [name, moment] of picked) await takeAt(browser, name, moment)
} finally {
  await browser.close()
}
for (const complaint of complaints) console.error(complaint)
process.exitCode = complaints.length ? 1 : 0

async function takeAt(from: Browser, name: string, moment: string) {
  setClock(moment)
  const dataFolder = mkdtempSync(join(tmpdir(), 'pritchel-clocks-'))
  chmodSync(dataFolder, 0o711) // mkdtemp gives 0700, which the database's own user could not enter
  const demo = { opens: 'copy', ready: 0, most: 2 } as const
  const server = await startServer({ demo, dataFolder, port: await freePort(), logLevel: 'error' })
  try {
    for (const viewport of SIZES) {
      const shown = await takeHome(from, { url: server.url, viewport, file: join(FOLDER, `${name}-${viewport.width}.png`) })
      const missing = EXPECTED.filter((words) => !words.test(shown))
      console.log(`${name} ${viewport.width}: ${/Demo day[^\n]*/.exec(shown)?.[0]}; ${/Stop \d+ of \d+/.exec(shown)?.[0]}`)
      if (missing.length > 0) complaints.push(`${name} at ${viewport.width} px shows no ${missing.join(' and no ')}`)
    }
  } finally {
    await server.stop()
    rmSync(dataFolder, { recursive: true, force: true })
  }
}

type How = { url: string; viewport: (typeof SIZES)[number]; file: string }

/** Opens the demo as a visitor does, and takes its Home. Resolves with the words on it. */
async function takeHome(from: Browser, { url, viewport, file }: How): Promise<string> {
  const context = await from.newContext({ baseURL: url, viewport, timezoneId: 'Europe/London', locale: 'en-GB', reducedMotion: 'reduce' })
  context.setDefaultTimeout(LONGEST_MS)
  await context.addInitScript(`globalThis.pritchelClockAheadMs = ${clockAheadMs()}`)
  const page = await context.newPage()
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Open the demo practice' }).click()
  await page
    .getByText(/^Stop \d+ of \d+$/)
    .first()
    .waitFor()
  await page.getByText(/^Fetching the rest/).waitFor({ state: 'detached' })
  while (await page.evaluate<number>(STILL_BUSY)) await page.waitForTimeout(100)
  await page.evaluate('document.fonts.ready.then(() => true)')
  await page.screenshot({ path: file })
  const shown = await page.evaluate<string>('document.body.innerText')
  await context.close()
  return shown
}
