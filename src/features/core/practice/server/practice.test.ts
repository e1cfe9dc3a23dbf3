import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const user = async () => (await server.gareth.get('/api/auth/user')).json<CurrentUser>()

test('the owner changes the practice and their own name; what is absent stays', async () => {
  const before = await user()
  const answer = await server.gareth.put('/api/practice', {
    name: 'Probert & Daughter',
    nation: 'wales',
    frcNumber: 'D4711',
    workingDays: [6, 1, 1],
    firstName: 'Gareth',
    lastName: 'ap Rhobert',
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({
    lastName: 'ap Rhobert',
    initials: 'GR',
    practice: { name: 'Probert & Daughter', nation: 'wales', frcNumber: 'D4711', workingDays: [1, 6] },
  })
  await server.gareth.put('/api/practice', { frcNumber: null })
  expect(await user()).toMatchObject({ id: before.id, lastName: 'ap Rhobert', practice: { name: 'Probert & Daughter', frcNumber: null } })
})

test('devices learn the new name of a member, and may not write one', async () => {
  await server.gareth.put('/api/practice', { firstName: 'Gari', lastName: 'Probert' })
  const device = server.gareth.device()
  const rows = (await device.pull()).rows as { entity: string; data: object }[]
  expect(rows.find((row) => row.entity === 'members')?.data).toMatchObject({
    name: 'Gari Probert',
    initials: 'GP',
    role: 'owner',
    isActive: true,
  })
  const op = device.op({ entity: 'members', action: 'UPDATE', id: server.gareth.memberId, data: { role: 'owner' } })
  expect((await device.push(op)).results).toMatchObject([{ status: 'rejected', code: 'forbidden' }])
})

test('only an owner changes the practice, no signed-out user changes anything, and no practice changes another’s', async () => {
  const apprentice = await server.gareth.addMember('Ned Apprentice', 'apprentice')
  const refused = await apprentice.put('/api/practice', { name: 'Mine now' })
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, 'forbidden'])
  expect((await server.app.inject({ method: 'PUT', url: '/api/practice', payload: { name: 'x' } })).statusCode).toBe(401)
  await server.other.put('/api/practice', { name: 'Other' })
  expect((await user()).practice.name).toBe('Probert & Daughter')
})

test('a practice has a name, and its week seven days', async () => {
  for (const fault of [{ name: ' ' }, { workingDays: [7] }, { nation: 'france' }]) {
    expect((await server.gareth.put('/api/practice', fault)).statusCode).toBe(400)
  }
})
