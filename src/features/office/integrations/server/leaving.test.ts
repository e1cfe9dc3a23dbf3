import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PracticeMember } from '#features/core/practice/contract.ts'
import type { Integration } from '#features/office/integrations/contract.ts'
import { listExchanging } from '#features/office/integrations/server/exchange-queries.ts'
import { findConnection } from '#features/office/integrations/server/queries.ts'
import { putBusyBlocks } from '#features/visits/appointments/server/put-busy-blocks.ts'
import { currentMs } from '#lib/clock.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const HOUR_MS = 3_600_000
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

test('of a member who has left nothing is exchanged, no one is busy by their calendars, and no one else ever saw them', async () => {
  const { gareth } = server
  const cai = await gareth.addMember('Cai Rowe', 'farrier')
  const settings = { address: 'https://caldav.icloud.com', account: 'cai@home.example', apiKey: 'abcd-efgh-ijkl' }
  expect((await cai.put('/api/integrations/caldav', { enabled: true, settings })).statusCode).toBe(200)
  await cai.put('/api/integrations/feed', { enabled: true })
  const id = (await gareth.get('/api/members')).json<PracticeMember[]>().find(({ name }) => name === 'Cai Rowe')?.id as string
  const connection = () => gareth.inPractice((tx) => findConnection(tx, 'caldav', id))
  const exchanging = () => gareth.inPractice((tx) => listExchanging(tx, ['caldav']))
  await gareth.inPractice(async (tx, actor) => {
    const [start, end] = [new Date(currentMs() + HOUR_MS), new Date(currentMs() + 2 * HOUR_MS)]
    const whose = { connectionId: (await findConnection(tx, 'caldav', id))?.id as string, memberId: id }
    await putBusyBlocks(tx, actor, whose, [{ calendarId: 'family', source: 'Family', start, end, isAllDay: false }])
  })
  const cards = async () => (await gareth.get('/api/integrations')).json<Integration[]>()
  const before = await cards()
  expect(JSON.stringify(before)).not.toMatch(/cai@home/)
  expect(await exchanging()).toHaveLength(1)
  await server.asOwner(`update connections set leased_until = clock_now() + interval '1 minute' where connector = 'caldav'`)

  expect((await gareth.put(`/api/members/${id}`, { isActive: false })).statusCode).toBe(200)
  expect(await exchanging()).toEqual([])
  // A worker that is just at it finds its lease gone.
  expect(await connection()).toMatchObject({ enabled: false, off_at: expect.any(Date), leased_until: null })
  expect(await server.asOwner('select source from busy_blocks where deleted_at is null')).toEqual([])
  expect(await cards()).toEqual(before)
  // Their feed opens nothing while they are away, and is theirs again when they are back.
  expect(await server.asOwner(`select enabled from connections where connector = 'feed'`)).toEqual([{ enabled: true }])
})

test('a change of a member who stays leaves their calendars alone', async () => {
  const dot = await server.gareth.addMember('Dot Ames', 'farrier')
  const settings = { address: 'https://caldav.icloud.com', account: 'dot', apiKey: 'abcd-efgh-ijkl' }
  await dot.put('/api/integrations/caldav', { enabled: true, settings })
  const id = (await server.gareth.get('/api/members')).json<PracticeMember[]>().find(({ name }) => name === 'Dot Ames')?.id
  expect((await server.gareth.put(`/api/members/${id}`, { role: 'apprentice' })).statusCode).toBe(200)
  const card = (await dot.get('/api/integrations')).json<Integration[]>().find(({ id: each }) => each === 'caldav')
  expect(card).toMatchObject({ enabled: true, status: 'connected' })
})
