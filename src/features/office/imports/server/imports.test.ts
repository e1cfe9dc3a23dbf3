import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Import, ImportCheck, ImportChoice, ImportPlan, ImportTable } from '#features/office/imports/contract.ts'
import { importFiles } from '#features/office/imports/server/jobs.ts'
import { AT_ONCE, FILES, fileReader } from '#features/office/imports/server/read-apart.ts'
import { importOf, uploadFile } from '#features/office/imports/server/service.ts'
import type { Client } from '#features/records/clients/contract.ts'
import type { Horse } from '#features/records/horses/contract.ts'
import type { Yard } from '#features/records/yards/contract.ts'
import type { Appointment } from '#features/visits/appointments/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import type { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { FixturePractice } from '#testing/practice.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

type Detail = Import & { table: ImportTable | null }
type Member = Pick<FixturePractice, 'get' | 'post'>

const base64 = (text: string | Uint8Array) => Buffer.from(text as string).toString('base64')
const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD']
const file = (...lines: string[]) => ({ name: 'export', content: base64(lines.join('\r\n')) })
const compact = (day: string) => day.replaceAll('-', '')
const today = dayOf(currentTime(), 'Europe/London')

const upload = async (sent: { name: string; content: string }, who: Member = server.gareth) =>
  (await who.post('/api/imports', sent)).json<Detail>()
const planOf = ({ kind, table }: Detail): ImportPlan | null =>
  table && kind !== 'visits' ? { kind, mapping: table.mappings[kind], usualWork: 'Trim' } : null
const check = async (draft: Detail, plan = planOf(draft)) =>
  (await server.gareth.post(`/api/imports/${draft.id}/check`, { plan })).json<ImportCheck>()
const one = async (id: string) => (await server.gareth.get(`/api/imports/${id}`)).json<Detail>()

/** Does the worker's part for the job that was just added. */
const work = async (id: string, db = server.db) =>
  importFiles(db)
    .handle({ importId: id, actor: { ...server.gareth.actor, opId: uuidv7() } })
    .then(() => one(id))

async function bring(sent: { name: string; content: string }, choices: Record<string, ImportChoice> = {}) {
  const draft = await upload(sent)
  const started = await server.gareth.post(`/api/imports/${draft.id}/start`, { plan: planOf(draft), choices })
  expect(started.json(), started.body).toMatchObject({ state: 'queued' })
  return work(draft.id)
}

async function undo(id: string) {
  expect((await server.gareth.post(`/api/imports/${id}/undo`)).json()).toMatchObject({ state: 'undoing' })
  return work(id)
}

const clientsNamed = async (name: string) =>
  (await server.gareth.get('/api/clients?limit=1000')).json<Client[]>().filter((client) => client.name === name)
const horsesNamed = async (name: string) =>
  (await server.gareth.get('/api/horses?limit=1000')).json<Horse[]>().filter((horse) => horse.name === name)
const yardsNamed = async (name: string) =>
  (await server.gareth.get('/api/yards?limit=1000')).json<Yard[]>().filter((yard) => yard.name === name)
const visitsOn = async (day: string) => (await server.gareth.get(`/api/appointments?date=${day}`)).json<Appointment[]>()

test('a dry run lists the records to add and the existing ones, and changes nothing', async () => {
  await server.gareth.post('/api/clients', { name: 'Sarah Penrose', phone: '07700 900118' })
  const draft = await upload(
    file(...card('FN:S Penrose', 'TEL:+44 7700 900118'), ...card('FN:New Person', 'TEL:nonsense'), ...card('FN:new person')),
  )
  expect(draft).toMatchObject({ source: 'vcard', kind: 'clients', state: 'draft', table: null })
  const [known, fresh, twin] = (await check(draft)).items
  expect(known).toMatchObject({ match: { name: 'Sarah Penrose', because: 'phone' }, proposed: 'join' })
  expect(fresh).toMatchObject({ match: null, proposed: 'add', details: ['nonsense'] })
  expect(fresh?.warnings).toHaveLength(1)
  expect(twin).toMatchObject({ match: { id: null, name: 'New Person', because: 'name' }, proposed: 'join' })
  expect(await clientsNamed('New Person')).toEqual([])
})

