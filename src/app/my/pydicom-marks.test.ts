import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Film, newFilm, placeAt, pressed, released, zoomed } from '#features/evidence/radiographs/film.ts'
import { changesOf, type KeptMark, withKept } from '#features/evidence/radiographs/kept.ts'
import { type MarkKind, measured, PLACES } from '#features/evidence/radiographs/measure.ts'
import { openDicom, type RadiographFacts } from '#features/evidence/radiographs/radiograph.ts'
import { Refusal } from '#features/evidence/radiographs/refusal.ts'
import { uuidv7 } from '#lib/ids.ts'
import { letCare } from '#testing/care.ts'
import { makeGuest } from '#testing/guests.ts'
import { codecsFromDisk as codecs } from '#testing/radiographs/codecs.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { atLength } from '#testing/whole.ts'

/* The 68 files of Debian's python3-pydicom: sent by a vet, measured by vet and farrier as the viewer does, and read by each from the other. */

const FOLDER = '/usr/lib/python3/dist-packages/pydicom/data/test_files'
const isThere = existsSync(FOLDER)
const ALL = isThere ? readdirSync(FOLDER).filter((name) => name.endsWith('.dcm')) : []
/** With a scale of their own and without, plain and packed, one that is not taken, and one that opens nowhere. */
const SOME = ['CT_small.dcm', 'JPEG2000.dcm', 'JPGExtended.dcm', 'SC_rgb_rle.dcm', 'SC_rgb_small_odd.dcm', 'no_meta.dcm', 'rtplan.dcm']
/** Data sets without the head of a file: no film by their content, and not taken. */
const NO_FILM = ['ExplVR_BigEndNoMeta.dcm', 'ExplVR_LitEndNoMeta.dcm', 'no_meta.dcm', 'rtstruct.dcm']
/** That many a person may send in a day. */
const A_DAY = 30

let server: TestServer
let horseId: string
let clientId: string
beforeAll(async () => {
  server = await startTestServer()
  const made = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
  clientId = await made('/api/clients', { name: 'Ffion Rees' })
  horseId = await made('/api/horses', { name: 'Seren', clientId })
})
afterAll(() => server.stop())

type Vet = Awaited<ReturnType<typeof makeGuest>>

async function comesIn(): Promise<Vet> {
  const guest = await makeGuest(server.app)
  await letCare(server.gareth, { clientId, horseIds: [horseId], personId: guest.personId })
  return guest
}

const slug = () => server.gareth.practiceId
const ask = ({ cookies }: Vet, method: 'GET' | 'POST', url: string, payload?: object) =>
  server.app.inject({ method, url, cookies, ...(payload && { payload }) })

/** Sends a film as a vet's page does; the id under which it is on record, or undefined where it is not taken. */
async function send(vet: Vet, name: string): Promise<string | undefined> {
  const [content, fileId, of] = [readFileSync(join(FOLDER, name)), uuidv7(), { practice: slug(), horseId, asCarer: true }]
  const asked = await ask(vet, 'POST', '/api/my/uploads', { ...of, id: fileId, bytes: content.length })
  const { uploadURL } = asked.json<{ uploadURL: string | null }>()
  const headers = { 'content-type': 'application/octet-stream' }
  if (uploadURL) await server.app.inject({ method: 'PUT', url: uploadURL, headers, payload: content })
  const given = await ask(vet, 'POST', '/api/my/files', { ...of, fileId, fileName: name })
  return given.statusCode === 201 ? given.json<{ id: string }>().id : undefined
}

/** Where a farrier's device reads a film from. */
const addressOf = async (filmId: string): Promise<string> => {
  const files = (await server.gareth.get(`/api/horses/${horseId}/files?limit=1000`)).json<{ id: string; fileUrl: string }[]>()
  return files.find(({ id }) => id === filmId)?.fileUrl ?? ''
}

/** What a viewer makes of bytes: the facts of the film, or why it does not open. */
const opened = async (bytes: Buffer): Promise<RadiographFacts | string> => {
  try {
    return (await openDicom(new Uint8Array(bytes), { codecs, mayReadPatient: false })).facts
  } catch (error) {
    return error instanceof Refusal ? error.reason : Promise.reject(error)
  }
}

