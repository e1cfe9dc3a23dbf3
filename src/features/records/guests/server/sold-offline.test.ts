import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addOwnerAsk, takeBackAsk } from '#features/records/guests/server/asks.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import { handOver } from '#features/records/horses/owners.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Change } from '#platform/web/sync/outbox.ts'
import { type RealDevice, realDevice } from '#testing/device.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const today = dayOf(currentTime(), 'Europe/London')
const [BOUGHT, SOLD] = [addDays(today, -300), addDays(today, -5)]
const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id

let phone: RealDevice
let tablet: RealDevice
let sian: string
let huw: string
let horseId: string
let askId: string
beforeEach(async () => {
  phone = await realDevice(server.gareth.send)
  tablet = await realDevice((await server.gareth.addMember('Mari Lloyd', 'farrier')).send)
  ;[sian, huw] = [await add('/api/clients', { name: 'Siân Penrose' }), await add('/api/clients', { name: 'Huw Bevan' })]
  horseId = await add('/api/horses', { name: 'Seren', clientId: sian })
  await server.asOwner(`update horse_owners set from_on = '${BOUGHT}' where horse_id = '${horseId}';
    update horses set owners = array[json_build_object('clientId', client_id, 'fromOn', '${BOUGHT}', 'toOn', null)] where id = '${horseId}'`)
  askId = await server.gareth.inPractice((tx, actor) =>
    addOwnerAsk(tx, { ...actor, memberId: null }, { clientId: sian, personId: uuidv7(), kind: 'sold', horseId, facts: { brings: 'all' } }),
  )
  await phone.sync()
  await tablet.sync()
})
afterEach(async () => {
  await phone.store.delete()
  await tablet.store.delete()
})

const ownersOn = async (device: RealDevice) => (await device.row('horses', horseId))?.owners as HorseRow['owners']
const answered = (outcome: 'done' | null): Change => ({
  action: 'UPDATE',
  entity: 'owner_asks',
  id: askId,
  data: { outcome, seenAt: outcome && currentTime().toISOString() },
})
/** As the dialog records it. */
async function give(device: RealDevice, clientId: string, ...also: Change[]) {
  const to = { clientId, on: SOLD, brings: clientId === sian ? undefined : ('all' as const) }
  const alsoSend = { ownedFrom: SOLD, ...(to.brings && { brings: to.brings }) }
  const alsoShow = { owners: handOver(await ownersOn(device), to) }
  await device.record({ action: 'UPDATE', entity: 'horses', id: horseId, data: { clientId }, alsoSend, alsoShow }, ...also)
}
const askOn = async (device: RealDevice) => (await device.row('owner_asks', askId))?.outcome
const HISTORY = () => [
  { clientId: sian, fromOn: BOUGHT, toOn: SOLD },
  { clientId: huw, fromOn: SOLD, toOn: null, brings: 'all' },
]

test('handed over in a field, it is on the device at once, and with the answer on the server and the other device later', async () => {
  await give(phone, huw, answered('done'))
  expect(await ownersOn(phone)).toEqual(HISTORY())
  await phone.sync()
  expect(await ownersOn(phone)).toEqual(HISTORY())
  await tablet.sync()
  expect([await ownersOn(tablet), await askOn(tablet)]).toEqual([HISTORY(), 'done'])
  expect((await server.gareth.get(`/api/horses/${horseId}`)).json<HorseRow>().owners).toEqual(HISTORY())
})

test.each([
  ['before it was sent', false],
  ['once it was', true],
])('undone %s, the history and what was asked are as they were', async (_, isSent) => {
  await give(phone, huw, answered('done'))
  if (isSent) await phone.sync()
  await give(phone, sian, answered(null))
  await phone.sync()
  await tablet.sync()
  expect([await ownersOn(tablet), await askOn(tablet)]).toEqual([[{ clientId: sian, fromOn: BOUGHT, toOn: null }], null])
})

test('undone after another change it is undone; after it went on to a third owner it waits for a decision', async () => {
  const nia = await add('/api/clients', { name: 'Nia Pugh' })
  await give(phone, huw, answered('done'))
  await phone.sync()
  await server.gareth.put(`/api/horses/${horseId}`, { color: 'Grey' })
  await give(phone, sian, answered(null))
  await phone.sync()
  expect((await server.gareth.get(`/api/horses/${horseId}`)).json()).toMatchObject({ clientId: sian, color: 'Grey' })
  await give(phone, huw, answered('done'))
  await phone.sync()
  await server.gareth.put(`/api/horses/${horseId}`, { clientId: nia, ownedFrom: addDays(today, -1), brings: 'record' })
  await give(phone, sian, answered(null))
  await phone.sync()
  const [waits] = await phone.queue()
  expect(waits).toMatchObject({ entity: 'horses', state: 'conflict' })
  expect((await server.gareth.get(`/api/horses/${horseId}`)).json<HorseRow>().owners.at(-1)).toMatchObject({
    clientId: nia,
    brings: 'record',
  })
})

test('a sale that the owner withdrew while the farrier had no signal is still handed over, and its answer is not lost in silence', async () => {
  await give(phone, huw, answered('done'))
  await server.gareth.inPractice((tx, actor) => takeBackAsk(tx, actor, { id: askId, clientId: sian }))
  await phone.sync()
  expect((await server.gareth.get(`/api/horses/${horseId}`)).json<HorseRow>().owners).toEqual(HISTORY())
  const left = await phone.queue()
  expect(left.map(({ entity, state }) => [entity, state])).toEqual([['owner_asks', 'conflict']])
})