test('contacts are added, filled in or left out as chosen', async () => {
  await server.gareth.post('/api/clients', { name: 'Tom Haddon', phone: '07700 900222', notes: 'keep me' })
  const done = await bring(
    file(
      ...card('FN:T Haddon', 'TEL:07700900222', 'EMAIL:tom@example.com', 'NOTE:lost'),
      ...card('FN:Ann Fresh', 'TEL:07700 900333'),
      ...card('FN:Left Out', 'TEL:07700 900334'),
    ),
    { c2: 'skip' },
  )
  expect(done).toMatchObject({ state: 'done', handled: 3, total: 3, counts: { clients: { added: 1, joined: 1 }, leftOut: 1 } })
  expect(await clientsNamed('Tom Haddon')).toMatchObject([{ email: 'tom@example.com', notes: 'keep me' }])
  expect(await clientsNamed('Ann Fresh')).toMatchObject([{ phoneE164: '+447700900333' }])
  expect(await clientsNamed('Left Out')).toEqual([])
  const left = await server.gareth.get(`/api/imports/${done.id}/left-out`)
  expect(left.json()).toEqual({
    header: ['Name', 'Phone', 'E-mail'],
    rows: [{ row: 3, cells: ['Left Out', '07700 900334', ''], why: 'You left it out.' }],
  })
})

test('a client who was brought in is the client who was typed in: same row, same activity', async () => {
  const facts = {
    name: 'Typed In',
    email: 'typed@example.com',
    phone: '07700 900411',
    businessName: 'Mill',
    address: 'The Mill',
    postcode: 'HR6 9QS',
    notes: 'Dogs',
  }
  await server.gareth.post('/api/clients', { ...facts, tags: ['yard'] })
  const csv =
    'Name;Email;Phone;Company;Address;Postcode;Notes;Tags\nBrought In;brought@example.com;07700 900412;Mill;The Mill;HR6 9QS;Dogs;yard\n'
  await bring({ name: 'clients.csv', content: base64(csv) })
  const [typed, brought] = await Promise.all(['Typed In', 'Brought In'].map(rowAndActivity))
  const plain = (text: string) =>
    JSON.parse(
      text
        .replaceAll('brought', 'typed')
        .replaceAll('Brought', 'Typed')
        .replaceAll('900412', '900411')
        .replace(/"created_at":"[^"]*",?/, ''),
    ) as object
  expect(plain(JSON.stringify(brought))).toEqual(plain(JSON.stringify(typed)))
  expect(typed).toMatchObject({ row: { rev: 1 }, activity: [{ verb: 'added' }] })
})

/** All stored data of a client except times and ids. */
async function rowAndActivity(name: string) {
  const [row] = await server.asOwner(`select to_jsonb(c) - 'id' - 'seq' as row from clients c where name = '${name}'`)
  const activity = await server.asOwner(`select entity, verb, member_id, device_id, before, after from activity
    where entity = 'clients' and after->>'name' = '${name}'`)
  return { row: row?.row, activity }
}

const HORSES = [
  'Horse;Owner;Phone;Yard;Postcode;Last visit;Cycle weeks;Price',
  "Merlin;Siân O'Dwyer;7700900345;Oakfield Livery;HR6 9QS;14/09/2026;6 wks;£35,00",
  "Biscuit;Siân O'Dwyer;07700 900345;Oakfield Livery;;3 Oct 26;8;35",
  'Dolly;Ruth Ockham;07700 900444;;;;;',
  ';No Horse;;;;;;',
  'Star;Ruth Ockham;;;;31/02/2026;6;',
].join('\r\n')

