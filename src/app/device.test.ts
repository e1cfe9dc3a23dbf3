import { currentTime } from '#lib/clock.ts'
import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Appointment, VisitRow } from '#features/visits/appointments/contract.ts'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Wires } from '#platform/web/sync/pass.ts'
import { type RealDevice, realDevice } from '#testing/device.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const ZONE = 'Europe/London'
const day = addDays(dayOf(currentTime(), ZONE), 40)
const at = (time: string, on = day) => instantOf(on, time, ZONE).toISOString()

let server: TestServer
let phone: RealDevice
let tablet: RealDevice
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  const colleague = await server.gareth.addMember('Mari Lloyd', 'farrier')
  phone = await realDevice(server.gareth.send)
  tablet = await realDevice(colleague.send)
})
afterEach(async () => {
  await phone.store.delete()
  await tablet.store.delete()
})

const bookedOffline = async () => {
  const ids = { client: uuidv7(), horse: uuidv7(), visit: uuidv7(), line: uuidv7() }
  const clientId = `offline_${ids.client}`
  const memberId = server.gareth.memberId
  const visit = { title: 'Trim', clientId, memberId, startTime: at('09:00'), endTime: at('10:00') }
  await phone.record(
    { action: 'CREATE', entity: 'clients', id: ids.client, data: { name: "Siân O'Connor", phone: '07700 900118' } },
    { action: 'CREATE', entity: 'horses', id: ids.horse, data: { name: 'Tally', clientId } },
    { action: 'CREATE', entity: 'appointments', id: ids.visit, data: visit, alsoShow: { onDay: day } },
    { action: 'CREATE', entity: 'visit_horses', id: ids.line, data: { appointmentId: ids.visit, horseId: ids.horse } },
  )
  return ids
}

test('a client, horse and visit made in a barn are on the server and on the other device under the same ids', async () => {
  const ids = await bookedOffline()
  expect(await phone.sync()).toEqual({ end: 'done' })
  expect(await phone.queue()).toEqual([])
  await tablet.sync()
  expect(await tablet.row('clients', ids.client)).toMatchObject({ name: "Siân O'Connor", phoneE164: '+447700900118' })
  expect(await tablet.row('appointments', ids.visit)).toMatchObject({ onDay: day, localStart: '09:00', clientId: ids.client })
  expect(await tablet.row('visit_horses', ids.line)).toMatchObject({ horseId: ids.horse, clientId: ids.client })
  expect(await phone.row('horses', ids.horse)).toEqual(await tablet.row('horses', ids.horse))
})

test('an answer lost on the way back changes nothing: the second sending takes no second effect', async () => {
  const ids = await bookedOffline()
  const lost: Wires['push'] = async (body) => {
    await phone.wires.push(body)
    throw new Error('lost')
  }
  expect((await phone.sync({ push: lost })).end).toBe('later')
  expect((await phone.queue()).every((item) => item.state === 'sent')).toBe(true)
  expect((await phone.sync()).end).toBe('done')
  expect(await phone.queue()).toEqual([])
  const visits: Appointment[] = (await server.gareth.get(`/api/appointments?date=${day}`)).json()
  expect(visits.filter((visit) => visit.id === ids.visit)).toHaveLength(1)
})

test('a move made offline arrives with its text requested, and the other device sees the new day', async () => {
  const ids = await bookedOffline()
  await phone.sync()
  const next = addDays(day, 1)
  await phone.record({
    action: 'UPDATE',
    entity: 'appointments',
    id: ids.visit,
    data: { startTime: at('09:00', next), endTime: at('10:00', next), onDay: next },
    alsoSend: { sendSmsNotification: true },
  })
  expect((await phone.store.rec.get(['appointments', ids.visit]))?.day).toBe(next)
  await phone.sync()
  await tablet.sync()
  expect(await phone.queue()).toEqual([])
  expect((await tablet.row('appointments', ids.visit)) as VisitRow).toMatchObject({ onDay: next, localStart: '09:00', localEnd: '10:00' })
  const told = await server.asOwner(`select kind from notices where client_id = '${ids.client}' and kind <> 'reminder'`)
  expect(told).toHaveLength(1)
})

test('two devices that changed the same field in the meantime get a conflict, and other fields go through', async () => {
  const { client: id } = await bookedOffline()
  await phone.sync()
  await tablet.sync()
  await tablet.record({ action: 'UPDATE', entity: 'clients', id, data: { phone: '07700 900456' } })
  await phone.record({ action: 'UPDATE', entity: 'clients', id, data: { phone: '07700 900789' } })
  await phone.record({ action: 'UPDATE', entity: 'clients', id, data: { businessName: 'Ty Coch' } })
  await tablet.sync()
  await phone.sync()
  expect(await phone.queue()).toMatchObject([{ state: 'conflict', error: { fields: ['phone'] }, server: { phone: '07700 900456' } }])
  await tablet.sync()
  expect(await tablet.row('clients', id)).toMatchObject({ phone: '07700 900456', businessName: 'Ty Coch' })
  expect(await phone.row('clients', id)).toMatchObject({ phone: '07700 900789', businessName: 'Ty Coch' })
})

test('a refused change shows the reason and blocks only the changes that depend on it', async () => {
  const [bad, good] = [uuidv7(), uuidv7()]
  await phone.record(
    { action: 'CREATE', entity: 'clients', id: bad, data: { name: '' } },
    { action: 'CREATE', entity: 'horses', data: { name: 'Tally', clientId: bad } },
    { action: 'CREATE', entity: 'clients', id: good, data: { name: 'Good' } },
  )
  await phone.sync()
  expect(await phone.queue()).toMatchObject([
    { entity: 'clients', state: 'rejected', error: { code: 'bad_request' } },
    { entity: 'horses', state: 'pending' },
  ])
  await phone.record({ action: 'UPDATE', entity: 'clients', id: bad, data: { name: 'Mended' } })
  await phone.sync()
  expect(await phone.queue()).toEqual([])
  await tablet.sync()
  expect([await tablet.row('clients', bad), await tablet.row('clients', good)]).toMatchObject([{ name: 'Mended' }, { name: 'Good' }])
})

test('a removed record goes from every device', async () => {
  const ids = await bookedOffline()
  await phone.sync()
  await tablet.sync()
  await phone.record({ action: 'DELETE', entity: 'appointments', id: ids.visit })
  await phone.sync()
  await tablet.sync()
  expect(await tablet.store.rec.get(['appointments', ids.visit])).toMatchObject({ deleted: 1 })
  expect(await phone.store.rec.get(['appointments', ids.visit])).toMatchObject({ deleted: 1, pending: 0 })
})
