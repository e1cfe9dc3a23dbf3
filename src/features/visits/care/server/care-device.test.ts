import 'fake-indexeddb/auto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Erasure } from '#features/office/erasure/contract.ts'
import { eraseClients } from '#features/office/erasure/server/jobs.ts'
import { writeNote } from '#features/visits/care/server/write-note.ts'
import { uuidv7 } from '#lib/ids.ts'
import { discard, readAttention } from '#platform/web/sync/resolve.ts'
import { letCare } from '#testing/care.ts'
import { type RealDevice, realDevice } from '#testing/device.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
let phone: RealDevice
const dataFolder = mkdtempSync(join(tmpdir(), 'pritchel-care-device-'))
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(async () => {
  rmSync(dataFolder, { recursive: true, force: true })
  await server.stop()
})
beforeEach(async () => {
  phone = await realDevice(server.gareth.send)
})
afterEach(() => phone.store.delete())

const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id

/** A plan of a vet for a horse, on the farrier's phone. */
async function aPlan() {
  const clientId = await add('/api/clients', { name: 'Ffion Rees' })
  const horseId = await add('/api/horses', { name: 'Seren', clientId })
  const { personId } = await makeGuest(server.app)
  await letCare(server.gareth, { clientId, horseIds: [horseId], personId })
  const id = uuidv7()
  await server.gareth.inPractice((tx, actor) =>
    writeNote(
      tx,
      { ...actor, memberId: null, byPerson: personId, opId: uuidv7() },
      { personId, horseId },
      { id, body: 'Broken back', plan: { NF: { wedgeTenths: 30 } }, figures: null, filmId: null, reviewOn: null, isKept: false },
    ),
  )
  await phone.sync()
  expect(await phone.row('care_notes', id)).toMatchObject({ horseId, kind: 'plan', takenAt: null })
  return { clientId, horseId, id }
}

async function erase(clientId: string) {
  const { id } = (await server.gareth.post(`/api/clients/${clientId}/erasure`, { clientName: 'Ffion Rees' })).json<Erasure>()
  const { files, keyedHash } = server.app.setup
  const job = { practiceId: server.gareth.practiceId, erasureId: id }
  await eraseClients({ db: server.db, files, origin: 'http://localhost:3000', dataFolder, keyedHash }).handle(job)
  expect((await server.gareth.get(`/api/erasures/${id}`)).json()).toMatchObject({ state: 'done' })
}

const accept = (id: string) => phone.record({ action: 'UPDATE', entity: 'care_notes', id, data: { takenAt: '2026-11-20T10:00:00Z' } })
const answer = (replyToId: string, id = uuidv7()) =>
  phone.record({ action: 'CREATE', entity: 'care_notes', id, data: { replyToId, body: 'No wedge on this foot' } })

test('a plan that is accepted and answered without a signal is taken with the next, once', async () => {
  const { id } = await aPlan()
  await accept(id)
  await answer(id)
  expect(await phone.row('care_notes', id)).toMatchObject({ takenAt: '2026-11-20T10:00:00Z' })
  expect((await phone.sync()).end).toBe('done')
  expect((await phone.sync()).end).toBe('done')
  expect(await phone.queue()).toEqual([])
  const rows = await server.asOwner(
    `select kind, taken_at is not null as taken from care_notes where id = '${id}' or reply_to_id = '${id}' order by kind`,
  )
  expect(rows).toEqual([
    { kind: 'answer', taken: false },
    { kind: 'plan', taken: true },
  ])
})

test('an answer given without a signal for a horse that was erased meanwhile goes nowhere, and the device shows it', async () => {
  const { clientId, horseId, id } = await aPlan()
  const answerId = uuidv7()
  await accept(id)
  await answer(id, answerId)
  await erase(clientId)
  for (let pass = 0; pass < 3; pass++) await phone.sync()
  expect(await server.asOwner(`select id from care_notes where id in ('${id}', '${answerId}')`)).toEqual([])
  expect(await readAttention(phone.store)).toMatchObject([
    { entity: 'care_notes', id: answerId, kind: 'rejected', error: { message: "That note isn't in your practice." } },
  ])
  // Of the horse, and of what the vet wrote, nothing is left on the phone, nor on its way.
  expect([await phone.row('horses', horseId), await phone.row('care_notes', id)]).toEqual([{}, {}])
  expect((await phone.queue()).map((item) => item.id)).toEqual([answerId])
  await discard((await phone.queue())[0]?.opId ?? '', phone.store)
  expect(await phone.queue()).toEqual([])
})
