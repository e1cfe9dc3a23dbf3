import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const add = async (path: string, body: object) => {
  const answer = await server.gareth.post(path, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: string }>().id
}

/** What a client reads of a visit that is booked with a reminder, and then moved. */
async function textsTo(client: object): Promise<string[]> {
  const clientId = await add('/api/clients', { phone: '07700 900118', ...client })
  const horseId = await add('/api/horses', { name: 'Merlin', clientId })
  const day = addDays(dayOf(currentTime(), 'Europe/London'), 10)
  const at = (on: string) => ({ startTime: `${on}T10:00:00Z`, endTime: `${on}T11:00:00Z` })
  const id = await add('/api/appointments', { clientId, title: 'Merlin, trim', horses: [{ horseId }], ...at(day) })
  const moved = await server.gareth.put(`/api/appointments/${id}`, { ...at(addDays(day, 1)), sendSmsNotification: true })
  expect(moved.statusCode, moved.body).toBe(200)
  const rows = await server.asOwner(`select body from notices where client_id = '${clientId}' order by kind`)
  return rows.map(({ body }) => String(body))
}

test('a client who trades under another name is greeted by the first name, a business without a person’s name by none', async () => {
  const haddon = await textsTo({ name: 'Tom Haddon', businessName: 'Haddon Livery', isBusiness: true })
  expect(haddon.length).toBeGreaterThan(1)
  for (const body of haddon) expect(body).toMatch(/^Hi Tom, /)
  const livery = await textsTo({ name: 'Hollybush Livery', isBusiness: true })
  expect(livery.length).toBeGreaterThan(1)
  for (const body of livery) expect(body).not.toMatch(/^Hi|Livery/)
})
