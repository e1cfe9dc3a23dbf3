import '#features/office/webhooks/server/tables.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { OffWhy } from '#features/office/webhooks/rules.ts'
import { realTime } from '#lib/clock.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Tables } from '#platform/server/database/tables.ts'

export type WebhookRow = Selectable<Tables['webhooks']>
export type DeliveryRow = Selectable<Tables['webhook_deliveries']>

/** The practice's webhooks, the newest first. */
export const listWebhooks = (tx: PracticeTx): Promise<WebhookRow[]> =>
  tx.selectFrom('webhooks').selectAll().orderBy('made_at', 'desc').orderBy('id', 'desc').execute()

/** A webhook, held until the transaction ends; messages to it may be born meanwhile. */
export const findWebhook = (tx: PracticeTx, id: string): Promise<WebhookRow | undefined> =>
  tx.selectFrom('webhooks').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export const insertWebhook = (tx: PracticeTx, row: Insertable<Tables['webhooks']>): Promise<WebhookRow> =>
  tx.insertInto('webhooks').values(row).returningAll().executeTakeFirstOrThrow()

export const updateWebhook = (tx: PracticeTx, id: string, change: Updateable<Tables['webhooks']>): Promise<WebhookRow> =>
  tx.updateTable('webhooks').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const deleteWebhook = (tx: PracticeTx, id: string) => tx.deleteFrom('webhooks').where('id', '=', id).execute()

/**
 * Switches webhooks off that are on, one by its id or all of the practice; what waits is not sent. Returns those it switched off. The caller
 * holds the practice's writers, as messages are born under the same lock.
 */
export async function switchOff(tx: PracticeTx, which: { id?: string; practice_id: string }, why: OffWhy): Promise<WebhookRow[]> {
  const off = await tx
    .updateTable('webhooks')
    .set({ off_at: realTime(), off_why: why })
    .where((eb) => eb.and(which))
    .where('off_at', 'is', null)
    .returningAll()
    .execute()
  if (off.length === 0) return []
  const ids = off.map(({ id }) => id)
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'stopped', next_at: null })
    .where('practice_id', '=', which.practice_id)
    .where('webhook_id', 'in', ids)
    .where('state', '=', 'waiting')
    .execute()
  await countWebhooks(tx, which.practice_id)
  return off
}

/** Notes on the practice's counter whether a webhook is on. The caller holds the practice's writers. */
export const countWebhooks = (tx: PracticeTx, practiceId: string) =>
  sql`update sync_counters set has_webhooks = exists (select from webhooks w where w.practice_id = ${practiceId} and w.off_at is null)
    where practice_id = ${practiceId}`.execute(tx)

/** Messages of a webhook, the newest first. */
export const listDeliveries = (tx: PracticeTx, webhookId: string, { after, limit }: { after?: string | undefined; limit: number }) =>
  tx
    .selectFrom('webhook_deliveries as d')
    .selectAll()
    .where('d.webhook_id', '=', webhookId)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(d.at, d.id) < (select a.at, a.id from webhook_deliveries a where a.practice_id = d.practice_id and a.id = ${after})`,
      ),
    )
    .orderBy('d.at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(limit)
    .execute()

export const findDelivery = (tx: PracticeTx, id: string): Promise<DeliveryRow | undefined> =>
  tx.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** A message waits to be sent from the beginning, under the same id. */
export const resetDelivery = (tx: PracticeTx, id: string, now: Date): Promise<DeliveryRow> =>
  tx
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', attempts: 0, next_at: now, status: null, fault: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Those whose secret, or the one before, is sealed with another key than this one. */
export const listOldSeals = (tx: PracticeTx, newest: string): Promise<WebhookRow[]> =>
  tx
    .selectFrom('webhooks')
    .selectAll()
    .where((eb) => eb.or([eb('vault_key_id', '<>', newest), eb('old_vault_key_id', '<>', newest)]))
    .forUpdate()
    .execute()
