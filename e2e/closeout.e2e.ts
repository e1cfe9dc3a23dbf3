import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cardDay } from '#features/day/visit-card/card.ts'
import { whenOn } from '#features/visits/appointments/rules.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { expectAccessible, expectNoSidewaysScroll, type House, PHONE, shareHouse } from '#testing/e2e.ts'
import { calm } from '#testing/e2e-ledger.ts'
import { openPractice, type Practice, recordByHand, recordedFor, waiting } from '#testing/e2e-practice.ts'
import { countTaps } from './taps.ts'
import { stayOut } from './yard-of-three.ts'

const ZONE = 'Europe/London'
const today = dayOf(currentTime(), ZONE)
const SHOE = { work: 'new', shoe: 'Fullered', size: '5¼', nails: 'E5' }
const TRIM = { work: 'trim' }
const FOUND = 'A little thrush in both fronts.'
const ADVISED = 'Pick the feet out daily, and a dry bed at night.'
const FRONTS = { NF: SHOE, OF: SHOE, NH: TRIM, OH: TRIM }

let house: House
beforeAll(() => {
  house = shareHouse()
})
afterAll(() => house.close())

test('two yard stops are closed out in the barn, one in two presses, one with photos, words and another shoe, and the owner reads the card', async () => {
  const practice = await openPractice(house, 'Hollybush In A Hollow')
  const phone = await practice.device({
    width: PHONE,
    keepsApp: true,
    prepare: ({ context }) => context.grantPermissions(['microphone']),
  })
  const { page, problems } = phone
  await bookStops(page)
  await calm(practice, [phone])
  // A page opened before the app was cached on the device fetches the parts it has not loaded yet from the network.
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.goto(`${house.url}/round`)
  await page.getByText('0 of 2', { exact: true }).waitFor()
  await stayOut(page)
  await phone.airplane(true)

  const counted = await countTaps(page)
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await page.getByRole('button', { name: 'All 3 as last time' }).click()
  await page.getByText(/^3 of 3 done/).waitFor()
  expect(await counted()).toEqual({ taps: 2, characters: 0 })
  await page.getByRole('button', { name: 'Just done' }).click()
  await page.getByText('1 of 2', { exact: true }).waitFor()

  const photos = [await photo('red'), await photo('green')]
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Biscuit Front shoes new/ }).click()
  await dialog
    .getByLabel('Photo of Biscuit')
    .setInputFiles(photos.map((buffer, n) => ({ name: `${n}.jpg`, mimeType: 'image/jpeg', buffer })))
  await dialog.getByRole('button', { name: 'Photo, 2 taken' }).waitFor()
  await recordNote(page)
  await dialog.getByText('Other work, findings, advice').click()
  await dialog.getByRole('textbox', { name: /^Findings/ }).fill(FOUND)
  await dialog.getByRole('textbox', { name: /^Recommendations/ }).fill(ADVISED)
  await expectAccessible(page, 'a stop being closed out')
  await expectNoSidewaysScroll(page, 'a stop being closed out')
  await dialog.getByRole('button', { name: 'Biscuit done, next Merlin' }).click()
  await dialog.getByRole('button', { name: /^OF 5¼ fullered/ }).click()
  const foot = page.getByRole('dialog', { name: 'OF, off fore' })
  await foot.getByRole('textbox', { name: /^Size/ }).fill('5½')
  await foot.getByRole('button', { name: 'Keep' }).click()
  await dialog.getByText('As last time, with 1 change').waitFor()
  await dialog.getByRole('button', { name: 'Merlin done, next Dolly' }).click()
  await dialog.getByText(/^2 of 3 done/).waitFor()
  await dialog.getByRole('button', { name: 'As last time', exact: true }).click()
  await dialog.getByRole('button', { name: 'Just done' }).click()
  await page.getByText('2 of 2', { exact: true }).waitFor()

  await phone.airplane(false)
  await calm(practice, [phone])
  await expectLinked(practice, photos)
  await picturesMade(practice, page)
  await expectCard(await linkFor(page))
  expect(problems).toEqual([])
})

/** Two stops of today at two yards, three horses each, every one with shoes in front seven weeks ago. */
async function bookStops(page: Page) {
  const clientId = uuidv7()
  const stops = [
    { yardId: uuidv7(), name: 'Upper Court', horses: ['Acorn', 'Bracken', 'Conker'] },
    { yardId: uuidv7(), name: 'Hollybush Farm', horses: ['Biscuit', 'Merlin', 'Dolly'] },
  ].map((stop) => ({ ...stop, id: uuidv7(), horses: stop.horses.map((name) => ({ name, id: uuidv7() })) }))
  const { startTime, endTime } = whenOn(today, '08:00', '08:00', ZONE)
  await recordByHand(page, [
    [{ action: 'CREATE', entity: 'clients', id: clientId, data: { name: 'Sarah Penrose' } }],
    stops.map(({ yardId, name }) => ({ action: 'CREATE', entity: 'yards', id: yardId, data: { name } })),
    stops.flatMap(({ yardId, horses }) =>
      horses.map(({ id, name }) => ({ action: 'CREATE', entity: 'horses', id, data: { name, clientId, yardId, cycleDays: 42 } }) as const),
    ),
    stops.flatMap(({ horses }) =>
      horses.map(({ id }) => {
        const data = { horseId: id, serviceType: 'Front shoes new', workDate: addDays(today, -49), setup: FRONTS }
        return { action: 'CREATE', entity: 'work_entries', data } as const
      }),
    ),
    stops.map(({ id, yardId, name, horses }, at) => ({
      action: 'CREATE',
      entity: 'appointments',
      id,
      data: {
        ...{ title: name, clientId, yardId, startTime, endTime, isCallOnly: true, callNumber: at + 1, callPeriod: 'AM' },
        horses: horses.map((horse) => ({ horseId: horse.id })),
      },
    })),
  ])
}

