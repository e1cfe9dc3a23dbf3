import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CareNote } from '#features/visits/care/contract.ts'
import { withdrawNote } from '#features/visits/care/server/own-note.ts'
import { type Written, writeNote } from '#features/visits/care/server/write-note.ts'
import type { Task } from '#features/visits/tasks/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { letCare } from '#testing/care.ts'
import { addFile } from '#testing/files.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const today = dayOf(currentTime(), 'Europe/London')
const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const notes = async () => (await server.gareth.get(`/api/horses/${horseId}/care-notes`)).json<CareNote[]>()
const tasks = async () => (await server.gareth.get(`/api/tasks?horseId=${horseId}`)).json<Task[]>()
const device = () => server.gareth.device()
const rowsOf = async (by: ReturnType<typeof device>) => ((await by.pull()) as { rows: { id: string }[] }).rows
const NOTHING_SAID = { plan: null, figures: null, filmId: null, reviewOn: null, isKept: false }
const PLAN = { NF: { wedgeTenths: 30, pad: 'Leather pad' } }

let clientId: string
let horseId: string
let vet: Awaited<ReturnType<typeof makeGuest>>
let consentId: string
beforeEach(async () => {
  clientId = await add('/api/clients', { name: 'Ffion Rees' })
  horseId = await add('/api/horses', { name: 'Seren', clientId })
  vet = await makeGuest(server.app)
  consentId = (await letCare(server.gareth, { clientId, horseIds: [horseId], personId: vet.personId })).consentId
})

const asVet = <T>(work: Parameters<typeof server.gareth.inPractice<T>>[0], personId = vet.personId) =>
  server.gareth.inPractice<T>((tx, actor) => work(tx, { ...actor, memberId: null, byPerson: personId, opId: uuidv7() } as never))
const write = async (written: Partial<Written> = {}, personId = vet.personId) => {
  const id = written.id ?? uuidv7()
  await asVet(
    (tx, actor) => writeNote(tx, actor, { personId, horseId }, { ...NOTHING_SAID, body: 'Broken back', ...written, id }),
    personId,
  )
  return id
}
const own = (work: typeof withdrawNote, noteId: string, personId = vet.personId) =>
  asVet((tx, actor) => work(tx, actor, { personId, horseId, noteId }), personId)
const undoLast = async () => {
  const [last] = (await server.gareth.get('/api/dashboard/activity?limit=1')).json<{ id: string; title: string }[]>()
  return { title: last?.title, answer: await server.gareth.post(`/api/activity/${last?.id}/undo`) }
}

test('a vet writes a plan; it is on the farrier’s device, who accepts it, and its review is a task', async () => {
  const id = await write({ plan: PLAN, reviewOn: addDays(today, 42) })
  const pulled = (await rowsOf(device())).find((row) => row.id === id)
  expect(pulled).toMatchObject({
    entity: 'care_notes',
    data: { horseId, authorName: 'Mia Bevan', authorRole: 'vet', kind: 'plan', plan: PLAN, takenAt: null },
  })
  const barn = device()
  const accepted = barn.op({ entity: 'care_notes', action: 'UPDATE', id, baseRev: 1, data: { takenAt: '2026-11-20T10:00:00Z' } })
  expect((await barn.push(accepted)).results).toMatchObject([{ status: 'applied' }])
  expect(await notes()).toMatchObject([{ id, takenAt: '2026-11-20T10:00:00.000Z', takenBy: server.gareth.memberId }])
  expect(await tasks()).toMatchObject([{ title: 'Review with the vet', dueOn: addDays(today, 42), horseId, forWhom: 'farrier' }])
})

