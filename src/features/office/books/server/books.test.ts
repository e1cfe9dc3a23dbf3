import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Expense, Trip } from '#features/office/books/contract.ts'
import { uuidv7 } from '#lib/ids.ts'
import { addFile } from '#testing/files.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const NAILS = { spentOn: '2026-11-20', category: 'cost-of-goods', description: 'Nails', totalPence: 2400 } as const
const ROUND = { onDay: '2026-11-20', milesTenths: 413, purpose: 'Round of 6 stops' } as const
const news = async () => (await server.gareth.get('/api/dashboard/activity?limit=1')).json<{ id: string; title: string }[]>()[0]

test('an expense is written down, put right, removed and put back; lists are paged by day', async () => {
  const made = await server.gareth.post('/api/expenses', NAILS)
  const nails = made.json<Expense>()
  expect([made.statusCode, nails]).toMatchObject([
    201,
    { ...NAILS, supplier: null, vatPence: 0, method: 'card', memberId: server.gareth.memberId },
  ])
  const changed = await server.gareth.put(`/api/expenses/${nails.id}`, { vatPence: 400, supplier: 'Anvil Supplies', method: 'cash' })
  expect(changed.json()).toMatchObject({ vatPence: 400, supplier: 'Anvil Supplies', method: 'cash', totalPence: 2400 })
  for (const body of [{ vatPence: 2401 }, { vatPence: -1 }, { totalPence: 300 }, { totalPence: -2400 }])
    expect((await server.gareth.put(`/api/expenses/${nails.id}`, body)).statusCode, JSON.stringify(body)).toBe(400)
  expect((await server.gareth.put(`/api/expenses/${nails.id}`, { totalPence: -2400, vatPence: -400 })).statusCode).toBe(200)
  const others = await Promise.all(
    ['2026-11-19', '2026-11-21', '2026-10-01'].map((spentOn) =>
      server.gareth.post('/api/expenses', { ...NAILS, spentOn, category: 'travel', description: 'Diesel' }),
    ),
  )
  expect(others.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  const first = await server.gareth.get('/api/expenses?from=2026-11-01&limit=2')
  expect(first.json<Expense[]>().map(({ spentOn }) => spentOn)).toEqual(['2026-11-21', '2026-11-20'])
  const [, more = ''] = /<(.+)>/.exec(String(first.headers.link)) ?? []
  expect((await server.gareth.get(more)).json<Expense[]>().map(({ spentOn }) => spentOn)).toEqual(['2026-11-19'])
  expect((await server.gareth.get('/api/expenses?category=travel')).json()).toHaveLength(3)
  expect((await server.gareth.delete(`/api/expenses/${nails.id}`)).statusCode).toBe(204)
  const removed = await news()
  expect(removed?.title).toBe('Expense removed: Nails')
  expect((await server.gareth.post(`/api/activity/${removed?.id}/undo`)).statusCode).toBe(204)
  expect((await server.gareth.get('/api/expenses')).json()).toHaveLength(4)
  expect((await server.other.put(`/api/expenses/${nails.id}`, { supplier: 'x' })).json()).toMatchObject({ code: 'expense_not_found' })
  expect((await server.other.get('/api/expenses')).json()).toEqual([])
})

test('miles are logged for oneself or a colleague, and undone', async () => {
  const ned = await aColleague()
  const own = (await server.gareth.post('/api/trips', ROUND)).json<Trip>()
  expect(own).toMatchObject({ ...ROUND, memberId: server.gareth.memberId, vehicle: 'car-or-van', fromPlace: null })
  await server.gareth.post('/api/trips', { ...ROUND, memberId: ned })
  const theirs = (await server.gareth.get(`/api/trips?memberId=${ned}`)).json<Trip[]>()
  expect(theirs.map(({ memberId }) => memberId)).toEqual([ned])
  expect((await server.gareth.put(`/api/trips/${own.id}`, { milesTenths: 500, memberId: ned })).json()).toMatchObject({
    ...{ milesTenths: 500, memberId: ned },
  })
  expect((await server.gareth.put(`/api/trips/${own.id}`, { memberId: uuidv7() })).json()).toMatchObject({ code: 'member_not_found' })
  expect((await server.gareth.post('/api/trips', { ...ROUND, milesTenths: 0 })).statusCode).toBe(400)
  expect((await news())?.title).toBe('Miles changed: Round of 6 stops')
  expect((await server.gareth.post(`/api/activity/${(await news())?.id}/undo`)).statusCode).toBe(204)
  expect((await server.gareth.delete(`/api/trips/${own.id}`)).statusCode).toBe(204)
  expect((await server.gareth.delete(`/api/trips/${uuidv7()}`)).json()).toMatchObject({ code: 'trip_not_found' })
})

test('a device brings an expense and its receipt in one go; an apprentice’s holds neither, nor opens the picture', async () => {
  const phone = server.gareth.device()
  const id = uuidv7()
  const photo = await addFile(server.gareth, { horseId: await aHorse() })
  const receipt = { fileId: photo.body.fileId, fileType: 'image', fileName: 'Receipt.jpg', expenseId: id }
  const attachment = uuidv7()
  const brought = await phone.push(
    phone.op({ entity: 'expenses', action: 'CREATE', id, data: { ...NAILS } }),
    phone.op({ entity: 'attachments', action: 'CREATE', id: attachment, data: receipt }),
  )
  expect(brought.results).toMatchObject([{ status: 'applied' }, { status: 'applied', row: { expenseId: id, shownToOwner: false } }])
  const alone = await addFile(server.gareth, { expenseId: id })
  const heldBy = async (device: typeof phone) =>
    ((await device.pull()) as { rows: { id: string; deleted: boolean; data: object }[] }).rows.filter((row) => !row.deleted)
  expect((await heldBy(phone)).map((row) => row.id)).toEqual(expect.arrayContaining([id, attachment, alone.id, photo.id]))
  const ned = await server.gareth.addMember('Ned Apprentice', 'apprentice')
  const held = await heldBy(ned.device())
  expect(held.map((row) => row.id)).toContain(photo.id)
  expect(held.filter((row) => [id, attachment, alone.id].includes(row.id))).toEqual([])
  expect(JSON.stringify(held)).not.toContain('Receipt.jpg')
  expect((await server.gareth.get(`/api/objects/${alone.body.fileId}`)).statusCode).toBe(200)
  expect((await ned.get(`/api/objects/${alone.body.fileId}`)).json()).toMatchObject({ code: 'file_not_found' })
  expect((await ned.get('/api/expenses')).statusCode).toBe(403)
  expect((await ned.post('/api/file-attachments', { ...alone.body })).statusCode).toBe(403)
  expect((await server.gareth.post('/api/file-attachments', { ...alone.body, expenseId: uuidv7() })).json()).toMatchObject({
    code: 'expense_not_found',
  })
})

async function aColleague(): Promise<string> {
  await server.gareth.addMember('Ned Pugh', 'farrier')
  const members = (await server.gareth.get('/api/members')).json<{ id: string; name: string }[]>()
  return members.find(({ name }) => name === 'Ned Pugh')?.id ?? ''
}

async function aHorse(): Promise<string> {
  const clientId = (await server.gareth.post('/api/clients', { name: 'Sarah Penrose' })).json<{ id: string }>().id
  return (await server.gareth.post('/api/horses', { name: 'Biscuit', clientId })).json<{ id: string }>().id
}
