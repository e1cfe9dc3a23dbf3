import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cast, castHorse } from '#db/cast.ts'
import { readPictureName } from '#db/cast-pictures.ts'
import { DRAWN_FOLDER, storeCastFiles } from '#db/cast-store.ts'
import { CAST_VOICE_MS } from '#db/cast-voice.ts'
import { keepDemo } from '#db/cast-write.ts'
import type { Attachment } from '#features/evidence/files/contract.ts'
import { picturesForOwner } from '#features/evidence/files/server/pictures-for-owner.ts'
import { readGaitTable } from '#features/evidence/gait/table.ts'
import { textOf } from '#features/evidence/gait/text.ts'
import { openDicom } from '#features/evidence/radiographs/radiograph.ts'
import type { VoiceNote } from '#features/evidence/voice/contract.ts'
import { suggestionsIn } from '#features/evidence/voice/suggesting.ts'
import { openSession } from '#platform/server/http/session.ts'
import { StartError } from '#platform/server/start-error.ts'
import { photoWithPlace } from '#testing/pictures.ts'
import { codecsFromDisk } from '#testing/radiographs/codecs.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { atLength } from '#testing/whole.ts'
import { drawHoof, markOf, WORDS } from '../../scripts/draw/draw.ts'
import { drawGait } from '../../scripts/draw/gait.ts'
import { FILMS, LOOKS } from '../../scripts/draw/looks.ts'
import { drawFilm } from '../../scripts/draw/radiograph.ts'

const NOON = new Date('2026-11-24T12:00:00Z')
const SMALL = ['200', '280', '600']
const MOST_BYTES = 120_000
const MOST_ALTOGETHER = 6_000_000

let server: TestServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pritchel-demo-photos-'))
  server = await startTestServer({ own: true })
  await keepDemo(server.db, NOON, await storeCastFiles(server.app.setup.files))
  cookie = await server.db.withDirectory((tx) =>
    openSession(tx, { personId: cast.owner.personId, practiceId: cast.practice.id, userAgent: 'test' }),
  )
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

let cookie: string
const get = (url: string) => server.app.inject({ url, cookies: { [server.app.cookieName]: cookie } })
const filesOf = async (horse: string) => (await get(`/api/horses/${castHorse(horse).id}/files`)).json<Attachment[]>()
const onRecord = () =>
  server.db.withPractice(cast.practice.id, (tx) =>
    tx
      .selectFrom('attachments as a')
      .leftJoin('work_entries as w', 'w.id', 'a.work_entry_id')
      .selectAll('a')
      .select(['w.work_date', 'w.horse_id as worked_on'])
      .execute(),
  )

describe('what is committed', () => {
  const photos = [...LOOKS.keys()]

  test('is every picture that is drawn and nothing else, each named after a horse, a foot, a view and a visit', async () => {
    const small = photos.flatMap((name) => SMALL.map((width) => name.replace('.jpg', `.${width}.jpg`)))
    const all = [...photos, ...small, ...FILMS.keys(), 'biscuit-gait-0.csv', 'merlin-voice-0.webm']
    expect((await readdir(DRAWN_FOLDER)).sort()).toEqual(all.sort())
    for (const name of photos) expect(readPictureName(name), name).toMatchObject({ foot: expect.any(String), view: LOOKS.get(name)?.view })
  })

  test('is small: a photo at most 120 kB, all at most 6 MB', async () => {
    const sizes = await Promise.all((await readdir(DRAWN_FOLDER)).map(async (name) => (await stat(join(DRAWN_FOLDER, name))).size))
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MOST_BYTES)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST_ALTOGETHER)
  })

  test('is what the scripts draw now, and each photo is marked as drawn', async () => {
    for (const [name, look] of [...LOOKS].filter((_, at) => at % atLength(11, 1) === 0)) {
      const { exif, width, height } = await sharp(join(DRAWN_FOLDER, name)).metadata()
      expect([width, height], name).toEqual([1200, 900])
      expect(exif?.includes(WORDS), name).toBe(true)
      expect(exif?.includes(markOf(drawHoof(look))), `${name} is not what is drawn now: npm run draw -- ${name}`).toBe(true)
    }
    for (const [name, film] of FILMS) {
      const dicom = await readFile(join(DRAWN_FOLDER, name))
      expect(dicom.includes(markOf(drawFilm(film))), `${name} is not what is drawn now: npm run draw -- ${name}`).toBe(true)
    }
    expect(await readFile(join(DRAWN_FOLDER, 'biscuit-gait-0.csv'), 'utf8')).toBe(drawGait())
  })
})

