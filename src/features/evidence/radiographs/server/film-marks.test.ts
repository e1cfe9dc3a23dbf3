import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { GuestMark } from '#features/evidence/radiographs/contract.ts'
import type { CareRole } from '#features/records/guests/rules.ts'
import { forgetAuthor } from '#features/records/guests/server/forget-author.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { letCare } from '#testing/care.ts'
import { addFile, storeFile } from '#testing/files.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const today = dayOf(currentTime(), 'Europe/London')
const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
/** Halves and thirds of a point: what is kept has to come back to the last digit. */
const PLACES = [
  { x: 1 / 3, y: 200.5 },
  { x: 0.1 + 0.2, y: 1e-7 },
]
const LENGTH = { kind: 'length', places: PLACES, frame: 0, label: null }

let clientId: string
let horseId: string
let filmId: string
let vet: Awaited<ReturnType<typeof makeGuest>>

const film = async (of: object = {}) => {
  const bytes = Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), Buffer.from(uuidv7())])
  return (
    await addFile(server.gareth, {
      fileId: await storeFile(server.gareth, bytes),
      fileType: 'radiograph',
      uploadedBy: 'vet',
      horseId,
      ...of,
    })
  ).id
}
const come = async (role: CareRole, backToOn?: string) => {
  const guest = await makeGuest(server.app)
  await letCare(server.gareth, { clientId, horseIds: [horseId], personId: guest.personId, role, ...(backToOn && { backToOn }) })
  return guest
}
beforeEach(async () => {
  clientId = await add('/api/clients', { name: 'Ffion Rees' })
  horseId = await add('/api/horses', { name: 'Seren', clientId })
  filmId = await film()
  vet = await come('vet')
})

const at = (id = filmId, slug = server.gareth.practiceId) => `/api/my/films/${slug}/${id}/marks`
const ask = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, by = vet) =>
  server.app.inject({ method, url, cookies: by.cookies, ...(payload && { payload }) })
const seen = async (by = vet) => (await ask('GET', at(), undefined, by)).json<GuestMark[]>()
const device = () => server.gareth.device()
const make = (by: ReturnType<typeof device>, data: object = {}, id = uuidv7()) =>
  by.op({ entity: 'film_marks', action: 'CREATE', id, data: { ...LENGTH, attachmentId: filmId, ...data } })
const take = (by: ReturnType<typeof device>, id: string) => by.op({ entity: 'film_marks', action: 'DELETE', id, data: {}, baseRev: 1 })
const rowsOf = async (by: ReturnType<typeof device>) =>
  ((await by.pull()) as { rows: { id: string; entity: string; deleted: boolean; data: Record<string, unknown> }[] }).rows.filter(
    ({ entity }) => entity === 'film_marks',
  )
const results = async (by: ReturnType<typeof device>, ...ops: ReturnType<typeof make>[]) => (await by.push(...ops)).results

test('a farrier and a vet measure one film, the farrier offline: both have both, point for point, with author and day', async () => {
  const barn = device()
  const offline = make(barn, { label: 'Sole depth', madeAt: '2026-11-20T10:00:00Z' })
  const id = uuidv7()
  expect((await ask('POST', at(), { ...LENGTH, id })).json()).toMatchObject({ id, authorName: 'Mia Bevan', isOwn: true, places: PLACES })
  expect(await results(barn, offline)).toMatchObject([{ status: 'applied' }])
  const farrier = { id: offline.id, places: PLACES, label: 'Sole depth', authorName: expect.stringContaining('Gareth') }
  expect(await seen()).toEqual([
    { ...LENGTH, ...farrier, madeAt: '2026-11-20T10:00:00.000Z', isOwn: false },
    { ...LENGTH, id, authorName: 'Mia Bevan', madeAt: expect.any(String), isOwn: true },
  ])
  const of = { attachmentId: filmId, horseId, places: PLACES }
  expect((await rowsOf(barn)).filter(({ data }) => data.attachmentId === filmId).map(({ data }) => data)).toMatchObject([
    { ...of, authorName: 'Mia Bevan', memberId: null },
    { ...of, memberId: server.gareth.memberId, madeAt: '2026-11-20T10:00:00.000Z' },
  ])
})