test('two who accept one plan have accepted it once, with one task; a third answers, and all of it remains', async () => {
  const id = await write({ plan: PLAN, reviewOn: addDays(today, 42) })
  const [phone, tablet, laptop] = [device(), device(), device()]
  const accept = (by: typeof phone, takenAt: string) =>
    by.push(by.op({ entity: 'care_notes', action: 'UPDATE', id, baseRev: 1, data: { takenAt } }))
  expect((await accept(phone, '2026-11-20T10:00:00Z')).results).toMatchObject([{ status: 'applied' }])
  expect((await accept(tablet, '2026-11-20T11:00:00Z')).results).toMatchObject([{ status: 'applied' }])
  const answer = laptop.op({ entity: 'care_notes', action: 'CREATE', id: uuidv7(), data: { replyToId: id, body: 'No wedge on this foot' } })
  expect((await laptop.push(answer)).results).toMatchObject([{ status: 'applied' }])
  const back = phone.op({ entity: 'care_notes', action: 'UPDATE', id, baseRev: 1, data: { takenAt: null } })
  expect((await phone.push(back)).results).toMatchObject([{ status: 'applied' }])
  expect(await notes()).toMatchObject([
    { kind: 'answer', body: 'No wedge on this foot', authorRole: 'farrier', replyToId: id },
    { id, takenAt: '2026-11-20T10:00:00.000Z' },
  ])
  expect(await tasks()).toHaveLength(1)
})

test('accepting is undone, and its task goes; an answer is withdrawn, and stays', async () => {
  const id = await write({ plan: PLAN, reviewOn: addDays(today, 42) })
  await server.gareth.put(`/api/care-notes/${id}`, { takenAt: '2026-11-20T10:00:00Z' })
  const titles = (await server.gareth.get('/api/dashboard/activity?limit=3')).json<{ id: string; title: string }[]>()
  const taken = titles.find(({ title }) => title === 'Seren: note or plan accepted')
  expect((await server.gareth.post(`/api/activity/${taken?.id}/undo`)).statusCode).toBe(204)
  expect([await notes(), await tasks()]).toMatchObject([[{ takenAt: null, takenBy: null }], []])
  await server.gareth.put(`/api/care-notes/${id}`, { takenAt: '2026-11-20T12:00:00Z' })
  expect(await tasks()).toHaveLength(1)
  await server.gareth.post('/api/care-notes', { replyToId: id, body: 'By mistake' })
  const { title, answer } = await undoLast()
  expect([title, answer.statusCode]).toEqual(['Seren: answer to a vet’s note', 204])
  expect(await notes()).toMatchObject([{ body: 'By mistake', withdrawnAt: expect.any(String) }, { id }])
})

test('what a vet wrote no member changes, removes or undoes', async () => {
  const id = await write()
  const { title, answer } = await undoLast()
  expect([title, answer.statusCode]).toEqual(['Seren: a note by Mia Bevan', 422])
  const phone = device()
  for (const op of [
    { action: 'DELETE' as const, id, data: {} },
    { action: 'UPDATE' as const, id, data: { withdrawnAt: '2026-11-20T10:00:00Z' } },
    { action: 'CREATE' as const, id: uuidv7(), data: { horseId, kind: 'plan', body: 'As a vet', plan: PLAN } },
  ])
    expect((await phone.push(phone.op({ entity: 'care_notes', ...op }))).results).toMatchObject([{ status: 'rejected' }])
  const ned = await server.gareth.addMember('Ned Apprentice', 'apprentice')
  expect((await ned.put(`/api/care-notes/${id}`, { takenAt: '2026-11-20T10:00:00Z' })).statusCode).toBe(403)
  expect((await ned.post('/api/care-notes', { replyToId: id, body: 'x' })).statusCode).toBe(403)
  expect(await notes()).toMatchObject([{ id, body: 'Broken back', takenAt: null, withdrawnAt: null }])
})

test('what is withdrawn stays, marked; a device that accepted it meanwhile is refused, and a review not yet ticked off goes', async () => {
  const [first, second] = [await write({ plan: PLAN, reviewOn: addDays(today, 42) }), await write({ plan: PLAN })]
  await server.gareth.put(`/api/care-notes/${first}`, { takenAt: '2026-11-20T10:00:00Z' })
  for (const id of [first, second, second]) await own(withdrawNote, id)
  expect(await tasks()).toEqual([])
  const barn = device()
  const late = barn.op({ entity: 'care_notes', action: 'UPDATE', id: second, baseRev: 1, data: { takenAt: '2026-11-20T10:00:00Z' } })
  expect((await barn.push(late)).results).toMatchObject([{ status: 'rejected', code: 'care_note_withdrawn' }])
  expect(await notes()).toMatchObject([
    { id: second, body: 'Broken back', withdrawnAt: expect.any(String), takenAt: null },
    { id: first, withdrawnAt: expect.any(String) },
  ])
})

