import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeApiKey } from '#features/core/api-keys/contract.ts'
import type { MadeWebhook, Webhook, WebhookDelivery } from '#features/office/webhooks/contract.ts'
import { deliverPractice } from '#features/office/webhooks/server/deliver.ts'
import { takeWebhooks } from '#features/office/webhooks/server/wakes.ts'
import { realTime } from '#lib/clock.ts'
import type { Database } from '#platform/server/database/db.ts'
import type { PreparedDatabase } from '#platform/server/database/prepare.ts'
import { openSession } from '#platform/server/http/session.ts'
import { serveDatabase } from '#testing/hosted.ts'
import { type FixturePractice, makeFixturePractice } from '#testing/practice.ts'
import { makeRestoring } from '#testing/restoring.ts'
import { answers, OK, startReceiver, verified } from '#testing/webhook-receiver.ts'
import { reachIn, vaultOf } from '#testing/webhook-world.ts'

/* A server that is lost: its backup comes up on another database, with the vault's key or without. */

let far: Awaited<ReturnType<typeof startReceiver>>
let place: Awaited<ReturnType<typeof makeRestoring>>
beforeAll(async () => {
  far = await startReceiver()
  place = await makeRestoring()
})
afterAll(async () => {
  await place.close()
  await far.stop()
})

const serve = (database: PreparedDatabase, vault = vaultOf(1)) => serveDatabase(database, { vault, reachable: [far.host] })
const work = async (db: Database, vault = vaultOf(1)) => {
  const ways = { vault, reach: reachIn(far.host), reachable: [far.host], isTestVersion: true }
  for (const practiceId of await takeWebhooks(db, realTime()))
    await deliverPractice({ db, origin: 'http://localhost:3000', ...ways }, practiceId)
}

/** A practice with a webhook that has sent one message and has one to send, a webhook that is removed after the backup, and a key. */
async function lost() {
  far.received.length = 0
  const database = await place.database()
  const { app, db, stop } = await serve(database)
  const gareth = await makeFixturePractice(app, 'Gareth Probert')
  const hook = async () => (await gareth.post('/api/webhooks', { url: far.url, things: ['client'] })).json<MadeWebhook>()
  const { secret, webhook } = await hook()
  const { key } = (
    await gareth.post('/api/api-keys', { name: 'Website form', scopes: ['clients:read', 'clients:write'], days: null })
  ).json<MadeApiKey>()
  far.by(OK)
  await gareth.post('/api/clients', { name: 'Sarah Penrose' })
  await work(db)
  expect(far.types()).toEqual(['client.created'])
  const { webhook: removed } = await hook()
  far.by(answers(503))
  await gareth.post('/api/clients', { name: 'Tom Vaughan' })
  await work(db)
  far.by(OK)
  const backup = await place.backUp(database)
  await gareth.delete(`/api/webhooks/${removed.id}`)
  await stop()
  far.received.length = 0
  return { backup, gareth, secret, webhook, removed, key }
}

/** An owner on the restored server, by a session of now: none comes back from a backup. */
async function signedIn({ app, db }: Awaited<ReturnType<typeof serve>>, { personId, practiceId }: FixturePractice) {
  const token = await db.withDirectory((tx) => openSession(tx, { personId, practiceId, userAgent: 'test' }))
  const cookies = { [app.cookieName]: token }
  const send = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    app.inject({ method, url, cookies, ...(payload && { payload }) })
  return {
    put: (id: string, body: object) => send('PUT', `/api/webhooks/${id}`, body),
    rotate: async (id: string) => (await send('POST', `/api/webhooks/${id}/secret`, {})).json<MadeWebhook>(),
    listed: async () => (await send('GET', '/api/webhooks')).json<Webhook[]>(),
    deliveries: async (id: string) => (await send('GET', `/api/webhooks/${id}/deliveries`)).json<WebhookDelivery[]>(),
  }
}
/** A client that a program adds. */
const addBy = ({ app }: Awaited<ReturnType<typeof serve>>, key: string, name: string) =>
  app.inject({ method: 'POST', url: '/api/clients', headers: { authorization: `Bearer ${key}` }, payload: { name } })

test('webhooks are off and send nothing until an owner switches them on; then they sign as before, and the key opens what it did', async () => {
  const { backup, gareth, secret, webhook, removed, key } = await lost()
  const database = await place.database()
  expect(await place.restore(backup, database)).toBe(true)
  const server = await serve(database)
  const again = await signedIn(server, gareth)
  expect((await addBy(server, key, 'Nia Rees')).statusCode).toBe(201)
  await work(server.db)
  expect(far.received).toEqual([])
  const off = (await again.listed()).map(({ id, isOn, offWhy }) => [id, isOn, offWhy])
  expect(off.sort()).toEqual([webhook.id, removed.id].sort().map((id) => [id, false, 'restored']))
  // What waited may have got through since the backup.
  expect((await again.deliveries(webhook.id)).map(({ state }) => state)).toEqual(['stopped', 'delivered'])
  expect((await again.put(webhook.id, { isOn: true })).statusCode).toBe(200)
  expect((await addBy(server, key, 'Huw Parry')).statusCode).toBe(201)
  await work(server.db)
  expect(far.received.map((message) => verified(secret, message))).toMatchObject([{ type: 'client.created' }])
  const others = await server.app.inject({ url: '/api/horses', headers: { authorization: `Bearer ${key}` } })
  expect([others.statusCode, others.json()]).toMatchObject([403, { code: 'scope_missing' }])
  await server.stop()
})

test('without the vault’s key a webhook goes on with a new secret alone, and the key opens what it did', async () => {
  const { backup, gareth, secret, webhook, key } = await lost()
  const database = await place.database()
  expect(await place.restore(backup, database)).toBe(true)
  const other = vaultOf(7)
  const server = await serve(database, other)
  const again = await signedIn(server, gareth)
  expect((await again.put(webhook.id, { isOn: true })).json()).toMatchObject({ code: 'webhook_secret_lost' })
  const { secret: newer } = await again.rotate(webhook.id)
  expect((await again.put(webhook.id, { isOn: true })).statusCode).toBe(200)
  expect((await addBy(server, key, 'Huw Parry')).statusCode).toBe(201)
  await work(server.db, other)
  const [message] = far.received
  expect(message && verified(newer, message)).toMatchObject({ type: 'client.created' })
  expect(() => message && verified(secret, message)).toThrow()
  await server.stop()
})
