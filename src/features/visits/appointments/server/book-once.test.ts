import { afterAll, beforeAll, expect, test } from 'vitest'
import { whenOn } from '#features/visits/appointments/rules.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidOf, uuidv7 } from '#lib/ids.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const ahead = addDays(dayOf(currentTime(), 'Europe/London'), 40)

test('a visit with a derived id that two devices book is one, with each horse once; an id that was drawn is taken', async () => {
  const clientId = await add('/api/clients', { name: 'Sarah Penrose' })
  const horseId = await add('/api/horses', { name: 'Biscuit', clientId })
  const { startTime, endTime } = whenOn(ahead, '09:00', '10:00', 'Europe/London')
  const book = (id: string) => ({
    entity: 'appointments' as const,
    action: 'CREATE' as const,
    id,
    data: { title: 'Biscuit, trim', clientId, startTime, endTime, onDay: ahead },
  })
  const line = (appointmentId: string) => ({
    entity: 'visit_horses' as const,
    action: 'CREATE' as const,
    id: uuidOf('visit_horses', appointmentId, horseId),
    data: { appointmentId, horseId, place: 0, plannedWork: 'Trim' },
  })
  const id = uuidOf('appointments', uuidv7(), 'next', '0')
  for (let devices = 0; devices < 2; devices++) {
    const device = server.gareth.device()
    const { results } = await device.push(device.op(book(id)), device.op(line(id)))
    expect(results).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
  }
  const visit = (await server.gareth.get(`/api/appointments/${id}`)).json<{ horses: { horseId: string }[] }>()
  expect(visit.horses).toMatchObject([{ horseId }])

  const drawn = uuidv7()
  const statuses: unknown[] = []
  for (let devices = 0; devices < 2; devices++) {
    const device = server.gareth.device()
    statuses.push((await device.push(device.op(book(drawn)))).results[0]?.status)
  }
  expect(statuses).toEqual(['applied', 'rejected'])
})
