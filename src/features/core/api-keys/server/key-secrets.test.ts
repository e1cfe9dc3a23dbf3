import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeApiKey } from '#features/core/api-keys/contract.ts'
import { hashToken } from '#platform/server/http/session.ts'
import { everywhere, foundIn, keptLog } from '#testing/left-behind.ts'
import { formsOf } from '#testing/secret-forms.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const { log, written } = keptLog()
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ log })
})
afterAll(() => server.stop())

test('an API key is found nowhere but in the answer that made it, whatever was done with it', async () => {
  const { gareth, app } = server
  const made = await gareth.post('/api/api-keys', { name: 'Website form', scopes: ['clients:read', 'clients:write'], days: null })
  const { key } = made.json<MadeApiKey>()
  const by = (method: 'GET' | 'POST', url: string, payload?: object) =>
    app.inject({ method, url, headers: { authorization: `Bearer ${key}` }, ...(payload && { payload }) })
  const answers = [
    await by('GET', '/api/clients'),
    await by('POST', '/api/clients', { name: 'Sarah Penrose' }),
    await by('POST', '/api/clients', { name: '' }),
    await by('GET', '/api/horses'),
    await by('GET', '/api/auth/user'),
    await app.inject({ url: '/api/clients', headers: { authorization: `Bearer ${key}x` } }),
    await gareth.get('/api/api-keys'),
    await gareth.get('/api/dashboard/activity'),
  ].map(({ body, headers }) => `${body} ${JSON.stringify(headers)}`)
  const kept = await everywhere({ server, members: [gareth], written, answers })
  expect(Object.entries(kept).filter(([, text]) => text.length < 500)).toEqual([])
  // The search sees what is there: the name everywhere a name belongs, and the hash where keys are looked up.
  expect(foundIn({ dump: kept.dump, backup: kept.backup, export: kept.export }, ['Website form'])).toHaveLength(3)
  expect(foundIn({ dump: kept.dump }, [hashToken(key).toString('hex')])).toHaveLength(1)
  expect(foundIn(kept, formsOf(key))).toEqual([])
  expect(foundIn(kept, formsOf(key.slice(4)))).toEqual([])
  expect(foundIn({ export: kept.export, sync: kept.sync, log: kept.log, answers: kept.answers }, [hashToken(key).toString('hex')])).toEqual(
    [],
  )
})
