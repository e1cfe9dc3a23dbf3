import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Task } from '#features/visits/tasks/contract.ts'
import { uuidv7 } from '#lib/ids.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
let horse: string
let work: string
beforeAll(async () => {
  server = await startTestServer()
  const clientId = await add('/api/clients', { name: 'Sarah Penrose' })
  horse = await add('/api/horses', { name: 'Biscuit', clientId })
  work = await add('/api/work-entries', { horseId: horse, serviceType: 'Trim', workDate: '2026-10-05' })
})
afterAll(() => server.stop())

const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const change = (id: string, body: object) => server.gareth.put(`/api/tasks/${id}`, body)
const open = async (query = '') => (await server.gareth.get(`/api/tasks?limit=5${query}`)).json<Task[]>()

test('advice becomes something to do for its horse, is ticked off by a colleague, and opened again', async () => {
  const made = await server.gareth.post('/api/tasks', {
    title: 'X-ray before next time',
    horseId: horse,
    workEntryId: work,
    dueOn: '2026-12-01',
  })
  const task = made.json<Task>()
  expect([made.statusCode, task]).toMatchObject([
    201,
    {
      horseId: horse,
      workEntryId: work,
      clientId: null,
      dueOn: '2026-12-01',
      forWhom: 'farrier',
      memberId: server.gareth.memberId,
      doneAt: null,
    },
  ])
  await add('/api/tasks', { title: 'Order nails' })
  expect((await open(`&horseId=${horse}`)).map((one) => one.id)).toEqual([task.id])
  const ned = await server.gareth.addMember('Ned Apprentice', 'apprentice')
  const done = await ned.put(`/api/tasks/${task.id}`, { doneAt: '2026-11-20T10:00:00Z' })
  expect(done.json()).toMatchObject({ doneAt: '2026-11-20T10:00:00.000Z', doneBy: expect.any(String) })
  expect(done.json<Task>().doneBy).not.toBe(server.gareth.memberId)
  expect((await open()).map((one) => one.title)).toEqual(['Order nails'])
  expect((await open('&done=true')).map((one) => one.id)).toEqual([task.id])
  expect((await ned.put(`/api/tasks/${task.id}`, { title: 'Not theirs to say' })).statusCode).toBe(403)
  const [news] = (await server.gareth.get('/api/dashboard/activity?limit=1')).json<{ id: string; title: string }[]>()
  expect(news?.title).toBe('Task ticked off: X-ray before next time')
  expect((await server.gareth.post(`/api/activity/${news?.id}/undo`)).statusCode).toBe(204)
  expect((await open())[1]).toMatchObject({ id: task.id, doneAt: null, doneBy: null })
  expect((await change(task.id, { dueOn: null, notes: 'Both fronts', forWhom: 'owner' })).json()).toMatchObject({
    ...{ dueOn: null, notes: 'Both fronts', forWhom: 'owner' },
  })
})

test('two who tick one off without signal have done it once, without a conflict', async () => {
  const id = await add('/api/tasks', { title: 'Ring the vet', horseId: horse })
  const [phone, tablet] = [server.gareth.device(), server.gareth.device()]
  const tick = (device: typeof phone, doneAt: string) =>
    device.push(device.op({ entity: 'tasks', action: 'UPDATE', id, baseRev: 1, data: { doneAt } }))
  expect((await tick(phone, '2026-11-20T10:00:00Z')).results).toMatchObject([{ status: 'applied' }])
  expect((await tick(tablet, '2026-11-20T11:00:00Z')).results).toMatchObject([{ status: 'applied' }])
  expect((await open()).some((task) => task.id === id)).toBe(false)
})

test('a task is removed and put back; what names nothing of this practice is refused', async () => {
  const id = await add('/api/tasks', { title: 'By mistake' })
  expect((await server.gareth.delete(`/api/tasks/${id}`)).statusCode).toBe(204)
  const [removed] = (await server.gareth.get('/api/dashboard/activity?limit=1')).json<{ id: string; title: string }[]>()
  expect(removed?.title).toBe('Task removed: By mistake')
  expect((await server.gareth.post(`/api/activity/${removed?.id}/undo`)).statusCode).toBe(204)
  expect((await open()).some((task) => task.id === id)).toBe(true)
  for (const body of [{}, { title: ' ' }, { title: 'x', dueOn: 'soon' }, { title: 'x', forWhom: 'vet' }])
    expect((await server.gareth.post('/api/tasks', body)).statusCode, JSON.stringify(body)).toBe(400)
  const missing = [
    ['horseId', 'horse_not_found'],
    ['clientId', 'client_not_found'],
    ['yardId', 'yard_not_found'],
    ['appointmentId', 'appointment_not_found'],
    ['workEntryId', 'work_entry_not_found'],
  ] as const
  for (const [field, code] of missing)
    expect((await server.gareth.post('/api/tasks', { title: 'x', [field]: uuidv7() })).json()).toMatchObject({ code })
  expect((await server.other.post('/api/tasks', { title: 'x', horseId: horse })).statusCode).toBe(404)
  expect((await server.other.put(`/api/tasks/${id}`, { title: 'Theirs' })).json()).toMatchObject({ code: 'task_not_found' })
  expect((await server.other.get('/api/tasks')).json()).toEqual([])
  expect((await server.app.inject({ url: '/api/tasks' })).statusCode).toBe(401)
})