describe('the demo practice', () => {
  test('has forty photos of a dozen horses in three views, each of the day of its work, and shown as drawn', async () => {
    const photos = (await onRecord()).filter((one) => one.file_type === 'image')
    expect(photos.length).toBeGreaterThanOrEqual(40)
    expect(new Set(photos.map((one) => one.horse_id)).size).toBeGreaterThanOrEqual(12)
    expect([...new Set(photos.map((one) => one.view))].sort()).toEqual(['dorsal', 'lateral', 'solar'])
    for (const one of photos) {
      expect(one, one.file_name).toMatchObject({
        taken_on: one.work_date,
        horse_id: one.worked_on,
        foot: expect.any(String),
        shown_to_owner: true,
      })
      expect(one.description, one.file_name).toContain('Drawn for the demo')
    }
  })

  test('has horses photographed before and after one visit, the photo from before first', async () => {
    const photos = (await onRecord()).filter((one) => one.file_type === 'image').sort((a, b) => (a.id < b.id ? -1 : 1))
    const pairs = photos.filter((one) => one.file_name.endsWith(' before.jpg'))
    expect(new Set(pairs.map((one) => one.horse_id)).size).toBeGreaterThanOrEqual(2)
    for (const before of pairs) {
      const after = photos.findLast(
        (one) => one.work_entry_id === before.work_entry_id && one.foot === before.foot && one.view === before.view,
      )
      expect(after?.id ?? '', before.file_name).not.toBe(before.id)
    }
  })

  test('has a foot over time: Merlin’s near fore from the side, on four days', async () => {
    const days = (await filesOf('Merlin')).filter((one) => one.foot === 'NF' && one.view === 'lateral' && one.fileType === 'image')
    expect(new Set(days.map((one) => one.takenOn)).size).toBe(4)
  })

  test('opens each file by its address as what it is, and each photo’s small pictures at once', async () => {
    const types: Record<string, number> = {}
    for (const one of await onRecord()) {
      const answer = await get(`/api/objects/${one.file_id}`)
      expect([answer.statusCode, answer.rawPayload.length], one.file_name).toEqual([200, Number(one.bytes)])
      const type = String(answer.headers['content-type']).split(';')[0] ?? ''
      types[type] = (types[type] ?? 0) + 1
      if (one.file_type !== 'image') continue
      const small = await Promise.all(
        [...SMALL.map((width) => `thumbnail?width=${width}`), 'picture'].map((path) => get(`/api/objects/${one.file_id}/${path}`)),
      )
      expect(
        small.map((picture) => picture.headers['content-type']),
        one.file_name,
      ).toEqual(Array(4).fill('image/jpeg'))
    }
    expect(types).toEqual({ 'image/jpeg': LOOKS.size, 'application/dicom': FILMS.size, 'text/csv': 1 })
  })

  test('has a picture of each photo for the owner’s pages, and of nothing else', async () => {
    const records = await onRecord()
    const shown = await picturesForOwner(
      { db: server.db, files: server.app.setup.files },
      cast.practice.id,
      records.map(({ id }) => id),
    )
    expect(shown.size).toBe(LOOKS.size)
  })

  test('has radiographs from a vet of two horses, which open with a scale; an owner is shown those of a vet they let in', async () => {
    const films = (await onRecord()).filter((one) => one.file_type === 'radiograph')
    expect(new Set(films.map((one) => one.horse_id)).size).toBe(2)
    for (const one of films) {
      expect(one, one.file_name).toMatchObject({
        uploaded_by: 'vet',
        received_from: 'Marches Equine',
        shown_to_owner: one.made_by_grant !== null,
        description: 'Drawn for the demo',
      })
      const bytes = (await get(`/api/objects/${one.file_id}`)).rawPayload
      const { facts, first } = await openDicom(bytes, { codecs: codecsFromDisk, mayReadPatient: true })
      expect(facts, one.file_name).toMatchObject({ columns: 960, rows: 1040, frames: 1, scale: { across: 0.25, of: 'detector' } })
      expect(
        Array.from(first.samples).reduce((most, sample) => Math.max(most, sample), 0),
        one.file_name,
      ).toBeGreaterThan(200)
    }
  })

  test('has a gait of three columns that can be plotted', async () => {
    const gait = (await filesOf('Biscuit')).find((one) => one.fileType === 'gait-analysis')
    const table = readGaitTable(textOf((await get(gait?.fileUrl ?? '')).rawPayload))
    expect(table).toMatchObject({ rows: 600, notes: [], x: { label: 'Time (s)' } })
    expect('columns' in table && table.columns.map(({ label }) => label)).toEqual([
      'Near fore (N)',
      'Off fore (N)',
      'Near fore fetlock (deg)',
    ])
  })

  test('has a voice note that plays, written down, with something to suggest', async () => {
    const [note] = (await get(`/api/horses/${castHorse('Merlin').id}/voice-notes`)).json<VoiceNote[]>()
    expect(note).toMatchObject({ mime: 'audio/webm', transcriptState: 'done', durationMs: CAST_VOICE_MS })
    expect(note?.waveform).toHaveLength(64)
    const sound = await get(note?.fileUrl ?? '')
    expect([sound.statusCode, sound.headers['content-type']]).toEqual([200, 'audio/webm'])
    expect(suggestionsIn(note?.transcript ?? '').map(({ field }) => field)).toEqual(
      expect.arrayContaining(['serviceType', 'size', 'finding', 'pad', 'recommendation']),
    )
    expect(note?.workEntryId).not.toBeNull()
  })

  test('writes its bytes once, however often it is made', async () => {
    const written: string[] = []
    const { files } = server.app.setup
    const note = async (key: string) => {
      written.push(key)
      return key
    }
    await storeCastFiles({ ...files, keep: note, put: async (key) => void (await note(key)) })
    expect(written).toEqual([])
  })
})

