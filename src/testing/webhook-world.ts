import type { Webhook, WebhookDelivery } from '#features/office/webhooks/contract.ts'
import type { Thing } from '#features/office/webhooks/rules.ts'
import { deliverPractice } from '#features/office/webhooks/server/deliver.ts'
import { makeWebhook, rotateSecret } from '#features/office/webhooks/server/service.ts'
import { takeWebhooks } from '#features/office/webhooks/server/wakes.ts'
import { addClient } from '#features/records/clients/server/service.ts'
import { currentMs, realTime, setClock } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { openReach } from '#platform/server/reach.ts'
import { openVault } from '#platform/server/vault.ts'
import type { FixturePractice } from '#testing/practice.ts'
import { startTestServer } from '#testing/server.ts'
import { startReceiver } from '#testing/webhook-receiver.ts'

export const MINUTE_MS = 60_000
export const DAY_MS = 1440 * MINUTE_MS

/** A key of the vault; each number is another. */
export const vaultKey = (n: number) => Buffer.alloc(32, n).toString('base64')
export const vaultOf = (...keys: number[]) => openVault({ dataFolder: '', vaultKeys: keys.map(vaultKey) })

/** A receiver on loopback, and a server of the test version that may reach it. */
export async function startWebhookWorld() {
  const far = await startReceiver()
  const server = await startTestServer({ vault: vaultOf(1), reachable: [far.host] })
  return {
    far,
    server,
    /** A worker looks once what is due, by these ways out. */
    async work(more: Partial<Parameters<typeof deliverPractice>[0]> = {}) {
      const ways = { vault: vaultOf(1), reach: reachIn(far.host), reachable: [far.host] }
      const delivering = { db: server.db, origin: 'http://localhost:3000', isTestVersion: true, ...ways, ...more }
      for (const practiceId of await takeWebhooks(server.db, realTime())) await deliverPractice(delivering, practiceId)
    },
    async stop() {
      await server.stop()
      await far.stop()
    },
  }
}

/** The way to the receiver, which has so long to answer. */
export const reachIn = (host: string, mostMs = 20_000) => openReach({ reach: [host], mostMs, mostBytes: 100_000 })

/** Short ways to do something with webhooks of a practice, whose address is the receiver's unless another is given. */
export function webhooksIn(gareth: FixturePractice, far: { host: string; url: string }) {
  const setup = { vault: vaultOf(1), isTestVersion: true, reachable: [far.host] }
  return {
    make: ({ url = far.url, things = ['client'] }: { url?: string; things?: Thing[] } = {}) =>
      gareth.inPractice((tx, actor) => makeWebhook(tx, actor, setup, { url, things })),
    rotate: (id: string) => gareth.inPractice((tx, actor) => rotateSecret(tx, actor, setup, id)),
    listed: async () => (await gareth.get('/api/webhooks')).json<Webhook[]>(),
    deliveries: async (id: string) => (await gareth.get(`/api/webhooks/${id}/deliveries`)).json<WebhookDelivery[]>(),
    addClient: (name = 'Sarah Penrose') => gareth.inPractice((tx, actor) => addClient(tx, actor, uuidv7(), { name })),
  }
}

/** Moves the clock on. */
export const pass = (ms: number) => setClock(new Date(currentMs() + ms))