test('an answer to a note whose horse was erased meanwhile goes nowhere, and is refused', async () => {
  const id = await write()
  await server.asOwner(`delete from care_notes where id = '${id}'`)
  const barn = device()
  const answer = barn.op({ entity: 'care_notes', action: 'CREATE', id: uuidv7(), data: { replyToId: id, body: 'Will do' } })
  expect((await barn.push(answer)).results).toMatchObject([
    { status: 'rejected', code: 'care_note_not_found', message: "That note isn't in your practice." },
  ])
})

test('a physio writes notes and no plans; who looks after another horse, or no longer, writes nothing; sent twice it is written once', async () => {
  const physio = await makeGuest(server.app)
  const role = 'para-professional'
  await letCare(server.gareth, { clientId, horseIds: [horseId], personId: physio.personId, role })
  const id = await write({}, physio.personId)
  await write({ id }, physio.personId)
  await expect(write({ plan: PLAN }, physio.personId)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(write({ body: '' }, physio.personId)).rejects.toMatchObject({ code: 'care_note_empty' })
  await expect(own(withdrawNote, id)).rejects.toMatchObject({ code: 'care_note_not_found' })
  const { id: film } = await addFile(server.gareth, { horseId: await add('/api/horses', { name: 'Mellt', clientId }), takenOn: today })
  await expect(write({ figures: { NF: { palmarAngleTenths: 35 } }, filmId: film })).rejects.toMatchObject({ code: 'attachment_not_found' })
  await server.asOwner(`update care_consents set taken_back_at = clock_now() where id = '${consentId}'`)
  await expect(write()).rejects.toMatchObject({ code: 'horse_not_found' })
  await expect(write({}, uuidv7())).rejects.toMatchObject({ code: 'horse_not_found' })
  expect(await notes()).toMatchObject([{ id, authorRole: role, kind: 'note' }])
})

test('the owner reads what they may, when they may, and no answer; who looks after the horse reads all of it from the agreed day', async () => {
  await server.asOwner(`update horse_owners set from_on = '${addDays(today, -400)}' where client_id = '${clientId}'`)
  const owner = await makeGuest(server.app, { practice: server.gareth, clientId })
  const [shown, kept, gone] = [await write(), await write(), await write()]
  await server.asOwner(`update care_notes set owner_sees_from = clock_now()::date + 1 where id = '${kept}'`)
  await own(withdrawNote, gone)
  await server.gareth.post('/api/care-notes', { replyToId: shown, body: 'Between us' })
  const { practiceId } = server.gareth
  const seen = async (guest: Parameters<typeof server.db.withGuest>[0]) =>
    server.db.withGuest(guest, async (tx) =>
      (await sql<{ id: string }>`select id from care_notes order by id`.execute(tx)).rows.map(({ id }) => id),
    )
  expect(await seen({ practiceId, personId: owner.personId })).toEqual([shown])
  expect(await seen({ practiceId, carerId: vet.personId })).toHaveLength(4)
  await server.asOwner(`update care_notes set owner_sees_from = clock_now()::date where id = '${kept}'`)
  expect(await seen({ practiceId, personId: owner.personId })).toEqual([shown, kept])
  await server.asOwner(`update care_consents set taken_back_at = clock_now() where id = '${consentId}'`)
  expect(await seen({ practiceId, carerId: vet.personId })).toEqual([])
})

test('another practice reads, accepts and answers none of it', async () => {
  const id = await write()
  expect((await server.other.get(`/api/horses/${horseId}/care-notes`)).statusCode).toBe(404)
  expect((await server.other.put(`/api/care-notes/${id}`, { takenAt: '2026-11-20T10:00:00Z' })).json()).toMatchObject({
    code: 'care_note_not_found',
  })
  expect((await server.other.post('/api/care-notes', { replyToId: id, body: 'x' })).json()).toMatchObject({ code: 'care_note_not_found' })
  expect((await rowsOf(device())).some((row) => row.id === id)).toBe(true)
  expect((await rowsOf(server.other.device())).some((row) => row.id === id)).toBe(false)
})
