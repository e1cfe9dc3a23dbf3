import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PICTURE } from '#features/evidence/files/server/pictures-for-owner.ts'
import type { Erasure, ErasurePlan } from '#features/office/erasure/contract.ts'
import { DEFAULT_RETENTION } from '#features/office/erasure/rules.ts'
import { forgetWordsOfAll } from '#features/office/erasure/server/forgetting.ts'
import { eraseAgain, eraseClients } from '#features/office/erasure/server/jobs.ts'
import { dropExports, makeExports } from '#features/office/exports/server/jobs.ts'
import { letIn } from '#features/records/guests/server/let-in.ts'
import { eyesOf, noteOpening } from '#features/records/guests/server/practice-of-guest.ts'
import { priceItemId } from '#features/records/prices/rules.ts'
import { addStandardRates } from '#features/records/prices/server/service.ts'
import { receiveMessage } from '#features/talk/messaging/server/receive-message.ts'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { derivedKey } from '#platform/server/files/store.ts'
import { enqueue } from '#platform/server/jobs/jobs.ts'
import { addQueueLink, addVisitCardLink } from '#platform/server/links.ts'
import { addCalendarChange } from '#testing/calendar-changes.ts'
import { realDevice } from '#testing/device.ts'
import { addFile, photoOf, sha256Of, storeFile } from '#testing/files.ts'
import { filesNaming } from '#testing/files-naming.ts'
import { inPortal, portalLines } from '#testing/in-portal.ts'
import { pdfWith } from '#testing/read-pdf.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { addVoiceNote } from '#testing/voice.ts'

let server: TestServer
const dataFolder = mkdtempSync(join(tmpdir(), 'pritchel-erasure-'))
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(async () => {
  rmSync(dataFolder, { recursive: true, force: true })
  await server.stop()
})

/** Every spelling of Sarah's names and details, former ones too. */
const SARAH = /Sarah\s+Penrose|Penrose\s+Stables|sarah@penrose|7700[\s.()-]*900[\s.()-]*11[78]|Oakfield House/i

const add = async (path: string, body: object): Promise<string> => {
  const answer = await server.gareth.post(path, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: string }>().id
}
const places = () => ({
  db: server.db,
  files: server.app.setup.files,
  origin: 'http://localhost:3000',
  dataFolder,
  keyedHash: server.app.setup.keyedHash,
})
const ofPractice = (more: object) => ({ practiceId: server.gareth.practiceId, ...more })

const document = async (of: object, words: string) => {
  const fileId = await storeFile(server.gareth, await pdfWith(words))
  return add('/api/file-attachments', { fileId, fileType: 'document', fileName: 'Letter.pdf', ...of })
}

/** Sarah, with every kind of record a client can have; Owen, who shares a yard visit with her and bought Merlin from her. */
async function sarahAndOwen() {
  const sarah = await add('/api/clients', {
    name: 'Sarah Penrose',
    businessName: 'Penrose Stables',
    phone: '07700 900117',
    email: 'sarah@penrose.example',
    address: 'Oakfield House, Kington',
  })
  await server.gareth.put(`/api/clients/${sarah}`, { phone: '07700 900118', marketingConsentAt: null })
  const double = await add('/api/clients', { name: 'Sarah  Penrose', phone: '07700 900117' })
  await server.gareth.post(`/api/clients/${sarah}/merge`, { otherId: double, fields: {}, textsOf: 'kept' })
  const owen = await add('/api/clients', {
    name: 'Owen Pritchard',
    phone: '07700 900222',
    notes: 'Neighbour of Sarah Penrose, her phone is +44 7700-900 118',
  })
  const [own, livery] = [
    await add('/api/yards', { name: 'Sarah Penrose, home', contactClientId: sarah }),
    await add('/api/yards', { name: 'Hollybush Livery' }),
  ]
  const biscuit = await add('/api/horses', { name: 'Biscuit', clientId: sarah, yardId: own, specialNotes: 'Sarah Penrose holds her' })
  const merlin = await add('/api/horses', { name: 'Merlin', clientId: sarah, yardId: livery, specialNotes: 'Bought of Sarah Penrose' })
  const since = `'2025-01-01'`
  await server.asOwner(`update horse_owners set from_on = ${since} where horse_id = '${merlin}';
    update horses set owners = array['{"clientId": "${sarah}", "fromOn": "2025-01-01", "toOn": null}'::json] where id = '${merlin}'`)
  return { sarah, owen, own, livery, biscuit, merlin }
}