describe('the operator’s own photos', () => {
  const store = () => storeCastFiles(server.app.setup.files, folder)

  test('stand in for the drawn ones of their horses', async () => {
    await writeFile(join(folder, 'Merlin NF lateral 0.jpg'), await photoWithPlace())
    await writeFile(join(folder, 'd_artagnan_of_solar_2026-10-06.jpg'), await photoWithPlace(400, 300))
    const stored = await store()
    const of = (horse: string) => stored.filter((one) => one.horse === horse && one.mime.startsWith('image/'))
    expect(of('Merlin')).toMatchObject([{ foot: 'NF', view: 'lateral', when: 0, isDrawn: false }])
    expect(of("D'Artagnan")).toMatchObject([{ foot: 'OF', view: 'solar', when: '2026-10-06', isDrawn: false }])
    expect(of('Biscuit').every((one) => one.isDrawn)).toBe(true)
    expect(stored.filter((one) => one.horse === 'Merlin').map((one) => one.mime)).toEqual(
      expect.arrayContaining(['application/dicom', 'audio/webm']),
    )
  })

  test('stop the start with a sentence where one has another name, is no photo, or the folder is not there', async () => {
    await writeFile(join(folder, 'IMG_0042.jpg'), await photoWithPlace())
    await expect(store()).rejects.toThrow(/^These photos for the demo are not named as they have to be .*: IMG_0042\.jpg\.$/)
    await rm(join(folder, 'IMG_0042.jpg'))
    await writeFile(join(folder, 'dolly-nf-solar-0.jpg'), 'not a photo')
    await expect(store()).rejects.toThrow(/dolly-nf-solar-0\.jpg is not a photo/)
    await rm(join(folder, 'dolly-nf-solar-0.jpg'))
    await expect(storeCastFiles(server.app.setup.files, join(folder, 'nowhere'))).rejects.toBeInstanceOf(StartError)
  })
})

test('a name of a picture needs a horse of the demo, a foot and a view', () => {
  expect(readPictureName('merlin-nf-lateral-0-before.jpg')).toMatchObject({
    horse: 'Merlin',
    foot: 'NF',
    view: 'lateral',
    when: 0,
    isBefore: true,
  })
  expect(readPictureName('The Colonel OH heels 2026-01-31.png')).toMatchObject({
    horse: 'The Colonel',
    foot: 'OH',
    view: 'heels',
    when: '2026-01-31',
  })
  expect(['merlin-nf-0.jpg', 'nobody-nf-lateral-0.jpg', 'merlin-nf-above-0.jpg', 'merlin.jpg', ''].map(readPictureName)).toEqual(
    Array(5).fill(undefined),
  )
})
