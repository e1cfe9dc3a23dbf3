import { afterAll, beforeAll, expect, test } from 'vitest'
import { drainPractice } from '#features/core/notices/server/drain.ts'
import { currentMs } from '#lib/clock.ts'
import type { Outgoing } from '#platform/server/sending/delivery.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
  await server.gareth.put('/api/settings', { sending: { quietFrom: '00:00', quietTo: '00:00' } })
})
afterAll(() => server.stop())

const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const HOUR = 3_600_000

/** What left for a client's visit that is so far ahead, when it was cancelled: a word for each message, and the same again of a second drain. */
async function leftFor(preferredChannel: string, hours: number, phone: string | null = '07700 900118'): Promise<string[]> {
  const start = Math.floor(currentMs() / HOUR + hours) * HOUR
  const clientId = await add('/api/clients', { name: 'Sarah Penrose', phone, email: 'sarah@example.com', preferredChannel })
  const times = { startTime: new Date(start).toISOString(), endTime: new Date(start + 45 * 60_000).toISOString() }
  const visit = await add('/api/appointments', { ...times, title: 'Biscuit, trim', clientId })
  await server.gareth.put(`/api/appointments/${visit}`, { status: 'cancelled', sendSmsNotification: true })
  const left: string[] = []
  const by = (channel: string) => async (message: Outgoing) => {
    if (message.body.includes('cancelled') || message.body.includes("isn't")) left.push(channel)
    return { state: 'sent', reference: 'ref' } as const
  }
  const carriers = { sms: by('text'), email: by('e-mail'), push: by('push') }
  for (const _ of [1, 2]) await drainPractice(server.db, carriers, server.gareth.practiceId, { origin: 'https://diary.example' })
  return left.toSorted()
}

test('that a visit within a day is off goes to a reader of the portal by text as well, once; later news by e-mail alone', async () => {
  expect(await leftFor('portal', 5)).toEqual(['e-mail', 'text'])
  expect(await leftFor('portal', 72)).toEqual(['e-mail'])
  expect(await leftFor('email', 5)).toEqual(['e-mail'])
  expect(await leftFor('portal', 5, null)).toEqual(['e-mail'])
})
