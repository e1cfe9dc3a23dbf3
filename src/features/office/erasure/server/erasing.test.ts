import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAlertDevice } from '#features/core/notices/server/alerts.ts'
import type { Erasure } from '#features/office/erasure/contract.ts'
import { taxKeptFrom } from '#features/office/erasure/rules.ts'
import { eraseAgain, eraseClients } from '#features/office/erasure/server/jobs.ts'
import { erasedLedger } from '#features/office/erasure/server/ledger.ts'
import { letIn } from '#features/records/guests/server/let-in.ts'
import { makeShare } from '#features/records/guests/server/sharing-horses.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { storeFile } from '#testing/files.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
const dataFolder = mkdtempSync(join(tmpdir(), 'pritchel-erasure-'))
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(async () => {
  rmSync(dataFolder, { recursive: true, force: true })
  await server.stop()
})

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

test('papers of a former owner are deleted by the day the server received them, regardless of their ids, and later ones stay', async () => {
  const [anna, ben] = [await add('/api/clients', { name: 'Anna Former' }), await add('/api/clients', { name: 'Ben Keeper' })]
  const horse = await add('/api/horses', { name: 'Sold Once', clientId: anna })
  const today = dayOf(currentTime(), 'Europe/London')
  const [theirs, since] = [randomUUID(), randomUUID()]
  for (const id of [theirs, since])
    await add('/api/file-attachments', {
      id,
      horseId: horse,
      fileId: await storeFile(server.gareth, Buffer.from('A letter')),
      fileType: 'document',
      fileName: 'Letter.txt',
    })
  await server.asOwner(`update attachments set created_at = clock_now() - interval '700 days' where id = '${theirs}'`)
  const sold = await server.gareth.put(`/api/horses/${horse}`, { clientId: ben, ownedFrom: addDays(today, -300) })
  expect(sold.statusCode, sold.body).toBe(200)
  await server.asOwner(`update horse_owners set from_on = '${addDays(today, -900)}' where horse_id = '${horse}' and client_id = '${anna}'`)
  const started = (await server.gareth.post(`/api/clients/${anna}/erasure`, { clientName: 'Anna Former' })).json<Erasure>()
  await eraseClients(places()).handle(ofPractice({ erasureId: started.id }))
  const left = await server.asOwner(`select id from attachments where id in ('${theirs}', '${since}')`)
  expect(left).toEqual([{ id: since }])
})

test('links to a client’s horses go with them, and what they open is nothing', async () => {
  const clientId = await add('/api/clients', { name: 'Sioned Shares' })
  const horseId = await add('/api/horses', { name: 'Shown Off', clientId })
  const personId = uuidv7()
  await server.db.withDirectory((tx) => tx.insertInto('directory.people').values({ id: personId, email: null }).execute())
  await server.gareth.inPractice(async (tx, actor) => {
    await letIn(tx, actor, { personId, clientId, how: 'address' })
    const chosen = { parts: { work: true, findings: false }, photoIds: [], fromOn: null, days: 14 }
    await makeShare(tx, actor, { ...chosen, id: uuidv7(), horseId, clientId, personId, toName: 'Tom Pugh', purpose: 'sale' })
  })
  const links = () => server.asOwner("select subject_id from directory.links where kind = 'share'")
  expect(await links()).toHaveLength(1)
  const started = (await server.gareth.post(`/api/clients/${clientId}/erasure`, { clientName: 'Sioned Shares' })).json<Erasure>()
  await eraseClients(places()).handle(ofPractice({ erasureId: started.id }))
  expect([await links(), await server.asOwner('select to_name from horse_shares')]).toEqual([[], []])
})

