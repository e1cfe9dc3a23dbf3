import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('where only a calendar of ours can be written to, no other can be chosen', async () => {
  const { gareth } = server
  const refused = await gareth.put('/api/integrations/google', { enabled: false, settings: { calendarId: 'family@group.example' } })
  expect([refused.statusCode, refused.json()]).toMatchObject([
    400,
    { message: 'There, your diary can only go to the calendar made for it.' },
  ])
  expect((await gareth.put('/api/integrations/microsoft', { enabled: false, settings: { calendarId: 'AAMk' } })).statusCode).toBe(200)
  expect((await gareth.put('/api/integrations/google', { enabled: false, settings: { calendarId: null } })).statusCode).toBe(200)
})
