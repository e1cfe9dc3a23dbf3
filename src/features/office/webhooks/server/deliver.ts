import { sql } from 'kysely'
import { FAILING_MS, KEPT_MS, type OffWhy } from '#features/office/webhooks/rules.ts'
import { noticeOff } from '#features/office/webhooks/server/notice-off.ts'
import { type DeliveryRow, findWebhook, switchOff, updateWebhook, type WebhookRow } from '#features/office/webhooks/server/queries.ts'
import { type Outcome, type Sent, sendAll, type Ways } from '#features/office/webhooks/server/sending.ts'
import { restWebhooks } from '#features/office/webhooks/server/wakes.ts'
import { realMs, realTime } from '#lib/clock.ts'
import { can } from '#lib/plan.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { findPracticePlan } from '#platform/server/database/practice-actor.ts'
import { holdWriters } from '#platform/server/database/rows.ts'

/** What delivering needs. */
export type Delivering = Ways & { db: Database; origin: string }

/** Messages of one webhook that are on their way at once. */
const AT_ONCE = 16
/** One that was claimed is due again after this time, in case its worker has died. */
const CLAIMED_FOR_MS = 60_000
/** A webhook is sent to for this long, then it is looked again what is due: one that is silent keeps no other waiting for longer. */
const PASS_MS = 15_000

/**
 * Sends what a practice's webhooks have to send, each webhook in its own lane, and sets when the practice is looked at next. A plan without API
 * access switches them off.
 */
export async function deliverPractice(delivering: Delivering, practiceId: string): Promise<void> {
  const { db, isTestVersion } = delivering
  const { state, tier } = await findPracticePlan(db, practiceId)
  const isInPlan = isTestVersion || (state !== 'lapsed' && can(tier, 'api-access'))
  const due = await db.withPractice(practiceId, async (tx) => {
    await forgetDeliveries(tx, new Date(realMs() - KEPT_MS))
    if (isInPlan) return listDue(tx)
    await holdWriters(tx)
    await switchOff(tx, { practice_id: practiceId }, 'plan')
    return []
  })
  const until = realMs() + PASS_MS
  await Promise.all(due.map((webhookId) => sendLane(delivering, { practiceId, webhookId, until })))
  await db.withPractice(practiceId, restWebhooks)
}

type Lane = { practiceId: string; webhookId: string; until: number }
type Claim = { webhook: WebhookRow; deliveries: DeliveryRow[]; until: Date }

/** Claims, sends and records one batch after the other: what became of one is recorded in the transaction that claims the next. */
async function sendLane(delivering: Delivering, { practiceId, webhookId, until }: Lane): Promise<void> {
  let claim: Claim | undefined
  let sent: Sent = { outcomes: [], keyLost: false }
  for (;;) {
    const [last, results] = [claim, sent]
    const step = await delivering.db.withPractice(practiceId, async (tx) => {
      const webhook = await findWebhook(tx, webhookId)
      if (!webhook || webhook.off_at) return undefined
      const off = last && (await record(tx, webhook, last, results))
      if (off) return off
      return realMs() < until ? claimDue(tx, webhook) : undefined
    })
    if (typeof step === 'string') return endWebhook(delivering, { practiceId, webhookId }, step)
    if (!step || step.deliveries.length === 0) return
    claim = step
    sent = await sendAll(delivering, step.webhook, step.deliveries)
  }
}

/** Messages that are due, so that no other worker sends them for a minute. */
async function claimDue(tx: PracticeTx, webhook: WebhookRow): Promise<Claim> {
  const until = new Date(realMs() + CLAIMED_FOR_MS)
  const { rows } = await sql<DeliveryRow>`
    update webhook_deliveries d set next_at = ${until}
    from (select practice_id, id from webhook_deliveries where practice_id = ${webhook.practice_id} and webhook_id = ${webhook.id}
      and state = 'waiting' and next_at <= ${realTime()} order by next_at limit ${AT_ONCE} for update skip locked) due
    where d.practice_id = due.practice_id and d.id = due.id
    returning d.*`.execute(tx)
  return { webhook, deliveries: rows, until }
}

/** Records what became of messages that are still this worker's. Returns why the webhook is to be switched off, if it is. */
async function record(tx: PracticeTx, webhook: WebhookRow, { until }: Claim, { outcomes, keyLost }: Sent): Promise<OffWhy | undefined> {
  if (keyLost) return 'key'
  await sql`
    update webhook_deliveries d set state = r.state, attempts = r.attempts, next_at = r.next_at, last_tried_at = r.last_tried_at,
      status = r.status, fault = r.fault
    from json_populate_recordset(null::webhook_deliveries, ${JSON.stringify(outcomes)}) r
    where d.practice_id = ${webhook.practice_id} and d.id = r.id and d.state = 'waiting' and d.next_at = ${until}`.execute(tx)
  if (outcomes.some(isGone)) return 'gone'
  if (outcomes.some(({ state }) => state === 'rehearsed')) return undefined
  const since = outcomes.some(({ state }) => state === 'delivered') ? null : (webhook.failing_since ?? realTime())
  if (since?.getTime() !== webhook.failing_since?.getTime()) await updateWebhook(tx, webhook.id, { failing_since: since })
  return since && realMs() - since.getTime() >= FAILING_MS ? 'failing' : undefined
}

const GONE = 410
const isGone = ({ status }: Outcome): boolean => status === GONE

/** Switches a webhook off, of which the owner is notified once. */
async function endWebhook({ db, origin }: Delivering, of: { practiceId: string; webhookId: string }, why: OffWhy): Promise<void> {
  const { practiceId, webhookId } = of
  await noticeOff(db, { practiceId, origin, why }, async (tx) => {
    await holdWriters(tx)
    const [webhook] = await switchOff(tx, { practice_id: practiceId, id: webhookId }, why)
    return webhook
  })
}

const forgetDeliveries = (tx: PracticeTx, before: Date) => tx.deleteFrom('webhook_deliveries').where('at', '<', before).execute()

/** The webhooks with messages that are due. */
async function listDue(tx: PracticeTx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from webhooks w where w.off_at is null and exists (select from webhook_deliveries d
      where d.practice_id = w.practice_id and d.webhook_id = w.id and d.state = 'waiting' and d.next_at <= ${realTime()})`.execute(tx)
  return rows.map(({ id }) => id)
}