test('a list of horses makes owners, yards, horses, their last visit, cycle and price, once each', async () => {
  const draft = await upload({ name: 'C:\\My files\\horses.csv', content: base64(Buffer.from(HORSES, 'latin1')) })
  expect(draft).toMatchObject({ kind: 'horses', fileName: 'horses.csv', table: { rowCount: 5 } })
  const found = await check(draft)
  expect(found.items.map(({ entity, title }) => `${entity} ${title}`)).toEqual([
    'yards Oakfield Livery',
    "clients Siân O'Dwyer",
    'clients Ruth Ockham',
    'horses Merlin',
    'horses Biscuit',
    'horses Dolly',
  ])
  expect(found.bad).toMatchObject([
    { row: 5, why: 'It has no horse name.' },
    { row: 6, why: 'Last visit “31/02/2026” is not a date.' },
  ])
  const done = await bring({ name: 'horses.csv', content: base64(Buffer.from(HORSES, 'latin1')) })
  expect(done.counts).toMatchObject({ clients: { added: 2 }, yards: { added: 1 }, horses: { added: 3 }, work: 2, prices: 2, leftOut: 2 })
  const [sian] = await clientsNamed("Siân O'Dwyer")
  const [yard] = await yardsNamed('Oakfield Livery')
  expect(sian).toMatchObject({ phoneE164: '+447700900345', postcode: null })
  expect(yard).toMatchObject({ postcode: 'HR6 9QS' })
  const [merlin] = await horsesNamed('Merlin')
  expect(merlin).toMatchObject({ clientId: sian?.id, yardId: yard?.id, cycleDays: 42, lastService: '2026-09-14', nextDue: '2026-10-26' })
  const [price] = await server.asOwner(`select unit_pence from price_overrides where horse_id = '${merlin?.id}'`)
  expect(price).toEqual({ unit_pence: 3500 })
  expect(await horsesNamed('Star')).toEqual([])
})

test('the same list again joins what is here and adds nothing twice', async () => {
  const again = await bring({ name: 'horses.csv', content: base64(Buffer.from(HORSES, 'latin1')) })
  expect(again.counts).toMatchObject({
    clients: { added: 0, joined: 2 },
    yards: { added: 0, joined: 1 },
    horses: { added: 0, joined: 3 },
    work: 0,
  })
  expect(await horsesNamed('Merlin')).toHaveLength(1)
})

test('a device fetches what was brought in, and what is changed after it', async () => {
  const device = server.gareth.device()
  const { cursor } = (await device.pull()) as { cursor: number }
  await bring(file(...card('FN:Pulled One', 'TEL:07700 900801'), ...card('FN:Pulled Two', 'TEL:07700 900802')))
  const page = (await device.pull(cursor)) as { cursor: number; rows: { data: { name: string } }[] }
  expect(page.rows.map(({ data }) => data.name)).toEqual(['Pulled One', 'Pulled Two'])
  await server.gareth.post('/api/clients', { name: 'After It' })
  const next = (await device.pull(page.cursor)) as { rows: { data: { name: string } }[] }
  expect(next.rows.map(({ data }) => data.name)).toEqual(['After It'])
})

test('one undo takes the whole import back, and keeps what was touched since, with the reason', async () => {
  const csv = 'Horse,Owner,Yard,Last visit,Price\nAjax,Una Do,Undo Yard,01/10/2026,40\nBolt,Una Do,Undo Yard,,\nCora,Vera Do,,02/10/2026,\n'
  const done = await bring({ name: 'undo.csv', content: base64(csv) })
  const [bolt] = await horsesNamed('Bolt')
  await server.gareth.send('PUT', `/api/horses/${bolt?.id}`, { breed: 'Cob' })
  const undone = await undo(done.id)
  expect(undone).toMatchObject({ state: 'undone' })
  expect(undone.kept).toEqual(
    expect.arrayContaining([
      { name: 'Bolt', why: "It's been changed since." },
      { name: 'Una Do', why: 'It still has horses.' },
      { name: 'Undo Yard', why: 'There are horses there.' },
    ]),
  )
  expect(undone.kept).toHaveLength(3)
  expect([await horsesNamed('Ajax'), await horsesNamed('Cora'), await clientsNamed('Vera Do')]).toEqual([[], [], []])
  expect(await horsesNamed('Bolt')).toMatchObject([{ breed: 'Cob' }])
  expect((await server.gareth.post(`/api/imports/${done.id}/undo`)).json()).toMatchObject({ code: 'import_moved_on' })
})