test("a vet's measurement is new on the horse, the farrier's own is not", async () => {
  const news = async () => (await server.gareth.get(`/api/horses/${horseId}/grants`)).json<{ news: object[] }>().news
  await results(device(), make(device()))
  expect(await news()).toEqual([])
  await ask('POST', at(), { ...LENGTH, id: uuidv7() })
  expect(await news()).toEqual([{ role: 'vet', plans: 0, notes: 0, films: 0, files: 0, marks: 1 }])
})

test('sent again it is kept once; each takes away their own, twice as well, never another’s', async () => {
  const [id, own] = [uuidv7(), device()]
  for (const _ of [1, 2]) expect((await ask('POST', at(), { ...LENGTH, id })).statusCode).toBe(201)
  const made = make(own)
  await results(own, made)
  expect(await seen()).toHaveLength(2)
  expect((await ask('DELETE', `${at()}/${made.id}`)).json()).toMatchObject({ code: 'film_mark_not_found' })
  expect(await results(own, take(own, id))).toMatchObject([{ status: 'rejected', code: 'forbidden' }])
  const colleague = await server.gareth.addMember('Dai Pugh', 'farrier')
  const theirs = colleague.device()
  expect(await results(theirs, take(theirs, made.id))).toMatchObject([{ status: 'rejected', code: 'forbidden' }])
  for (const _ of [1, 2]) expect((await ask('DELETE', `${at()}/${id}`)).statusCode).toBe(204)
  const [phone, tablet] = [device(), device()]
  for (const by of [phone, tablet]) expect(await results(by, take(by, made.id))).toMatchObject([{ status: 'applied' }])
  expect(await seen()).toEqual([])
})

test('no one edits any of it; a length has two places and an angle three', async () => {
  const barn = device()
  const made = make(barn)
  await results(barn, made)
  const change = barn.op({ entity: 'film_marks', action: 'UPDATE', id: made.id, baseRev: 1, data: { label: 'x', places: [] } })
  expect(await results(barn, change)).toMatchObject([{ status: 'rejected', code: 'forbidden' }])
  expect(await results(barn, make(barn, { kind: 'angle' }))).toMatchObject([{ status: 'rejected' }])
  for (const wrong of [{ kind: 'angle' }, { places: [{ x: -1, y: 0 }, PLACES[1]] }, { frame: -1 }, { label: 'x'.repeat(81) }])
    expect((await ask('POST', at(), { ...LENGTH, ...wrong, id: uuidv7() })).statusCode).toBe(400)
  expect(await seen()).toMatchObject([{ id: made.id, label: null }])
})

test('what a farrier measured or took away is undone; what a vet did is not theirs to undo', async () => {
  const lastLine = async () => (await server.gareth.get('/api/dashboard/activity?limit=1')).json<{ id: string; title: string }[]>()[0]
  const undo = async () => (await server.gareth.post(`/api/activity/${(await lastLine())?.id}/undo`)).statusCode
  const barn = device()
  const made = make(barn)
  await results(barn, made)
  expect((await lastLine())?.title).toBe('Seren: a length measured on a film')
  expect([await undo(), await seen()]).toEqual([204, []])
  const again = make(barn)
  await results(barn, again)
  await results(barn, take(barn, again.id))
  expect((await lastLine())?.title).toBe('Seren: a length on a film taken away')
  expect(await undo()).toBe(204)
  expect(await seen()).toMatchObject([{ id: again.id, places: PLACES }])
  const id = uuidv7()
  await ask('POST', at(), { ...LENGTH, id })
  expect([(await lastLine())?.title, await undo()]).toEqual(['Seren: a length measured by Mia Bevan', 422])
  await ask('DELETE', `${at()}/${id}`)
  expect([(await lastLine())?.title, await undo()]).toEqual(['Seren: a length on a film taken away by its vet', 422])
})

