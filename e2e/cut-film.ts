import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { Page, Request } from 'playwright'
import { filmOf } from '#testing/film.ts'

/** The app's part size. */
export const PART_BYTES = 4 * 1024 * 1024
/** A film of full length takes its time beside other work. */
const LONGEST_SENDING_MS = 120_000

/** Sends a film from a page of the portal, cuts the network half way, and lets it go on until the page says that it is sent. `from`: where it went on. */
export async function sendCutFilm(page: Page, path: string, bytes: number): Promise<{ sha256: string; from: number }> {
  const film = filmOf(bytes)
  writeFileSync(path, film)
  const starts: number[] = []
  page.on('request', (request) => {
    // A part aborted while it was cut was seen without headers.
    if (isPart(request) && !Number.isNaN(offsetOf(request))) starts.push(offsetOf(request))
  })
  const isHalfWay = page.waitForRequest((request) => isPart(request) && offsetOf(request) + PART_BYTES > bytes / 2, {
    timeout: LONGEST_SENDING_MS,
  })
  const isCut = page.waitForEvent('requestfailed', { predicate: isPart, timeout: LONGEST_SENDING_MS })
  const network = await networkOf(page)
  // So that a part is on its way long enough to be cut.
  await network(bytes / 6)
  await page.locator('[data-upload] input').setInputFiles(path)
  await isHalfWay
  await network('cut')
  await isCut
  await page.getByText('No connection. It carries on when there’s signal.').waitFor()
  const before = starts.length
  await network('whole')
  await page.getByText('is sent. Your farrier has it with the horse.').waitFor({ timeout: LONGEST_SENDING_MS })
  return { sha256: createHash('sha256').update(film).digest('hex'), from: starts[before] ?? 0 }
}

const isPart = (request: Request) => request.method() === 'PATCH'
const offsetOf = (request: Request) => Number(request.headers()['upload-offset'])

/** The network of a page: cut, whole, or with so many bytes a second on their way up, each answer so much later. */
export async function networkOf(page: Page, latency = 0) {
  const cdp = await page.context().newCDPSession(page)
  return (is: 'cut' | 'whole' | number) =>
    cdp.send('Network.emulateNetworkConditions', {
      ...{ offline: is === 'cut', latency: typeof is === 'number' ? latency : 0, downloadThroughput: -1 },
      uploadThroughput: typeof is === 'number' ? is : -1,
    })
}