async function allOfSarah() {
  const { sarah, owen, own, livery, biscuit, merlin } = await sarahAndOwen()
  const photo = photoOf(3000, 0.5)
  await add('/api/file-attachments', {
    fileId: await storeFile(server.gareth, photo),
    fileType: 'image',
    fileName: 'Near fore.jpg',
    horseId: biscuit,
  })
  await server.app.setup.files.put(derivedKey(sha256Of(photo), PICTURE), Buffer.from('a picture of it'))
  const alike = photoOf(3000, 0.7)
  await add('/api/file-attachments', {
    fileId: await storeFile(server.gareth, alike),
    fileType: 'image',
    fileName: 'Same.jpg',
    horseId: biscuit,
  })
  await document({ horseId: biscuit }, 'Report for Sarah Penrose')
  await document({ horseId: merlin }, 'Vetting of Merlin for Sarah Penrose')
  await addVoiceNote(server.gareth, biscuit)
  await server.gareth.put(`/api/horses/${merlin}`, { clientId: owen })
  const kept = (await addFile(server.gareth, { horseId: merlin, fileId: await storeFile(server.gareth, alike) })).id
  const visit = (day: string, more: object) =>
    add('/api/appointments', { startTime: `${day}T09:00:00Z`, endTime: `${day}T10:00:00Z`, title: 'Sarah Penrose, trim', ...more })
  const done = await visit('2026-10-06', { clientId: sarah, horseId: biscuit, yardId: own, notes: 'Ring 07700 900118 first' })
  await server.gareth.put(`/api/appointments/${done}/complete-call`)
  await add('/api/work-entries', {
    horseId: biscuit,
    serviceType: 'Trim',
    workDate: '2026-10-06',
    findings: 'Sarah Penrose asked about shoes',
  })
  await add('/api/work-entries', { horseId: biscuit, serviceType: 'Trim', workDate: '2019-10-06' })
  const shared = await visit('2026-10-07', { clientId: sarah, yardId: livery, horses: [{ horseId: biscuit }, { horseId: merlin }] })
  await server.gareth.put(`/api/appointments/${shared}/complete-call`)
  const coming = await visit('2098-01-07', { clientId: sarah, horseId: biscuit })
  await server.gareth.put(`/api/appointments/${coming}`, {
    startTime: '2098-01-08T09:00:00Z',
    endTime: '2098-01-08T10:00:00Z',
    sendSmsNotification: true,
  })
  await add('/api/tasks', { title: 'Ring Sarah Penrose', clientId: sarah })
  await server.gareth.inPractice(addStandardRates)
  const trim = priceItemId(server.gareth.practiceId, 'Trim')
  expect((await server.gareth.put('/api/price-overrides', { priceItemId: trim, horseId: biscuit, unitPence: 4000 })).statusCode).toBe(200)
  await add('/api/charges', { clientId: sarah, horseId: biscuit, description: 'Studs for Sarah Penrose', unitPence: 500 })
  await add('/api/invoices', { payerClientId: sarah, note: 'Sarah Penrose pays on Fridays' })
  await add('/api/payments', { payerClientId: sarah, amountPence: 500, method: 'cash', reference: 'Sarah Penrose' })
  await server.gareth.post('/api/bank-lines', { fileName: 'bank.csv', text: 'Date,Description,Amount\n20/11/2026,SARAH PENROSE,12.00' })
  const [line] = (await server.gareth.get('/api/bank-lines')).json<{ id: string }[]>()
  expect((await server.gareth.post(`/api/bank-lines/${line?.id}/accept`, { payerClientId: sarah })).statusCode).toBe(200)
  const request = await add('/api/gdpr-requests', { clientId: sarah, requestType: 'data_deletion', notes: 'Sarah Penrose rang' })
  const csv = Buffer.from('Horse,Owner,Phone\nBiscuit,Sarah Penrose,07700 900118\n').toString('base64')
  await add('/api/imports', { name: 'Sarah Penrose.csv', content: csv })
  await addCalendarChange(server.gareth, { appointmentId: coming })
  await spreadAbout({ sarah, coming, biscuit })
  return { sarah, owen, livery, biscuit, merlin, done, shared, coming, request, kept, photo, alike }
}

