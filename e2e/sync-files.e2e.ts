import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Request, Route } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { type House, PHONE, shareHouse } from '#testing/e2e.ts'
import { calm, expectLedgersAgree } from '#testing/e2e-ledger.ts'
import { type HandChange, locksOf, openPractice, outboxStates, readCopy, recordByHand, waiting } from '#testing/e2e-practice.ts'
import { filmOf } from '#testing/film.ts'
import { atLength } from '#testing/whole.ts'

/* Longer than the part that is overtaken and two more, at any length. */
const FILM_MB = atLength(32, 80)
const FILM_BYTES = FILM_MB * 1_000_000
/* The app's part size. */
const PART_BYTES = 4 * 1024 * 1024
/* Half of it takes 10 s alone, and five times as long next to other work. */
const LONGEST_SENDING_MS = 120_000
const OVERTAKEN_AT = 8_000_000
const PUSH = '**/api/sync/push'
const UPLOAD = '**/api/objects/*/upload/*'

let house: House
let folder: string

beforeAll(async () => {
  house = shareHouse()
  folder = mkdtempSync(join(tmpdir(), 'pritchel-film-'))
})

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await house.close()
})

test('(a) a client, a horse, a photo and a visit made in a barn go in one when the signal returns, each once (I3, I5, I15)', async () => {
  const practice = await openPractice(house, 'In The Barn')
  const phone = await practice.device({ width: PHONE, keepsApp: true })
  const { page } = phone
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await phone.airplane(true)
  await addClient(page, 'Bethan Barn', '07700 900456')
  await addHorse(page, 'Bramble', 'Bethan Barn')
  await addFile(page, 'Bramble', { type: 'image', path: photo(folder) })
  await page.getByText(/^Waiting to be sent/).waitFor()
  await bookTomorrow(page, 'Booked in the barn', 'Bethan Barn')
  const issued = (await readCopy(page))?.queue.map(({ opId }) => opId) ?? []
  expect(await practice.ask('select 1 from sync_ops where practice_id = $1')).toEqual([])

  await phone.airplane(false)
  await expectLedgersAgree(practice, [phone], { notices: { booked: 1 } })
  const done = (await readCopy(page))?.done.map(({ opId }) => opId)
  expect(done?.toSorted()).toEqual(issued.toSorted())
  const joined = `select c.name as client, h.name as horse, f.state, (select count(*)::int from appointments a where a.client_id = c.id) as visits
    from clients c join horses h on h.client_id = c.id join attachments t on t.horse_id = h.id join files f on f.id = t.file_id
    where c.practice_id = $1`
  expect(await practice.ask(joined)).toEqual([{ client: 'Bethan Barn', horse: 'Bramble', state: 'stored', visits: 1 }])
})