/** A length or an angle across a film, drawn at this zoom, as a finger does. */
function drawn(facts: RadiographFacts, kind: MarkKind, zoom: number): Film {
  const picture = { width: facts.columns, height: facts.rows }
  const fresh: Film = { ...newFilm(facts), screen: { width: 375, height: 480 } }
  const now = zoomed(fresh, picture, zoom / Math.min(375 / picture.width, 480 / picture.height))
  const pixels = [
    { x: 101.5, y: 133.25 },
    { x: 187.5, y: 211 },
    { x: 233, y: 222.75 },
  ]
  // The first is a tap; each after it is drawn to.
  return pixels
    .slice(0, PLACES[kind])
    .reduce((film, pixel, at) => released(pressed(film, kind, placeAt(film, picture, pixel)), at > 0), now)
}

/** The part of a film's measurements that is sent. */
const newMarks = (film: Film) => (changesOf(film)?.add ?? []).map(({ number: _, ...mark }) => mark)

/** The measurements as a viewer shows them that is opened now and looked at closely. */
const shown = (facts: RadiographFacts, marks: readonly KeptMark[]) => {
  const near = zoomed(withKept(newFilm(facts), marks), { width: facts.columns, height: facts.rows }, 4)
  return near.measures.map((mark) => `${mark.kept?.by} ${measured(mark, facts.scale)} ${JSON.stringify(mark.places)}`)
}

type Row = { entity: string; data: { attachmentId: string; memberId: string | null; authorName: string } & Omit<KeptMark, 'filmId'> }

describe.skipIf(!isThere)("the files of Debian's python3-pydicom, by a vet's hand", () => {
  let vets: Vet[]
  beforeAll(async () => {
    vets = await Promise.all(Array.from({ length: Math.ceil(ALL.length / A_DAY) }, comesIn))
  })

  test('are all here', () => {
    expect(ALL).toHaveLength(68)
    expect(SOME.filter((name) => !ALL.includes(name))).toEqual([])
  })

  test.each(atLength(SOME, ALL))('%s: length and angle are the same on both sides, to the last digit', async (name) => {
    const vet = vets[Math.floor(ALL.indexOf(name) / A_DAY)] as Vet
    const filmId = await send(vet, name)
    expect(filmId === undefined).toBe(NO_FILM.includes(name))
    if (!filmId) return
    const path = `/my/care/${slug()}/${horseId}`
    const [sent, kept] = [await ask(vet, 'GET', `${path}/files/${filmId}/file`), await server.gareth.get(await addressOf(filmId))]
    expect([sent.statusCode, kept.statusCode]).toEqual([200, 200])
    const [theirs, ours] = [await opened(sent.rawPayload), await opened(kept.rawPayload)]
    expect(ours).toEqual(theirs)
    if (typeof theirs === 'string' || typeof ours === 'string') return
    const at = `/api/my/films/${slug()}/${filmId}/marks`
    for (const [kind, zoom] of [
      ['length', 0.5],
      ['angle', 4],
    ] as const)
      for (const mark of newMarks(drawn(theirs, kind, zoom))) expect((await ask(vet, 'POST', at, mark)).statusCode).toBe(201)
    const barn = server.gareth.device()
    for (const [kind, zoom] of [
      ['length', 4],
      ['angle', 0.5],
    ] as const)
      for (const { id, ...mark } of newMarks(drawn(ours, kind, zoom)))
        expect(
          (await barn.push(barn.op({ entity: 'film_marks', action: 'CREATE', id, data: { ...mark, attachmentId: filmId } }))).results,
        ).toMatchObject([{ status: 'applied' }])
    const read = (await ask(vet, 'GET', at)).json<KeptMark[]>()
    const { rows } = (await barn.pull()) as unknown as { rows: Row[] }
    const held = rows.flatMap(({ entity, data }) => (entity === 'film_marks' && data.attachmentId === filmId ? [data] : []))
    const inOrder = read.map(({ id }) => held.find((mark) => mark.id === id)).filter((mark) => mark !== undefined)
    const vetSees = shown(
      theirs,
      read.map((mark) => ({ ...mark, filmId, on: '2026-11-28' })),
    )
    expect(vetSees).toHaveLength(4)
    expect(
      shown(
        ours,
        inOrder.map((mark) => ({ ...mark, filmId, on: '2026-11-28', isOwn: mark.memberId !== null })),
      ),
    ).toEqual(vetSees)
    const unit = theirs.scale ? / \d+\.\d mm / : / \d+ px /
    expect(vetSees.filter((words) => unit.test(words))).toHaveLength(2)
    expect(vetSees.filter((words) => / \d+\.\d° /.test(words))).toHaveLength(2)
  })
})