const photo = (color: string) =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: color } })
    .jpeg()
    .toBuffer()

async function recordNote(page: Page) {
  await page.getByRole('button', { name: 'Voice note' }).click()
  await recordedFor(page, 1)
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Voice note, 1 kept' }).waitFor()
}

/** All records refer to each other on the server, and every stored byte equals the original. */
async function expectLinked(practice: Practice, photos: readonly Buffer[]) {
  const work = await practice.ask(`select h.name, w.setup -> 'OF' ->> 'size' as size, a.is_call_complete as "isComplete", l.outcome
    from work_entries w join horses h on h.id = w.horse_id join visit_horses l on l.id = w.visit_horse_id
      join appointments a on a.id = l.appointment_id
    where w.practice_id = $1 order by h.name`)
  const done = { isComplete: true, outcome: 'done' }
  expect(work).toEqual(
    ['Acorn', 'Biscuit', 'Bracken', 'Conker', 'Dolly', 'Merlin'].map((name) => ({ ...done, name, size: name === 'Merlin' ? '5½' : '5¼' })),
  )
  const files = await practice.ask<{ sha256: string; state: string }>(`select f.sha256, f.state
    from attachments t join files f on f.id = t.file_id join horses h on h.id = t.horse_id join appointments a on a.id = t.appointment_id
    where t.practice_id = $1 and h.name = 'Biscuit' and a.title = 'Hollybush Farm'`)
  expect(files.map(({ sha256 }) => sha256).toSorted()).toEqual(photos.map(sha256Of).toSorted())
  const notes = await practice.ask<{ sha256: string }>(`select f.sha256 from voice_notes v join files f on f.id = v.file_id
      join visit_horses l on l.id = v.visit_horse_id join horses h on h.id = l.horse_id
    where v.practice_id = $1 and f.state = 'stored' and h.name = 'Biscuit'`)
  expect(notes).toHaveLength(1)
  for (const { sha256 } of [...files, ...notes])
    expect(sha256Of(readFileSync(join(house.folder, 'files', sha256.slice(0, 2), sha256)))).toBe(sha256)
}

/** A photo is shown small once the worker has made its pictures. */
async function picturesMade(practice: Practice, page: Page) {
  const files = await practice.ask<{ id: string }>('select file_id as id from attachments where practice_id = $1')
  const isMade = async ({ id }: { id: string }) => (await page.request.get(`${house.url}/api/objects/${id}/thumbnail?width=280`)).ok()
  await expect.poll(async () => (await Promise.all(files.map(isMade))).every(Boolean), waiting('the pictures are made')).toBe(true)
}

/** The link to the card of the second stop, as sent to its owner. */
async function linkFor(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Visit card: Hollybush Farm' }).click()
  const dialog = page.getByRole('dialog', { name: 'Visit card' })
  const card = dialog.getByRole('link', { name: "Open Sarah Penrose's card" })
  await card.waitFor()
  expect(await dialog.getByRole('switch', { checked: true }).count()).toBe(2)
  await expectAccessible(page, 'the cards of a visit')
  return (await card.getAttribute('href')) ?? ''
}

/** The card as its owner reads it through the link: on a phone, not signed in. */
async function expectCard(url: string) {
  const { page, context, problems } = await house.visit(PHONE)
  await page.goto(url)
  const biscuit = page.getByRole('region', { name: 'Biscuit' })
  const next = `Next due ${cardDay(addDays(today, 42))}`
  for (const said of ['Front shoes new', 'New shoe, 5¼ fullered', FOUND, ADVISED, next])
    expect(await biscuit.getByText(said).first().isVisible(), said).toBe(true)
  expect(await page.getByRole('region', { name: 'Merlin' }).getByText('New shoe, 5½ fullered').isVisible()).toBe(true)
  expect(await page.getByRole('region', { name: /^(?!Your calendar)/ }).count()).toBe(3)
  const widths = await biscuit
    .getByRole('img')
    .evaluateAll((images) => images.map((image) => (image as { naturalWidth?: number }).naturalWidth))
  expect(widths).toEqual([600, 600])
  await expectAccessible(page, 'a visit card')
  await expectNoSidewaysScroll(page, 'a visit card')
  const pdf = await context.request.get((await page.getByRole('link', { name: 'Save as PDF' }).getAttribute('href')) ?? '')
  expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')
  expect(problems).toEqual([])
}

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
