import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { may } from '#features/core/practice/rules.ts'
import { currentMs } from '#lib/clock.ts'
import { makeFixturePractice } from '#testing/practice.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const STATUSES = ['pencilled', 'booked', 'done', 'cancelled', 'no_show'] as const
type Status = (typeof STATUSES)[number]
/** The statuses that a member who drives the round may set on a visit. */
const OF_THE_ROUND: readonly Status[] = ['booked', 'done']

describe.each(['farrier', 'apprentice'] as const)('an %s', (role) => {
  test.each(STATUSES)('changes a visit that is %s as their role allows, by an endpoint and from a device', async (from) => {
    const practice = await makeFixturePractice(server.app, `An ${role}`)
    const who = await practice.addMember('The Member', role)
    const device = who.device()
    const inOneDay = currentMs() + 86_400_000
    const when = { startTime: new Date(inOneDay).toISOString(), endTime: new Date(inOneDay + 3_600_000).toISOString() }
    const visitThatIs = async () => {
      const { id } = (await practice.post('/api/appointments', { ...when, status: from === 'pencilled' ? from : 'booked' })).json<{
        id: string
      }>()
      if (from !== 'booked' && from !== 'pencilled')
        expect((await practice.put(`/api/appointments/${id}`, { status: from })).statusCode).toBe(200)
      return id
    }
    const changes: { to: Status; data: object }[] = [
      ...STATUSES.map((to) => ({ to, data: { status: to } })),
      { to: 'done', data: { isCallComplete: true } },
      { to: from, data: { onMyWayAt: new Date(currentMs()).toISOString() } },
      { to: from, data: { statusReason: null } },
    ]
    const wrong: string[] = []
    for (const { to, data } of changes) {
      const isRounds = OF_THE_ROUND.includes(from) && OF_THE_ROUND.includes(to)
      const isAllowed = isRounds || may(role, 'planDiary')
      const byEndpoint = await who.put(`/api/appointments/${await visitThatIs()}`, data)
      if ((byEndpoint.statusCode !== 403) !== isAllowed) wrong.push(`PUT ${JSON.stringify(data)}: ${byEndpoint.statusCode}`)
      const op = device.op({ entity: 'appointments', action: 'UPDATE', id: await visitThatIs(), data: data as Record<string, unknown> })
      const [result] = (await device.push(op)).results
      if ((result?.code !== 'forbidden') !== isAllowed) wrong.push(`op ${JSON.stringify(data)}: ${result?.status} ${result?.code}`)
    }
    expect(wrong).toEqual([])
  })
})

test('an apprentice finishes no horse on a visit that is off, and so does not bring it back', async () => {
  const practice = await makeFixturePractice(server.app, 'An off visit')
  const ned = await practice.addMember('Ned Apprentice', 'apprentice')
  const add = async (path: string, body: object) => (await practice.post(path, body)).json<{ id: string }>().id
  const clientId = await add('/api/clients', { name: 'Sarah Penrose' })
  const horseId = await add('/api/horses', { name: 'Biscuit', clientId })
  const at = currentMs() + 86_400_000
  const when = { startTime: new Date(at).toISOString(), endTime: new Date(at + 3_600_000).toISOString() }
  const id = await add('/api/appointments', { ...when, clientId, horseId })
  const visit = async () => (await practice.get(`/api/appointments/${id}`)).json<{ status: string; horses: { id: string }[] }>()
  const line = (await visit()).horses[0]?.id ?? ''
  await practice.post(`/api/appointments/${id}/cancel`, {})
  expect((await ned.put(`/api/visit-horses/${line}`, { outcome: 'done' })).statusCode).toBe(403)
  const device = ned.device()
  const { results } = await device.push(device.op({ entity: 'visit_horses', action: 'UPDATE', id: line, data: { outcome: 'done' } }))
  expect(results[0]).toMatchObject({ status: 'rejected', code: 'forbidden' })
  expect((await ned.put(`/api/appointments/${id}/complete-call`)).statusCode).toBe(422)
  expect((await ned.post(`/api/appointments/${id}/reopen`)).statusCode).toBe(403)
  expect((await visit()).status).toBe('cancelled')
})
