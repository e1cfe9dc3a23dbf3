import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rotateVault } from '#features/office/integrations/server/rotate-vault.ts'
import type { MadeWebhook } from '#features/office/webhooks/contract.ts'
import { deliverPractice } from '#features/office/webhooks/server/deliver.ts'
import { openVault, type Vault } from '#platform/server/vault.ts'
import { everywhere, foundIn, keptLog } from '#testing/left-behind.ts'
import { formsOf } from '#testing/secret-forms.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { answers, OK, startReceiver, verified } from '#testing/webhook-receiver.ts'
import { reachIn } from '#testing/webhook-world.ts'

const folder = mkdtempSync(join(tmpdir(), 'pritchel-webhooks-'))
const { log, written } = keptLog()
let far: Awaited<ReturnType<typeof startReceiver>>
let server: TestServer
let vault: Vault
beforeAll(async () => {
  far = await startReceiver()
  vault = openVault({ dataFolder: folder })
  server = await startTestServer({ vault, reachable: [far.host], log })
})
afterAll(async () => {
  await server.stop()
  await far.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a secret is found nowhere but in the answer that made it, and the address in no export, copy, journal or log', async () => {
  const { gareth } = server
  const token = 'Tok3n-in-the-path-77'
  const { secret, webhook } = (await gareth.post('/api/webhooks', { url: `${far.url}/${token}`, things: ['client'] })).json<MadeWebhook>()
  const { secret: newer } = (await gareth.post(`/api/webhooks/${webhook.id}/secret`, {})).json<MadeWebhook>()
  const work = () => {
    const ways = { vault, reach: reachIn(far.host), reachable: [far.host], isTestVersion: true }
    return deliverPractice({ db: server.db, origin: 'http://localhost:3000', ...ways }, gareth.practiceId)
  }
  far.by(answers(500))
  await gareth.post('/api/clients', { name: 'Sarah Penrose' })
  await work()
  far.by(OK)
  await gareth.post('/api/clients', { name: 'Tom Hughes' })
  await work()
  vault.rotate()
  expect(await rotateVault(server.db, vault)).toBe(1)
  await gareth.post('/api/clients', { name: 'Nia Rees' })
  await work()
  const last = far.received.at(-1)
  for (const each of [secret, newer]) expect(last && verified(each, last)).toMatchObject({ type: 'client.created' })
  const requests = [
    await gareth.get('/api/webhooks'),
    await gareth.get(`/api/webhooks/${webhook.id}/deliveries`),
    await gareth.put(`/api/webhooks/${webhook.id}`, { things: ['client', 'horse'] }),
    await gareth.get('/api/dashboard/activity'),
  ]
  const kept = await everywhere({ server, members: [gareth], written, answers: requests.map(({ body }) => body) })
  // The search sees what is there: the address where it is kept and shown to the owner.
  expect(foundIn(kept, [token])).toEqual(['dump', 'backup', 'answers'].map((place) => `${place}: ${token}`))
  const secrets = [secret, newer].flatMap((each) => [...formsOf(each), ...formsOf(each.slice('whsec_'.length))])
  expect(foundIn(kept, secrets)).toEqual([])
  // What was received has nothing of the records.
  expect(far.received.length).toBeGreaterThan(2)
  const sent = far.received.map(({ body, headers }) => `${body} ${JSON.stringify(headers)}`).join('\n')
  for (const word of ['Sarah', 'Penrose', 'Tom Hughes', 'Nia', 'Gareth', secret, newer]) expect(sent).not.toContain(word)
  await gareth.delete(`/api/webhooks/${webhook.id}`)
  expect(foundIn(await everywhere({ server, members: [gareth], written, answers: [] }), [token])).toEqual([])
})
