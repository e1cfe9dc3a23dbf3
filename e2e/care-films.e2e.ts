import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { measured } from '#features/evidence/radiographs/measure.ts'
import type { Place } from '#features/evidence/radiographs/view.ts'
import { uuidv7 } from '#lib/ids.ts'
import { filePlace } from '#platform/server/backup/format.ts'
import { DESKTOP, newContext, theBrowser } from '#testing/e2e.ts'
import { waiting } from '#testing/e2e-practice.ts'
import { atLength } from '#testing/whole.ts'
import { type Care, openCare } from './carer.ts'
import { PART_BYTES } from './cut-film.ts'
import { drawnOf, measureOn, refusedOn, shownOn, viewerOn } from './drawn-film.ts'
import { openPortalHouse, type PortalHouse } from './portal-house.ts'
import { CUT, denseFilm, expectProgress, filmsOf, LONGEST_GO_MS, sendSlowly } from './slow-films.ts'
import { openTornWire } from './torn-wire.ts'

/* Films between a vet's page and a farrier's app: a go of them by a network that hardly is one, by a connection that breaks, and each of many as both see it. */

const SENT = atLength(3, 20)
/** Of Debian's python3-pydicom, where that is installed. */
const FOLDER = '/usr/lib/python3/dist-packages/pydicom/data/test_files'
const ALL = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith('.dcm')) : []
/** With a scale and without, one that holds no picture, and one without the head of a film. */
const SOME = ALL.filter((name) => ['CT_small.dcm', 'JPEG2000.dcm', 'no_meta.dcm', 'rtplan.dcm'].includes(name))
const DRAWN = atLength(SOME, ALL)

let house: PortalHouse
let care: Care
beforeAll(async () => {
  house = await openPortalHouse()
})
afterAll(() => house.close())

test('a vet is in', async () => {
  care = await openCare(house, 'Films Of Seren', 'Seren')
})

test(`${SENT} films sent at once on 3G, cut off in the middle, arrive once each`, { timeout: LONGEST_GO_MS }, async () => {
  const { practice, farrier, vet, horseId, path } = care
  const films = filmsOf(SENT, 'Seren')
  const names = films.map(({ name }) => name).toSorted()
  await vet.page.goto(path)
  const { shown, cut, gave } = await sendSlowly(vet.page, films)
  // Its bytes and itself, of each; what was lost as the network went, again.
  expect(gave).toBe(2 * SENT + 1)
  expect(Object.keys(shown).toSorted()).toEqual(names)
  for (const [name, said] of Object.entries(shown)) expectProgress(said, name === cut, name)
  const there = await practice.ask<{ name: string }>(
    `select t.file_name as name, f.sha256, f.state from files f
     left join attachments t on t.practice_id = f.practice_id and t.file_id = f.id where f.practice_id = $1`,
  )
  const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)
  expect(there.toSorted(byName)).toEqual(films.map(({ name, sha256 }) => ({ name, sha256, state: 'stored' })).toSorted(byName))
  await vet.page.reload()
  const theirs = await vet.page.locator('#files article b').allTextContents()
  const ours = await farrier.api.get<{ fileName: string }[]>(`/api/horses/${horseId}/files?limit=1000`)
  expect(theirs.toSorted()).toEqual(names)
  expect(ours.map(({ fileName }) => fileName).toSorted()).toEqual(names)
})

test.each([
  { way: 'in one go', method: 'PUT', rows: 1000, seed: 101, tornAt: 300_000 },
  { way: 'in parts', method: 'PATCH', rows: 12_000, seed: 102, tornAt: 5_000_000 },
])('a film sent $way whose connection breaks in the middle of its bytes arrives whole, and once', async ({ way, method, ...of }) => {
  const film = denseFilm({ name: `Torn ${way}.dcm`, horse: 'Seren', ...of })
  const wire = await openTornWire(of.tornAt)
  const context = await vetBy(wire)
  onTestFinished(() => context.close().finally(wire.close))
  const page = await context.newPage()
  await page.goto(care.path)
  await page.getByLabel('Choose files').setInputFiles([film])
  const row = page.locator('[data-upload] li').filter({ has: page.getByText(film.name, { exact: true }) })
  await row.getByText(CUT).waitFor()
  expect(wire.carried.at(-1)).toEqual({ method, from: expect.any(Number), bytes: expect.any(Number), isTorn: true })
  expect(await onRecord(film.buffer.length)).toEqual([{ state: 'uploading', sha256: null, name: null }])
  const torn = wire.carried.length
  wire.mend()
  await row.getByText('Sent', { exact: true }).waitFor()
  // In one go it begins anew; of a part the server kept what had come.
  const [next, ...others] = wire.carried.slice(torn)
  const from = next?.from ?? Number.NaN
  if (method === 'PUT') expect(next).toEqual({ method, from: 0, bytes: film.buffer.length, isTorn: false })
  else expect([from > PART_BYTES, from <= of.tornAt, next?.bytes]).toEqual([true, true, film.buffer.length - from])
  expect(others).toEqual([])
  expect(await onRecord(film.buffer.length)).toEqual([{ state: 'stored', sha256: film.sha256, name: film.name }])
})

