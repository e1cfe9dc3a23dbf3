import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ActivityItem } from '#features/day/round/contract.ts'
import { currentMs, setClock } from '#lib/clock.ts'
import type { PushAnswer } from '#platform/server/sync/push.ts'
import { type FixturePractice, makeFixturePractice } from '#testing/practice.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { resetClock } from '#testing/set-clock.ts'

let server: TestServer
let practice: FixturePractice
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())
beforeEach(async () => {
  practice = await makeFixturePractice(server.app, 'The Verbs')
})

const inDays = (days: number) => {
  const at = currentMs() + days * 86_400_000
  return { startTime: new Date(at).toISOString(), endTime: new Date(at + 3_600_000).toISOString() }
}
const book = async (more: object = {}) =>
  (await practice.post('/api/appointments', { ...inDays(1), title: 'Trim', ...more })).json<{ id: string }>().id
const visit = async (id: string) => (await practice.get(`/api/appointments/${id}`)).json<Record<string, unknown>>()
const change = (id: string, body: object, who: Pick<FixturePractice, 'put'> = practice) => who.put(`/api/appointments/${id}`, body)
const lines = async () => (await practice.get('/api/dashboard/activity?limit=100&kind=diary')).json<ActivityItem[]>()
/** The journal's verbs about visits, newest first. */
const journal = async () => (await lines()).map(({ title }) => title.match(/^\w+/)?.[0])

test('a queue of the build be485eb leaves the visits that its own server made of it', async () => {
  const { push, visits } = JSON.parse(readFileSync('src/testing/queues/be485eb.json', 'utf8')) as {
    push: { ops: object[] }
    visits: Record<string, object | null>
  }
  setClock('2026-11-24T09:00:00.000Z')
  try {
    const { results } = (await practice.post('/api/sync/push', push)).json<PushAnswer>()
    expect(results.map(({ status }) => status)).toEqual(push.ops.map(() => 'applied'))
    for (const [id, left] of Object.entries(visits)) {
      const now = await practice.get(`/api/appointments/${id}`)
      if (left) expect(now.json()).toMatchObject(left)
      else expect(now.statusCode).toBe(404)
    }
  } finally {
    resetClock()
  }
})

test('a pencilled visit is edited, then confirmed: the journal has both', async () => {
  const id = await book({ status: 'pencilled' })
  const later = inDays(2)
  expect((await change(id, { ...later, status: 'booked', notes: 'Bring pads' })).statusCode).toBe(200)
  expect(await visit(id)).toMatchObject({ ...later, status: 'booked', notes: 'Bring pads' })
  expect(await journal()).toEqual(['Confirmed', 'Moved', 'Booked'])
})

test('a finished visit is opened before it is edited, and one that is off is moved from a day gone by', async () => {
  const done = await book()
  await change(done, { status: 'done' })
  expect((await change(done, inDays(3))).json()).toMatchObject({ code: 'visit_is_done' })
  expect((await change(done, { ...inDays(3), status: 'booked' })).statusCode).toBe(200)
  expect(await journal()).toEqual(['Moved', 'Reopened', 'Finished', 'Booked'])
  const off = await book(inDays(-2))
  await change(off, { status: 'cancelled', statusReason: 'Rain' })
  const tomorrow = inDays(1)
  expect((await change(off, { ...tomorrow, status: 'booked' })).statusCode).toBe(200)
  expect(await visit(off)).toMatchObject({ ...tomorrow, status: 'booked', statusReason: null })
})

test('a change of several verbs is refused whole when its author may not do one of them', async () => {
  const apprentice = await practice.addMember('Ned Apprentice', 'apprentice')
  const id = await book()
  const before = await visit(id)
  for (const body of [
    { roundRank: 'i', status: 'cancelled' },
    { isCallComplete: true, notes: 'All good' },
  ]) {
    expect((await change(id, body, apprentice)).statusCode).toBe(403)
    const device = apprentice.device()
    const { results } = await device.push(device.op({ entity: 'appointments', action: 'UPDATE', id, data: body }))
    expect(results[0]).toMatchObject({ status: 'rejected', code: 'forbidden' })
  }
  expect(await visit(id)).toEqual(before)
  expect(await journal()).toEqual(['Booked'])
})

test('a reason goes with the status it is given for, and alone it is an edit', async () => {
  const id = await book()
  await change(id, { status: 'cancelled', statusReason: 'Lame', notes: 'Ring the vet' })
  expect(await visit(id)).toMatchObject({ status: 'cancelled', statusReason: 'Lame', notes: 'Ring the vet' })
  await change(id, { statusReason: 'Lame in front' })
  expect(await visit(id)).toMatchObject({ status: 'cancelled', statusReason: 'Lame in front' })
  expect(await journal()).toEqual(['Changed', 'Cancelled', 'Changed', 'Booked'])
})

test('a horse put back on a finished visit is still to do, and so is the visit', async () => {
  const clientId = (await practice.post('/api/clients', { name: 'Sarah Penrose' })).json<{ id: string }>().id
  const horse = async (name: string) => (await practice.post('/api/horses', { name, clientId })).json<{ id: string }>().id
  const [biscuit, merlin] = [await horse('Biscuit'), await horse('Merlin')]
  const id = await book({ clientId, horses: [{ horseId: biscuit }, { horseId: merlin }] })
  const [first, second] = ((await visit(id)) as { horses: { id: string }[] }).horses
  await practice.put(`/api/visit-horses/${first?.id}`, { outcome: 'done' })
  const device = practice.device()
  await device.push(device.op({ entity: 'appointments', action: 'UPDATE', id, data: { title: 'Biscuit', horses: [{ horseId: biscuit }] } }))
  expect(await visit(id)).toMatchObject({ status: 'done', horses: [{ id: first?.id }] })
  const edit = (await lines()).find(({ title }) => title.startsWith('Changed'))
  expect((await practice.post(`/api/activity/${edit?.id}/undo`)).statusCode).toBe(204)
  expect(await visit(id)).toMatchObject({ status: 'booked', isCallComplete: false, horses: [{ id: first?.id }, { id: second?.id }] })
})