test('a para-professional reads measurements and makes none; an owner, a stranger and a signed-out caller read none', async () => {
  const id = uuidv7()
  await ask('POST', at(), { ...LENGTH, id })
  const para = await come('para-professional')
  expect(await seen(para)).toMatchObject([{ id, isOwn: false }])
  expect((await ask('POST', at(), { ...LENGTH, id: uuidv7() }, para)).statusCode).toBe(403)
  expect((await ask('DELETE', `${at()}/${id}`, undefined, para)).statusCode).toBe(403)
  const owner = await makeGuest(server.app, { practice: server.gareth, clientId })
  const stranger = await makeGuest(server.app)
  for (const by of [owner, stranger])
    for (const [method, url, body] of [
      ['GET', at()],
      ['POST', at(), { ...LENGTH, id: uuidv7() }],
      ['DELETE', `${at()}/${id}`],
    ] as const)
      expect((await ask(method, url, body, by)).statusCode, `${method}`).toBe(404)
  expect((await server.app.inject({ url: at() })).statusCode).toBe(401)
  expect(await seen()).toHaveLength(1)
})

test('a film that is none, is kept from them, is removed or closed has no measurements, and takes none', async () => {
  const photo = (await addFile(server.gareth, { horseId, shownToOwner: true })).id
  const [early, removed] = [await film({ takenOn: addDays(today, -400) }), await film()]
  await server.gareth.delete(`/api/file-attachments/${removed}`)
  const late = await come('vet', addDays(today, -30))
  for (const [id, by] of [
    [photo, vet],
    [early, late],
    [removed, vet],
    [uuidv7(), vet],
  ] as const) {
    expect((await ask('GET', at(id), undefined, by)).json()).toMatchObject({ code: 'attachment_not_found' })
    expect((await ask('POST', at(id), { ...LENGTH, id: uuidv7() }, by)).json()).toMatchObject({ code: 'attachment_not_found' })
  }
  const barn = device()
  for (const attachmentId of [photo, removed, uuidv7()])
    expect(await results(barn, make(barn, { attachmentId }))).toMatchObject([{ status: 'rejected', code: 'attachment_not_found' }])
  expect((await ask('GET', at(early))).statusCode).toBe(200)
  await server.asOwner(`update horse_grants set ended_at = now() where person_id = '${vet.personId}'`)
  expect((await ask('GET', at())).statusCode).toBe(404)
  expect((await ask('POST', at(), { ...LENGTH, id: uuidv7() })).statusCode).toBe(404)
})

test('a vet who closes their account measured as “A vet”, in the journal too; the measurement stays', async () => {
  const [stays, goes] = [uuidv7(), uuidv7()]
  for (const id of [stays, goes]) await ask('POST', at(), { ...LENGTH, id })
  await ask('DELETE', `${at()}/${goes}`)
  await server.gareth.inPractice((tx) => forgetAuthor(tx, vet.personId))
  const rows = await server.asOwner(`select author_name, person_id from film_marks where attachment_id = '${filmId}'`)
  expect(rows).toEqual([1, 2].map(() => ({ author_name: 'A vet', person_id: null })))
  const lines = await server.asOwner(
    `select before::text, after::text from activity where entity = 'film_marks' and entity_id in ('${stays}', '${goes}')`,
  )
  expect(lines).toHaveLength(3)
  expect(JSON.stringify(lines)).not.toContain('Mia')
  const barn = device()
  expect((await rowsOf(barn)).find(({ id }) => id === stays)?.data).toMatchObject({ authorName: 'A vet', memberId: null })
})

test('a film takes so many measurements and no more; a practice whose plan has ended is read, and takes none', async () => {
  await server.asOwner(`insert into film_marks (practice_id, id, attachment_id, horse_id, author_name, kind, places, frame, made_at, rev, seq)
    select '${server.gareth.practiceId}', gen_random_uuid(), '${filmId}', '${horseId}', 'Gareth', 'length', '{"{}","{}"}', 0, now(), 1, 900000 + n
    from generate_series(1, 200) n`)
  expect((await ask('POST', at(), { ...LENGTH, id: uuidv7() })).json()).toMatchObject({ code: 'too_many_requests' })
  await server.asOwner(`delete from film_marks where attachment_id = '${filmId}'`)
  const plan = (set: string) => server.asOwner(`update directory.practices set ${set} where id = '${server.gareth.practiceId}'`)
  await plan("paid_until = '2020-01-01', trial_ends_on = null")
  const refused = await ask('POST', at(), { ...LENGTH, id: uuidv7() })
  const read = await ask('GET', at())
  await plan("paid_until = null, trial_ends_on = '2099-01-01'")
  expect([refused.json().code, read.statusCode]).toEqual(['practice_takes_nothing', 200])
})