test('undo empties the fields that an import filled in, unless someone has changed them since', async () => {
  await server.gareth.post('/api/clients', { name: 'Fill One', phone: '07700 900511' })
  await server.gareth.post('/api/clients', { name: 'Fill Two', phone: '07700 900512' })
  const done = await bring(
    file(
      ...card('FN:Fill One', 'TEL:07700 900511', 'EMAIL:one@example.com'),
      ...card('FN:Fill Two', 'TEL:07700 900512', 'EMAIL:two@example.com'),
    ),
  )
  const [two] = await clientsNamed('Fill Two')
  await server.gareth.put(`/api/clients/${two?.id}`, { email: 'mine@example.com' })
  const undone = await undo(done.id)
  expect(await clientsNamed('Fill One')).toMatchObject([{ email: null, phone: '07700 900511' }])
  expect(await clientsNamed('Fill Two')).toMatchObject([{ email: 'mine@example.com' }])
  expect(undone.kept).toHaveLength(1)
})

test('an import can be undone from Recent Activity, where it is one action', async () => {
  const done = await bring(file(...card('FN:Act One', 'TEL:07700 900601'), ...card('FN:Act Two', 'TEL:07700 900602')))
  const [act] = await server.asOwner(`select id from activity where entity = 'imports' and entity_id = '${done.id}'`)
  expect((await server.gareth.post(`/api/activity/${act?.id}/undo`)).statusCode).toBeLessThan(300)
  expect(await one(done.id)).toMatchObject({ state: 'undone', kept: [] })
  expect(await clientsNamed('Act One')).toEqual([])
})

const DIARY = (soon: string, later: string) =>
  file(
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...['BEGIN:VEVENT', 'UID:a', 'SUMMARY:Merlin trim', `DTSTART:${compact(soon)}T093000`, 'DURATION:PT45M', 'END:VEVENT'],
    ...['BEGIN:VEVENT', 'UID:b', 'SUMMARY:Oakfield yard am', `DTSTART;VALUE=DATE:${compact(later)}`, 'END:VEVENT'],
    ...['BEGIN:VEVENT', 'UID:c', 'SUMMARY:Dentist', `DTSTART:${compact(later)}T140000`, 'DURATION:PT1H', 'END:VEVENT'],
    ...[
      'BEGIN:VEVENT',
      'UID:d',
      'SUMMARY:Feed the dog',
      `DTSTART:${compact(today)}T070000`,
      'DURATION:PT5M',
      'RRULE:FREQ=DAILY',
      'END:VEVENT',
    ],
    'END:VCALENDAR',
  )

test('a diary is imported matched to horse, owner and yard, a daily habit is one skipped line, and no one is texted', async () => {
  const [soon, later] = [addDays(today, 9), addDays(today, 10)]
  const draft = await upload(DIARY(soon, later))
  const { items } = await check(draft)
  expect(items.map(({ title, match, proposed, count }) => [title, match?.name ?? null, proposed, count > 300])).toEqual([
    ['Feed the dog', null, 'skip', true],
    ['Merlin trim', "Merlin · Siân O'Dwyer", 'join', false],
    ['Oakfield yard am', 'Oakfield Livery', 'join', false],
    ['Dentist', null, 'add', false],
  ])
  const done = await bring(DIARY(soon, later))
  expect(done.counts).toMatchObject({ visits: { added: 3 } })
  expect(await visitsOn(soon)).toMatchObject([
    { clientName: "Siân O'Dwyer", localStart: '09:30', localEnd: '10:15', horses: [{ plannedWork: 'Trim' }] },
  ])
  expect((await visitsOn(later)).map(({ title, clientId, yardId }) => [title, clientId, yardId !== null])).toEqual([
    ['Oakfield yard am', null, true],
    ['Dentist', null, false],
  ])
  expect(await server.asOwner(`select id from notices where kind <> 'reminder'`)).toEqual([])
  const again = await check(await upload(DIARY(soon, later)))
  expect(again.items.filter(({ isAlreadyHere }) => isAlreadyHere).map(({ title }) => title)).toEqual([
    'Merlin trim',
    'Oakfield yard am',
    'Dentist',
  ])
  const undone = await undo(done.id)
  expect(undone).toMatchObject({ state: 'undone', kept: [] })
  expect(await visitsOn(soon)).toEqual([])
})

