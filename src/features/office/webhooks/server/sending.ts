import { ANSWER_MS, type Fault, retryAt } from '#features/office/webhooks/rules.ts'
import type { DeliveryRow, WebhookRow } from '#features/office/webhooks/server/queries.ts'
import { headersOf, signingSecrets } from '#features/office/webhooks/server/signing.ts'
import { realTime } from '#lib/clock.ts'
import { OutOfReach, openReach, type Reach } from '#platform/server/reach.ts'
import type { Vault } from '#platform/server/vault.ts'

/** How messages leave. `reachable`: hosts that the test version really speaks to. */
export type Ways = { vault: Vault; reach: Reach; reachable: readonly string[]; isTestVersion: boolean }

/** What became of one attempt, as the message's columns have it. */
export type Outcome = Pick<DeliveryRow, 'id' | 'state' | 'attempts' | 'next_at' | 'last_tried_at' | 'status' | 'fault'>
/** Of several: `keyLost`: no key of ours opens the secret, so nothing was sent. */
export type Sent = { outcomes: Outcome[]; keyLost: boolean }

const MOST_BYTES = 100_000

/** The way to a receiver: as for any address that people type, with less time and for smaller answers. */
export const openWebhookReach = (reachable: readonly string[]): Reach =>
  openReach({ reach: reachable, mostMs: ANSWER_MS, mostBytes: MOST_BYTES })

/** What is sent: which record changed how, and nothing of it. */
export const bodyOf = ({ type, subject_id: id, rev, at }: Pick<DeliveryRow, 'type' | 'subject_id' | 'rev' | 'at'>): string =>
  JSON.stringify({ type, id, rev, at: at.toISOString() })

/** Sends messages of one webhook, all at once. */
export async function sendAll(ways: Ways, webhook: WebhookRow, deliveries: readonly DeliveryRow[]): Promise<Sent> {
  if (isRehearsed(ways, webhook.url)) return { outcomes: deliveries.map(rehearsed), keyLost: false }
  const secrets = signingSecrets(ways.vault, webhook, realTime())
  if (secrets.length === 0) return { outcomes: [], keyLost: true }
  return { outcomes: await Promise.all(deliveries.map((delivery) => sendOne(ways.reach, webhook.url, secrets, delivery))), keyLost: false }
}

/** Whether nothing leaves: in the test version, but to hosts it may reach. */
export function isRehearsed({ isTestVersion, reachable }: Pick<Ways, 'isTestVersion' | 'reachable'>, url: string): boolean {
  if (!isTestVersion) return false
  if (!URL.canParse(url)) return true
  const { host, hostname } = new URL(url)
  return !reachable.includes(host) && !reachable.includes(hostname)
}

async function sendOne(reach: Reach, url: string, secrets: readonly string[], delivery: DeliveryRow): Promise<Outcome> {
  const body = bodyOf(delivery)
  const timestamp = Math.floor(realTime().getTime() / 1000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Pritchel-Webhooks',
    ...headersOf({ id: delivery.id, timestamp, body }, secrets),
  }
  try {
    const answer = await reach(url, { method: 'POST', redirect: 'manual', headers, body })
    return answer.ok ? arrived(delivery, answer.status) : failed(delivery, { status: answer.status, fault: 'answer' })
  } catch (error) {
    return failed(delivery, { status: null, fault: error instanceof OutOfReach ? error.kind : 'silent' })
  }
}

const arrived = ({ id, attempts }: DeliveryRow, status: number): Outcome => ({
  ...{ id, state: 'delivered', attempts: attempts + 1, next_at: null },
  ...{ last_tried_at: realTime(), status, fault: null },
})

const rehearsed = ({ id, attempts }: DeliveryRow): Outcome => ({
  ...{ id, state: 'rehearsed', attempts, next_at: null },
  ...{ last_tried_at: realTime(), status: null, fault: null },
})

function failed({ id, attempts }: DeliveryRow, answer: { status: number | null; fault: Fault }): Outcome {
  const now = realTime()
  const next = retryAt(attempts + 1, now)
  return { id, state: next ? 'waiting' : 'failed', attempts: attempts + 1, next_at: next ?? null, last_tried_at: now, ...answer }
}