test('a client is erased though their payment and a credit note have their id, and another client’s link stays', async () => {
  const id = uuidv7()
  await add('/api/clients', { name: 'Idris Sameid', id })
  const chargeId = await add('/api/charges', { clientId: id, description: 'Studs', unitPence: 500 })
  const neighbour = await add('/api/clients', { name: 'Nia Neighbour' })
  await server.asOwner(`insert into directory.links (token_hash, practice_id, kind, subject_id, client_id, dies_at)
    select sha256(client::text::bytea), '${server.gareth.practiceId}', 'visit_card', '${chargeId}', client, clock_now() + interval '1 day'
    from unnest(array['${id}', '${neighbour}']::uuid[]) client`)
  const invoiceId = await add('/api/invoices', { payerClientId: id })
  await add('/api/payments', { id, payerClientId: id, amountPence: 200, method: 'cash' })
  await add(`/api/invoices/${invoiceId}/credit`, { id, amountPence: 100, reason: 'Too much' })
  const started = (
    await server.gareth.post(`/api/clients/${id}/erasure`, { clientName: 'Idris Sameid', evenWithOpenMoney: true })
  ).json<Erasure>()
  await eraseClients(places()).handle(ofPractice({ erasureId: started.id }))
  expect((await server.gareth.get(`/api/erasures/${started.id}`)).json()).toMatchObject({ state: 'done' })
  for (const table of ['clients', 'payments', 'invoices'])
    expect(await server.asOwner(`select id from ${table} where id = '${id}'`)).toEqual([])
  const kept = await server.asOwner(`select p.amount_pence as paid, i.kind, i.payer_client_id = p.payer_client_id as same
    from erasures e join payments p on p.payer_client_id = e.client_id join invoices i on i.payer_client_id = e.client_id
    where e.id = '${started.id}' order by i.kind`)
  expect(kept).toEqual([
    { paid: 200, kind: 'credit', same: true },
    { paid: 200, kind: 'invoice', same: true },
  ])
  expect(await server.asOwner(`select client_id from directory.links where subject_id = '${chargeId}'`)).toEqual([{ client_id: neighbour }])
})

test('of an invoice from before the kept years stays what money and credit notes since need, without a name', async () => {
  await server.gareth.put('/api/money/settings', { vat: { isRegistered: true, number: '123456789', rateBp: 2000 } })
  const payerClientId = await add('/api/clients', { name: 'Late Payer' })
  const from = taxKeptFrom(dayOf(currentTime(), 'Europe/London'))
  const bill = async () => {
    await add('/api/charges', { clientId: payerClientId, description: 'Full set', unitPence: 10_000, vatRateBp: 2000 })
    return add('/api/invoices', { payerClientId })
  }
  const [paid, before, credited] = [await bill(), await bill(), await bill()]
  const pay = (invoiceId: string, receivedOn: Day) => add('/api/payments', { invoiceId, amountPence: 12_000, method: 'cash', receivedOn })
  const since = addDays(from, 14)
  await pay(paid, since)
  await pay(before, addDays(from, -2))
  await add(`/api/invoices/${credited}/credit`, { amountPence: 12_000, reason: 'Never done' })
  await server.asOwner(`update invoices set issued_on = '${addDays(from, -7)}', due_on = '${addDays(from, -7)}'
    where id in ('${paid}', '${before}', '${credited}')`)
  const started = (await server.gareth.post(`/api/clients/${payerClientId}/erasure`, { clientName: 'Late Payer' })).json<Erasure>()
  await eraseClients(places()).handle(ofPractice({ erasureId: started.id }))
  const { clientId } = (await server.gareth.get(`/api/erasures/${started.id}`)).json<Erasure>()
  const invoices = await server.asOwner(
    `select kind, paid_pence as paid from invoices where payer_client_id = '${clientId}' order by kind, id`,
  )
  expect(invoices).toHaveLength(3)
  const shares = await server.asOwner(`select s.vat_pence as vat, p.received_on::text as day from income_shares s
    join payments p on p.practice_id = s.practice_id and p.id = s.counts_with where p.payer_client_id = '${clientId}'`)
  expect(shares).toEqual([{ vat: 2000, day: since }])
})