/** Records that come through links, the worker and other members. */
async function spreadAbout({ sarah, coming, biscuit }: { sarah: string; coming: string; biscuit: string }) {
  const [person, now] = [uuidv7(), currentTime()]
  await server.db.withDirectory((tx) =>
    tx
      .insertInto('directory.people')
      .values({ id: person, email: 'sarah@penrose.example', first_name: 'Sarah', last_name: 'Penrose' })
      .execute(),
  )
  await inPortal(server.app, { personId: person, email: 'sarah@penrose.example', phone: '+447700900118' })
  await server.gareth.inPractice(async (tx, actor) => {
    await receiveMessage(tx, actor, { clientId: sarah, via: 'sms', content: 'It is Sarah Penrose, can you come Tuesday?' })
    await addQueueLink(tx, actor, sarah, '2098-01-08')
    await addVisitCardLink(tx, { visitId: coming, clientId: sarah, onDay: '2098-01-08', diesAt: new Date('2099-01-01') })
    const { practiceId: practice_id } = actor
    await letIn(tx, actor, { personId: person, clientId: sarah, how: 'address' })
    const said = {
      appointment_id: coming,
      client_id: sarah,
      horse_id: biscuit,
      horse_name: null,
      work: null,
      until_on: null,
      visit_start: now,
      said_at: now,
      seen_at: null,
      seen_by: null,
    }
    const answer = {
      practice_id,
      id: uuidv7(),
      rev: 1,
      seq: 1,
      deleted_at: null,
      kind: 'move' as const,
      words: 'Sarah Penrose: not before ten',
    }
    await tx
      .insertInto('visit_answers')
      .values({ ...said, ...answer })
      .execute()
    await enqueue(tx, 'transcribe', ofPractice({ note: 'for Sarah Penrose' }))
  })
  await server.db.withGuest(eyesOf({ personId: person }, { id: server.gareth.practiceId }), (tx) =>
    noteOpening(tx, { clientId: sarah, what: 'horse', subjectId: biscuit }),
  )
}

async function erased(clientId: string, requestId?: string): Promise<Erasure> {
  const started = await server.gareth.post(`/api/clients/${clientId}/erasure`, {
    clientName: 'sarah penrose',
    evenWithOpenMoney: true,
    ...(requestId ? { requestId } : {}),
  })
  expect(started.statusCode, started.body).toBe(201)
  const { id } = started.json<Erasure>()
  await eraseClients(places()).handle(ofPractice({ erasureId: id }))
  return (await server.gareth.get(`/api/erasures/${id}`)).json<Erasure>()
}