const TOO_MUCH = 'This file takes too long to read. Nothing was changed. Split it into smaller files and import them one by one.'

test('a file that takes too long is refused with that reason, at the upload and at the start, and nothing is lost', async () => {
  const never = fileReader({ bytes: 700_000_000, ms: 0 })
  const sent = file(...card('FN:Late Comer'))
  await expect(uploadFile(server.db, server.gareth.actor, sent, never)).rejects.toMatchObject({
    code: 'unreadable_file',
    message: TOO_MUCH,
  })
  const draft = await upload(sent)
  await server.gareth.post(`/api/imports/${draft.id}/start`, { plan: null, choices: {} })
  const job = { importId: draft.id, actor: { ...server.gareth.actor, opId: uuidv7() } }
  await importFiles(server.db, never).handle(job)
  expect(await one(draft.id)).toMatchObject({ state: 'failed', problem: TOO_MUCH })
  expect(await clientsNamed('Late Comer')).toEqual([])
  // It is still there and is imported on the next try.
  await server.gareth.post(`/api/imports/${draft.id}/start`, { plan: null, choices: {} })
  expect(await work(draft.id)).toMatchObject({ state: 'done', counts: { clients: { added: 1 } } })
  const table = await upload({ name: 'a.csv', content: base64('Name,Phone\nAnn,1') })
  await expect(importOf(server.db, server.gareth.actor, table.id, never)).rejects.toMatchObject({ message: TOO_MUCH })
})

test('a file that fills the reader, or breaks it, is refused with a sentence, and only the log has the fault', async () => {
  const sent = file(...card('FN:Ann'))
  await expect(uploadFile(server.db, server.gareth.actor, sent, fileReader({ bytes: 1, ms: 10_000 }))).rejects.toMatchObject({
    code: 'unreadable_file',
    message:
      "There's too much in this file to read in one go. Nothing was changed. Split it into smaller files and import them one by one.",
  })
  const broken = { content: 'Sarah Penrose', reader: {} } as never
  const fault = await fileReader()
    .look(broken)
    .catch((error: unknown) => error as AppError)
  expect(fault).toMatchObject({ code: 'unreadable_file', message: "This file couldn't be read.", cause: { message: 'lookInto failed' } })
})

test('an import does not wait for another member’s upload', async () => {
  const draft = await upload(file(...card('FN:Not Held Up')))
  await server.gareth.post(`/api/imports/${draft.id}/start`, { plan: null, choices: {} })
  const held = vi.spyOn(FILES, 'plan').mockReturnValue(new Promise(() => {}))
  expect(await work(draft.id)).toMatchObject({ state: 'done' })
  held.mockRestore()
})

test('no import waits for another with its work begun', () => {
  expect(importFiles(server.db).atOnce).toBe(AT_ONCE)
})

test.each([
  ['nine megabytes of commas', ','.repeat(9_000_000), 422],
  ['an open quote before nine megabytes', `Name,Phone\n"Ann,1\n${'a,b\n'.repeat(2_000_000)}`, 422],
  ['twenty thousand yards', `Yard,Postcode\n${Array.from({ length: 19_000 }, (_, n) => `Yard ${n},`).join('\n')}`, 201],
])('%s are read apart and answered', async (_what, text, status) => {
  const answer = await server.gareth.post('/api/imports', { name: 'a.csv', content: base64(text) })
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(status)
  if (status === 201) expect((await check(answer.json())).items.length).toBe(19_000)
})

test('an apprentice has no file read', async () => {
  const apprentice = { ...server.gareth.actor, role: 'apprentice' as const }
  const sent = file(...card('FN:Ann'))
  const unread = { ...fileReader(), look: () => expect.unreachable() }
  await expect(uploadFile(server.db, apprentice, sent, unread)).rejects.toMatchObject({ code: 'forbidden' })
})