test('the owner is notified of a failed erasure and retries it', async () => {
  const clientId = await add('/api/clients', { name: 'Stuck Fast' })
  const started = (await server.gareth.post(`/api/clients/${clientId}/erasure`, { clientName: 'Stuck Fast' })).json<Erasure>()
  const job = ofPractice({ erasureId: started.id })
  await server.gareth.inPractice((tx, actor) =>
    addAlertDevice(
      tx,
      actor,
      { endpoint: 'https://push.example.com/1', p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
      { userAgent: '', browserId: null },
    ),
  )
  // As if the disk beside the database were full: the ledger can't be written.
  const nowhere = { ...places(), dataFolder: join(dataFolder, 'not-there', '\0') }
  for (const _ of [1, 2]) await expect(eraseClients(nowhere).handle(job)).rejects.toThrow()
  const failed = (await server.gareth.get('/api/erasures')).json<Erasure[]>().find(({ id }) => id === started.id)
  expect(failed).toMatchObject({ state: 'failed', problem: expect.stringContaining('no record has been erased yet') })
  expect((await server.gareth.get(`/api/clients/${clientId}`)).json()).toMatchObject({ name: 'Stuck Fast' })
  expect(await server.asOwner(`select subject from notices where kind = 'alert'`)).toEqual([{ subject: "A client couldn't be erased" }])
  const retried = await server.gareth.post(`/api/erasures/${started.id}/retry`)
  expect(retried.json()).toMatchObject({ state: 'queued', problem: null })
  const waiting = await server.asOwner(`select 1 from pgboss.job where name = 'erase-client' and data ->> 'erasureId' = '${started.id}'`)
  expect(waiting).toHaveLength(2)
  await eraseClients(places()).handle(job)
  expect((await server.gareth.get(`/api/erasures/${started.id}`)).json()).toMatchObject({ state: 'done', problem: null })
  expect((await server.gareth.post(`/api/erasures/${started.id}/retry`)).json()).toMatchObject({ state: 'done' })
})

test('the owner is also notified of an erasure that fails before it changes any record', async () => {
  const clientId = await add('/api/clients', { name: 'Portal Stuck' })
  const person = uuidv7()
  await server.db.withDirectory((tx) =>
    tx
      .insertInto('directory.people')
      .values({ id: person, email: 'stuck@example.com', first_name: 'Portal', last_name: 'Stuck' })
      .execute(),
  )
  await server.gareth.inPractice((tx, { practiceId: practice_id }) =>
    tx
      .insertInto('client_access')
      .values({ practice_id, client_id: clientId, person_id: person, since: currentTime(), until: null })
      .execute(),
  )
  const started = (await server.gareth.post(`/api/clients/${clientId}/erasure`, { clientName: 'Portal Stuck' })).json<Erasure>()
  const job = ofPractice({ erasureId: started.id })
  const broken = { ...server.db, withDirectory: () => Promise.reject(new Error('no directory')) }
  await expect(eraseClients({ ...places(), db: broken }).handle(job)).rejects.toThrow('no directory')
  const problem = expect.stringContaining('no record has been erased yet')
  expect((await server.gareth.get(`/api/erasures/${started.id}`)).json()).toMatchObject({ state: 'failed', problem })
  await eraseClients(places()).handle(job)
  expect(await server.asOwner(`select id from directory.people where id = '${person}'`)).toEqual([])
})

test('an erasure whose files can’t be deleted calls the owner once, however often it is retried', async () => {
  const clientId = await add('/api/clients', { name: 'File Stuck' })
  await add('/api/file-attachments', {
    clientId,
    fileId: await storeFile(server.gareth, Buffer.from('Stuck')),
    fileType: 'document',
    fileName: 'Stuck.txt',
  })
  const started = (await server.gareth.post(`/api/clients/${clientId}/erasure`, { clientName: 'File Stuck' })).json<Erasure>()
  const job = ofPractice({ erasureId: started.id })
  const alerts = () => server.asOwner(`select id from notices where kind = 'alert'`)
  const before = (await alerts()).length
  const files = { ...server.app.setup.files, remove: () => Promise.reject(new Error('the disk is read-only')) }
  for (const _ of [1, 2, 3]) await expect(eraseClients({ ...places(), files }).handle(job)).rejects.toThrow('read-only')
  expect((await server.gareth.get(`/api/erasures/${started.id}`)).json()).toMatchObject({ state: 'failed' })
  expect((await alerts()).length - before).toBe(1)
})

test('whom a backup brings back with an erasure that had failed is erased again, though another line of the ledger is broken', async () => {
  const clientId = await add('/api/clients', { name: 'Back Again' })
  const [client] = await server.asOwner(`select to_jsonb(c) as row from clients c where id = '${clientId}'`)
  const started = (await server.gareth.post(`/api/clients/${clientId}/erasure`, { clientName: 'Back Again' })).json<Erasure>()
  const [own, job] = [{ ...places(), dataFolder: join(dataFolder, 'back') }, ofPractice({ erasureId: started.id })]
  await erasedLedger(own.dataFolder).note({ practiceId: server.gareth.practiceId, clientIds: ['no id'] })
  await eraseClients(own).handle(job)
  // The backup was made after the first try failed and before the next.
  await server.asOwner(`insert into clients select * from jsonb_populate_record(null::clients, '${JSON.stringify(client?.row)}');
    update erasures set state = 'failed', client_id = '${clientId}' where id = '${started.id}'`)
  const errors: object[] = []
  for (const _ of [1, 2]) await eraseAgain(own).handle({}, { error: (details) => errors.push(details) })
  expect(errors).toHaveLength(2)
  expect(await server.asOwner(`select id, state from erasures where client_id = '${clientId}'`)).toEqual([
    { id: started.id, state: 'queued' },
  ])
  const jobs = await server.asOwner(`select 1 from pgboss.job where name = 'erase-client' and data ->> 'erasureId' = '${started.id}'`)
  expect(jobs).toHaveLength(2)
  await eraseClients(own).handle(job)
  expect(await server.asOwner(`select id from clients where id = '${clientId}' or name = 'Back Again'`)).toEqual([])
})