/** Every row of every table that mentions her, as text. */
async function rowsNaming(pattern: RegExp): Promise<string[]> {
  const tables =
    await server.asOwner(`select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'directory', 'pgboss')`)
  const all = tables.map(({ name }) => `select '${name}' as name, t::text as row from ${name} t`)
  const found: string[] = []
  for (const { name, row } of await server.asOwner(all.join(' union all '))) {
    const bytes = [...String(row).matchAll(/\\\\x([0-9a-f]+)/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
    if (pattern.test(`${row} ${bytes.join(' ')}`)) found.push(`${name}: ${String(row).slice(0, 300)}`)
  }
  return found
}

test('a client is erased from every column of every table, every stored file, and every device', async () => {
  const { sarah, owen, livery, biscuit, merlin, done, shared, request, kept, photo, alike } = await allOfSarah()
  const pack = (await server.gareth.post(`/api/clients/${sarah}/pack`, {})).json<{ id: string }>().id
  const everything = (await server.gareth.post('/api/exports')).json<{ id: string }>().id
  for (const exportId of [pack, everything]) await makeExports(places(), async () => 1).handle(ofPractice({ exportId }))
  const colleague = await server.gareth.addMember('Mari Lloyd', 'farrier')
  const [phone, tablet] = [await realDevice(server.gareth.send), await realDevice(colleague.send)]
  await phone.sync()
  await tablet.sync()
  await phone.record({ action: 'UPDATE', entity: 'clients', id: sarah, data: { notes: 'Sarah Penrose has a new dog' } })
  await phone.sync()
  await tablet.record({ action: 'UPDATE', entity: 'horses', id: biscuit, data: { specialNotes: 'Sarah Penrose says she kicks' } })
  expect((await rowsNaming(SARAH)).length).toBeGreaterThan(20)
  expect(filesNaming(server.filesFolder, SARAH)).toHaveLength(2)

  const plan = (await server.gareth.get(`/api/clients/${sarah}/erasure`)).json<ErasurePlan>()
  expect(plan).toMatchObject({ clientName: 'Sarah Penrose', blockers: [] })
  expect(plan.goes).toEqual(
    expect.arrayContaining([
      { what: 'files', count: 4 },
      { what: 'visit', count: 1 },
      { what: 'change in a calendar', count: 1 },
      { what: 'voice note', count: 1 },
    ]),
  )
  expect(plan.stays.map(({ what, count }) => `${count} ${what}`)).toEqual(
    expect.arrayContaining([
      '2 client records',
      '1 visit',
      '2 horses on visits',
      '1 data request',
      '1 shared visit',
      '1 horse with another owner',
    ]),
  )
  expect((await server.gareth.get(`/api/clients/${sarah}`)).statusCode).toBe(200)
  const wrong = await server.gareth.post(`/api/clients/${sarah}/erasure`, { clientName: 'Sara Penrose' })
  expect(wrong.json()).toMatchObject({ code: 'wrong_name' })

  const before = await portalLines(server.asOwner)
  expect(Object.values(before)).not.toContain(0)
  const result = await erased(sarah, request)
  expect(result).toMatchObject({ state: 'done' })
  // Owen's number is the one address left.
  const left = { 'directory.addresses': 1, people: Number(before.people) - 1 }
  expect(await portalLines(server.asOwner)).toEqual({ ...Object.fromEntries(Object.keys(before).map((table) => [table, 0])), ...left })
  for (const exportId of [pack, everything]) await dropExports(places()).handle(ofPractice({ exportId }))

  expect(await rowsNaming(SARAH)).toEqual([])
  expect(filesNaming(server.filesFolder, SARAH)).toEqual([])
  const { files } = server.app.setup
  expect(await files.find(sha256Of(photo))).toBeUndefined()
  expect(await files.find(derivedKey(sha256Of(photo), PICTURE))).toBeUndefined()
  expect(await files.find(sha256Of(alike)), 'the same bytes on another horse').toBeDefined()
  for (const device of [phone, tablet]) {
    await device.sync()
    await device.sync()
    expect(await device.queue()).toEqual([])
    const copy = await Promise.all(device.store.tables.map((table) => table.toArray()))
    expect(JSON.stringify(copy)).not.toMatch(SARAH)
    expect(await device.row('horses', merlin)).toMatchObject({ name: 'Merlin', specialNotes: 'Bought of [erased]' })
    await device.store.delete()
  }

  const client = `select name, deleted_at is not null as gone, email, phone_e164 from clients where id = '${result.clientId}'`
  expect(await server.asOwner(client)).toEqual([{ name: 'Erased client', gone: true, email: null, phone_e164: null }])
  const known = await rowsNaming(new RegExp([sarah, biscuit, done, request].join('|')))
  expect(known.filter((row) => !row.startsWith('public.sync_ops') && !row.startsWith('pgboss'))).toEqual([])
  const past = (await server.gareth.get('/api/appointments?date=2026-10-06')).json()
  expect(past).toMatchObject([{ title: '', clientName: 'Erased client', localStart: '10:00', status: 'done', notes: null }])
  const work = `select h.name, w.service_type, w.work_date::text, w.findings from work_entries w join horses h on h.id = w.horse_id where h.name <> 'Merlin' order by 3`
  expect(await server.asOwner(work)).toEqual([
    { name: 'Erased horse', service_type: 'Trim', work_date: '2026-10-06', findings: null },
    { name: 'Erased horse', service_type: 'Trim', work_date: '2026-10-06', findings: null },
    { name: 'Erased horse', service_type: 'Trim', work_date: '2026-10-07', findings: null },
  ])
  const prices = `select o.unit_pence, h.name from price_overrides o join horses h on h.id = o.horse_id`
  expect(await server.asOwner(prices)).toEqual([{ unit_pence: 4000, name: 'Erased horse' }])
  const billed = `select i.number, i.total_pence, i.paid_pence, i.note, i.as_was -> 'payer' ->> 'name' as payer, c.unit_pence, c.description,
    i.as_was -> 'lines' -> 0 ->> 'description' as line, i.as_was -> 'lines' -> 0 ->> 'horseName' as horse
    from invoices i join charges c on c.invoice_id = i.id`
  expect(await server.asOwner(billed)).toEqual([
    {
      ...{ number: 1, total_pence: 500, paid_pence: 500, note: null, payer: 'Erased client', unit_pence: 500 },
      ...{ description: 'extra', line: 'extra', horse: null },
    },
  ])
  const came = `select p.amount_pence, p.reference, l.description, l.state from payments p left join bank_lines l on l.payment_id = p.id order by 1`
  expect(await server.asOwner(came)).toEqual([
    { amount_pence: 500, reference: null, description: null, state: null },
    { amount_pence: 1200, reference: null, description: '', state: 'matched' },
  ])
  expect((await server.gareth.get(`/api/appointments/${shared}`)).json()).toMatchObject({ clientId: owen, yardId: livery })
  expect((await server.gareth.get(`/api/clients/${owen}`)).json()).toMatchObject({
    name: 'Owen Pritchard',
    notes: 'Neighbour of [erased], her phone is [erased]',
  })
  expect((await server.gareth.get(`/api/horses/${merlin}/files`)).json()).toMatchObject([{ id: kept }])
  const requests = `select status, notes, client_id from rights_requests where id = '${result.requestId}'`
  expect(await server.asOwner(requests)).toEqual([{ status: 'pending', notes: null, client_id: result.clientId }])
  const steps = await server.asOwner(`select verb from activity where after ->> 'requestId' = '${result.requestId}' order by at`)
  expect(steps.map(({ verb }) => verb)).toEqual(['erasing', 'erased'])
})

test("what another client or another practice has too is theirs: a couple's telephone stays, and so does a namesake", async () => {
  const [anna, tom] = [
    await add('/api/clients', { name: 'Anna Morgan', phone: '07700 900301' }),
    await add('/api/clients', { name: 'Tom Morgan', phone: '07700 900301', notes: 'Anna Morgan is his wife, both on 07700 900301' }),
  ]
  const namesake = (await server.other.post('/api/clients', { name: 'Anna Morgan', phone: '07700 900301' })).json<{ id: string }>().id
  const started = (await server.gareth.post(`/api/clients/${anna}/erasure`, { clientName: 'Anna Morgan' })).json<Erasure>()
  await eraseClients(places()).handle(ofPractice({ erasureId: started.id }))
  expect((await server.gareth.get(`/api/clients/${tom}`)).json()).toMatchObject({
    phone: '07700 900301',
    notes: '[erased] is his wife, both on 07700 900301',
  })
  expect((await server.other.get(`/api/clients/${namesake}`)).json()).toMatchObject({ name: 'Anna Morgan', phone: '07700 900301' })
})

test('a client that a restored backup brings back is erased again automatically, and no one else', async () => {
  const clientId = await add('/api/clients', { name: 'Dilys Hughes', phone: '07700 900555' })
  const [before] = await server.asOwner(`select to_jsonb(c) as row from clients c where id = '${clientId}'`)
  const started = (await server.gareth.post(`/api/clients/${clientId}/erasure`, { clientName: 'Dilys Hughes' })).json<Erasure>()
  await eraseClients(places()).handle(ofPractice({ erasureId: started.id }))
  await eraseAgain(places()).handle({})
  expect(await server.asOwner(`select id from erasures where state = 'queued'`)).toEqual([])
  await server.asOwner(`insert into clients select * from jsonb_populate_record(null::clients, '${JSON.stringify(before?.row)}')`)
  for (let start = 0; start < 2; start++) await eraseAgain(places()).handle({})
  const waiting = await server.asOwner(`select id from erasures where state = 'queued'`)
  expect(waiting).toHaveLength(1)
  await eraseClients(places()).handle(ofPractice({ erasureId: waiting[0]?.id }))
  expect(await rowsNaming(/Dilys|7700[ ]?900[ ]?555/)).toEqual([])
})

test('words are forgotten when their time is over, and clients who no longer come are only proposed', async () => {
  const { gareth } = server
  const clientId = await add('/api/clients', { name: 'Long Gone', phone: '07700 900444' })
  await gareth.inPractice((tx, actor) => receiveMessage(tx, actor, { clientId, via: 'sms', content: 'An old message' }))
  await gareth.inPractice((tx, actor) => receiveMessage(tx, actor, { clientId, via: 'sms', content: 'A new message' }))
  expect((await gareth.put('/api/retention', { ...DEFAULT_RETENTION, messagesDays: 29 })).statusCode).toBe(400)
  expect((await gareth.put('/api/retention', { ...DEFAULT_RETENTION, messagesDays: 60, textsDays: 60 })).statusCode).toBe(200)
  await server.asOwner(`update messages set sent_at = clock_now() - interval '61 days' where content = 'An old message'`)
  await server.asOwner(
    `update notices set created_at = clock_now() - interval '61 days', state_at = clock_now() - interval '61 days', state = 'simulated' where client_id = '${clientId}'`,
  )
  const device = await realDevice(gareth.send)
  await device.sync()
  await forgetWordsOfAll(server.db, places().origin).handle({})
  await device.sync()
  const words = await server.asOwner(
    `select content, deleted_at is null as here from messages where client_id = '${clientId}' and sender_type = 'client' order by sent_at`,
  )
  expect(words).toEqual([
    { content: '[forgotten]', here: false },
    { content: 'A new message', here: true },
  ])
  expect(JSON.stringify(await device.store.rec.toArray())).not.toContain('An old message')
  expect(await server.asOwner(`select id from notices where client_id = '${clientId}'`)).toEqual([])
  await device.store.delete()

  const gone = (await gareth.get('/api/retention/long-gone')).json<{ id: string }[]>()
  expect(gone.map(({ id }) => id)).not.toContain(clientId)
})