describe.skipIf(ALL.length === 0)('on the screens of a vet and a farrier', () => {
  const filmIds = new Map<string, string>()
  beforeAll(async () => {
    for (const name of DRAWN) filmIds.set(name, await putOnRecord(name))
    await care.farrier.page.goto(`/horses?horse=${care.horseId}&tab=files`)
  })

  afterEach(async () => {
    const close = viewerOn(care.farrier.page).getByRole('button', { name: 'Close' })
    if ((await close.count()) > 0) await close.click()
  })

  test.each(DRAWN.map((name, at) => ({ name, isVetFirst: at % 2 === 0 })))('$name is the same', async ({ name, isVetFirst }) => {
    const filmId = filmIds.get(name) ?? ''
    const drawn = await drawnOf(bytesOf(name))
    const [vet, farrier] = [care.vet.page, care.farrier.page]
    const [first, second] = isVetFirst ? [vet, farrier] : [farrier, vet]
    await open(first, { name, filmId })
    if ('sentence' in drawn) {
      await open(second, { name, filmId })
      expect([await refusedOn(vet), await refusedOn(farrier)]).toEqual([drawn.sentence, drawn.sentence])
    } else {
      await measureOn(first)
      await expect.poll(() => marksOf(filmId), waiting('the measurement is kept')).toHaveLength(1)
      await open(second, { name, filmId })
      const [theirs, ours] = [await shownOn(vet, drawn), await shownOn(farrier, drawn)]
      expect(ours).toEqual(theirs)
      const [mark] = await marksOf(filmId)
      const figure = mark && measured({ kind: 'length', places: mark.places }, drawn.scale)
      expect(theirs).toEqual({
        canvas: drawn.canvas,
        words: drawn.words,
        onFilm: [`1${figure}`],
        inList: [figure],
      })
    }
  })
})

test('no page complained', () => {
  // The network that went is the browser's complaint.
  expect([...care.farrier.problems, ...care.vet.problems].filter((problem) => !problem.includes('net::ERR_'))).toEqual([])
})

/** A browser that is the vet's too, by a wire. */
const vetBy = async ({ url }: { url: string }) =>
  newContext(await theBrowser(), {
    ...{ baseURL: house.url, proxy: { server: url }, serviceWorkers: 'block', locale: 'en-GB', timezoneId: 'Europe/London' },
    storageState: await care.vet.context.storageState(),
  })

/** The files of a size, and as what each is on the record. */
const onRecord = (bytes: number) =>
  care.practice.ask<{ state: string; sha256: string | null; name: string | null }>(
    `select f.state, f.sha256, t.file_name as name from files f
     left join attachments t on t.practice_id = f.practice_id and t.file_id = f.id where f.practice_id = $1 and f.bytes = $2`,
    bytes,
  )

const bytesOf = (name: string) => readFileSync(join(FOLDER, name))

const marksOf = (filmId: string) =>
  care.practice.ask<{ places: Place[] }>('select places from film_marks where practice_id = $1 and attachment_id = $2', filmId)

/** Opens a film as a vet or the farrier comes to it, on a screen of the usual size. */
async function open(page: Page, { name, filmId }: { name: string; filmId: string }) {
  await page.setViewportSize({ width: DESKTOP, height: 800 })
  if (page === care.vet.page) await page.goto(`${care.path}/films/${filmId}`)
  else await lookAt(page, name)
  await viewerOn(page).getByRole('application').or(viewerOn(page).getByRole('alert')).waitFor()
}

async function lookAt(page: Page, name: string) {
  const look = page.getByRole('button', { name: `Look at ${name}`, exact: true })
  const more = page.getByRole('button', { name: /^Show more of/ })
  await look.or(more).first().waitFor()
  while ((await look.count()) === 0) await more.click()
  await look.click()
}

const HEAD = Buffer.concat([Buffer.alloc(128), Buffer.from('DICM')])

/** Puts a film on record as from a vet; its id. */
async function putOnRecord(name: string): Promise<string> {
  const { farrier, horseId } = care
  const content = bytesOf(name)
  const isTaken = content.subarray(128, HEAD.length).toString() === 'DICM'
  // One without the head is taken from nobody. It lies on the disk all the same, as after a fault, in place of one that was.
  const sent = isTaken ? content : Buffer.concat([HEAD, content.subarray(HEAD.length)])
  const [id, sha256] = [uuidv7(), createHash('sha256').update(sent).digest('hex')]
  const { uploadURL } = await farrier.api.post<{ uploadURL: string }>('/api/objects/upload', { id, bytes: sent.length, sha256 })
  const headers = { origin: house.url, 'content-type': 'application/octet-stream' }
  expect((await farrier.context.request.put(uploadURL, { headers, data: sent })).status()).toBe(204)
  if (!isTaken) writeFileSync(join(house.folder, 'files', filePlace(sha256)), content)
  const of = { fileId: id, fileType: 'radiograph', fileName: name, uploadedBy: 'vet', horseId }
  return (await farrier.api.post<{ id: string }>('/api/file-attachments', of)).id
}
