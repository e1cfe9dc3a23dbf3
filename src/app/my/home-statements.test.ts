import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { letCare } from '#testing/care.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { buildIfNeeded } from '../../../scripts/build.mjs'

let server: TestServer
beforeAll(async () => {
  buildIfNeeded()
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())
afterEach(() => vi.restoreAllMocks())

const textOf = (asked: unknown): string => (typeof asked === 'string' ? asked : ((asked as { text?: string })?.text ?? ''))

test('looking after a horse too, and requests about who may see one, cost the first page no statement of their own', async () => {
  const clientId = (await server.gareth.post('/api/clients', { name: 'Ffion Rees' })).json<{ id: string }>().id
  const horseId = (await server.gareth.post('/api/horses', { name: 'Seren', clientId })).json<{ id: string }>().id
  const guest = await makeGuest(server.app, { practice: server.gareth, clientId })
  await letCare(server.gareth, { clientId, horseIds: [horseId], personId: guest.personId })
  await guest.get('/my')
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const { body } = await guest.get('/my')
  expect(body).toContain('Seren')
  expect(body).toContain('/my/care')
  const texts = asked.mock.calls.map(([one]) => textOf(one))
  const about = texts.filter((text) => /guest_cares|guest_asked/.test(text))
  expect(about).toEqual([expect.stringContaining('prep_line')])
})