test(`(j) a film of ${FILM_MB} MB lets a small change pass, is cut off half way, goes on where it stopped, and arrives as it was (I7, I15)`, async () => {
  const practice = await openPractice(house, 'Long Film')
  const laptop = await practice.device()
  const { page } = laptop
  const clientId = uuidv7()
  const renamed = (name: string): HandChange[][] => [[{ action: 'UPDATE', entity: 'clients', id: clientId, data: { name } }]]
  await recordByHand(page, [
    [{ action: 'CREATE', entity: 'clients', id: clientId, data: { name: 'Fflur Film' } }],
    [{ action: 'CREATE', entity: 'horses', data: { name: 'Dragon', clientId } }],
  ])
  await calm(practice, [laptop])
  await page.goto('/horses')
  const film = filmOf(FILM_BYTES)
  writeFileSync(join(folder, 'Trot up.mp4'), film)
  const starts: number[] = []
  page.on('request', (request) => {
    // A part aborted while it was cut was seen without headers.
    if (request.method() === 'PATCH' && !Number.isNaN(offsetOf(request))) starts.push(offsetOf(request))
  })

  const part = await held(page, UPLOAD, (request) => offsetOf(request) >= OVERTAKEN_AT)
  await addFile(page, 'Dragon', { type: 'video', path: join(folder, 'Trot up.mp4') })
  await part.isAsked
  const push = await held(page, PUSH)
  await recordByHand(page, renamed('Fflur Overtakes'))
  await push.isAsked
  await part.release()
  await expect.poll(() => locksOf(page, 'files'), waiting('the film stops for it')).toBe(0)
  await part.leave()
  expect(starts.at(-1), 'no part after the one under way').toBeLessThan(OVERTAKEN_AT + 2 * PART_BYTES)

  const isPart = (request: Request) => request.method() === 'PATCH'
  const isLaterHalf = (request: Request) => isPart(request) && offsetOf(request) + PART_BYTES > FILM_BYTES / 2
  const isHalfWay = page.waitForRequest(isLaterHalf, { timeout: LONGEST_SENDING_MS })
  await push.release()
  await push.leave()
  await isHalfWay
  const isCut = page.waitForEvent('requestfailed', { predicate: isPart, ...waiting() })
  await laptop.airplane(true)
  await isCut
  expect(await practice.ask('select name from clients where practice_id = $1')).toEqual([{ name: 'Fflur Overtakes' }])
  const before = starts.length

  await laptop.airplane(false)
  await expect.poll(() => outboxStates(laptop), { ...waiting('the rest of it arrives'), timeout: LONGEST_SENDING_MS }).toEqual([])
  await expectLedgersAgree(practice, [laptop])
  const resumed = starts.slice(before)
  expect(resumed[0], 'it goes on where it was').toBeGreaterThan(FILM_BYTES / 2 - PART_BYTES)
  expect(new Set(resumed).size, 'no part goes twice').toBe(resumed.length)
  const stored = await practice.ask<{ state: string; bytes: string; sha256: string }>(
    'select state, bytes, sha256 from files where practice_id = $1',
  )
  const sha256 = createHash('sha256').update(film).digest('hex')
  expect(stored).toEqual([{ state: 'stored', bytes: String(FILM_BYTES), sha256 }])
  const kept = readFileSync(join(house.folder, 'files', sha256.slice(0, 2), sha256))
  expect(createHash('sha256').update(kept).digest('hex')).toBe(sha256)
})

const offsetOf = (request: Request) => Number(request.headers()['upload-offset'])

/** Holds the first such request, and those behind it, until it is released. */
async function held(page: Page, url: string, isIt: (request: Request) => boolean = () => true) {
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const going: Promise<void>[] = []
  const hold = async (route: Route) => {
    if (isIt(route.request())) {
      asked.resolve()
      await released.promise
    }
    await route.continue()
  }
  await page.route(url, (route) => going.push(hold(route)))
  return {
    isAsked: asked.promise,
    async release() {
      released.resolve()
      await Promise.all(going)
    },
    /** Not while a request is in progress: it would hang. */
    leave: () => page.unroute(url),
  }
}

async function addClient(page: Page, name: string, phone: string) {
  await page.getByRole('button', { name: 'Add Client' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add New Client' })
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByLabel('Phone').fill(phone)
  await dialog.getByRole('button', { name: 'Add Client' }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function addHorse(page: Page, name: string, owner: string) {
  await page.goto('/horses')
  await page.getByRole('button', { name: 'Add Horse' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add New Horse' })
  await dialog.getByRole('textbox', { name: /^Name/ }).fill(name)
  await dialog.getByRole('combobox', { name: /^Owner/ }).fill(owner)
  await page.getByRole('option', { name: owner, exact: true }).click()
  await dialog.getByRole('button', { name: 'Add Horse' }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function addFile(page: Page, horse: string, { type, path }: { type: string; path: string }) {
  await page
    .getByRole('button', { name: new RegExp(`^(View )?${horse}`) })
    .first()
    .click()
  await page.getByRole('tab', { name: 'Files' }).click()
  await page.getByRole('button', { name: 'Add a file' }).click()
  await page.getByLabel('File type').selectOption(type)
  await page.locator('input.uppy-Dashboard-input').first().setInputFiles(path)
}

async function bookTomorrow(page: Page, title: string, client: string) {
  const tomorrow = addDays(dayOf(currentTime(), 'Europe/London'), 1)
  await page.goto(`/calendar?view=week&date=${tomorrow}`)
  await page.getByRole('button', { name: 'New Appointment' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Schedule New Appointment' })
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByRole('combobox', { name: 'Client' }).fill(client)
  await page
    .getByRole('option', { name: new RegExp(client) })
    .first()
    .click()
  await dialog.getByLabel('Date').fill(tomorrow)
  await dialog.getByRole('button', { name: /^Schedule/ }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** A picture by its first bytes, which identify its type. */
function photo(into: string): string {
  const path = join(into, 'Near fore.jpg')
  writeFileSync(path, Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(3000, 7)]))
  return path
}
