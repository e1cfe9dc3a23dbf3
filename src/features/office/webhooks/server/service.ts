import { requireMay } from '#features/core/practice/server/require-may.ts'
import type { MadeWebhook, NewWebhook, Webhook, WebhookChange, WebhookDelivery } from '#features/office/webhooks/contract.ts'
import { MOST_WEBHOOKS, OLD_SECRET_MS } from '#features/office/webhooks/rules.ts'
import {
  countWebhooks,
  type DeliveryRow,
  deleteWebhook,
  findDelivery,
  findWebhook,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  resetDelivery,
  switchOff,
  updateWebhook,
  type WebhookRow,
} from '#features/office/webhooks/server/queries.ts'
import { bodyOf, isRehearsed, type Ways } from '#features/office/webhooks/server/sending.ts'
import { newSecret, openSecret, sealSecret } from '#features/office/webhooks/server/signing.ts'
import { wakeWebhooks } from '#features/office/webhooks/server/wakes.ts'
import { realTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters, logActivity } from '#platform/server/database/rows.ts'
import { mayReach } from '#platform/server/reach.ts'

/** How this server is run, as far as webhooks show it. */
export type Setup = Pick<Ways, 'vault' | 'isTestVersion' | 'reachable'>

/** The practice's webhooks, the newest first. @throws forbidden for all but owners */
export async function webhooksOf(tx: PracticeTx, actor: Actor, setup: Setup): Promise<Webhook[]> {
  requireMay(actor, 'runPractice')
  return (await listWebhooks(tx)).map((row) => toWebhook(row, setup))
}

/** Adds a webhook. Its secret is in the answer alone. @throws forbidden for all but owners, webhook_address_refused, too_many_webhooks */
export async function makeWebhook(
  tx: PracticeTx,
  actor: Actor,
  setup: Setup,
  { url, things }: Omit<NewWebhook, 'password'>,
): Promise<MadeWebhook> {
  requireMay(actor, 'runPractice')
  requireAddress(url, setup)
  await holdWriters(tx)
  if ((await listWebhooks(tx)).length >= MOST_WEBHOOKS) throw new AppError('too_many_webhooks')
  const owned = { practice_id: actor.practiceId, id: uuidv7() }
  const secret = newSecret()
  const row = await insertWebhook(tx, {
    ...owned,
    ...sealSecret(setup.vault, owned, secret),
    url,
    things: unique(things),
    made_at: realTime(),
  })
  await countWebhooks(tx, actor.practiceId)
  await log(tx, actor, 'added', row)
  return { secret, webhook: toWebhook(row, setup) }
}

/**
 * Changes a webhook, and switches it on or off. What waits goes to the new address; what would have been sent while it was off is not.
 * @throws forbidden for all but owners, webhook_not_found, webhook_address_refused, webhook_secret_lost
 */
export async function changeWebhook(tx: PracticeTx, actor: Actor, setup: Setup, id: string, change: WebhookChange): Promise<Webhook> {
  requireMay(actor, 'runPractice')
  const { url, things, isOn } = change
  if (url !== undefined) requireAddress(url, setup)
  await holdWriters(tx)
  const before = await requireWebhook(tx, id)
  if (isOn && openSecret(setup.vault, before) === undefined) throw new AppError('webhook_secret_lost')
  if (isOn === false) await switchOff(tx, { practice_id: actor.practiceId, id }, 'owner')
  const row = await updateWebhook(tx, id, {
    url: url ?? before.url,
    things: things ? unique(things) : before.things,
    ...(isOn && { off_at: null, off_why: null, failing_since: null }),
  })
  await countWebhooks(tx, actor.practiceId)
  await log(tx, actor, 'changed', row)
  return toWebhook(row, setup)
}

/**
 * Gives a webhook a new secret. The one before signs as well for a day; one before that no longer does.
 * @throws forbidden for all but owners, webhook_not_found
 */
export async function rotateSecret(tx: PracticeTx, actor: Actor, setup: Setup, id: string): Promise<MadeWebhook> {
  requireMay(actor, 'runPractice')
  await holdWriters(tx)
  const before = await requireWebhook(tx, id)
  const secret = newSecret()
  const isReadable = openSecret(setup.vault, before) !== undefined
  const row = await updateWebhook(tx, id, {
    ...sealSecret(setup.vault, before, secret),
    old_secret: isReadable ? before.secret : null,
    old_vault_key_id: isReadable ? before.vault_key_id : null,
    old_until: isReadable ? new Date(realTime().getTime() + OLD_SECRET_MS) : null,
  })
  await log(tx, actor, 'rotated', row)
  return { secret, webhook: toWebhook(row, setup) }
}

/** Removes a webhook, with its secret and its messages. @throws forbidden for all but owners, webhook_not_found */
export async function removeWebhook(tx: PracticeTx, actor: Actor, id: string): Promise<void> {
  requireMay(actor, 'runPractice')
  await holdWriters(tx)
  const row = await requireWebhook(tx, id)
  await deleteWebhook(tx, id)
  await countWebhooks(tx, actor.practiceId)
  await log(tx, actor, 'removed', row)
}

/** The messages of a webhook in the last 30 days, the newest first. @throws forbidden for all but owners, webhook_not_found */
export async function deliveriesOf(
  tx: PracticeTx,
  actor: Actor,
  id: string,
  page: { after?: string | undefined; limit: number },
): Promise<WebhookDelivery[]> {
  requireMay(actor, 'runPractice')
  await requireWebhook(tx, id)
  return (await listDeliveries(tx, id, page)).map(toDelivery)
}

/**
 * Sends a message again, from the first of its attempts. One that is waiting goes at once.
 * @throws forbidden for all but owners, delivery_not_found, webhook_off
 */
export async function sendAgain(tx: PracticeTx, actor: Actor, id: string): Promise<WebhookDelivery> {
  requireMay(actor, 'runPractice')
  const found = await findDelivery(tx, id)
  if (!found) throw new AppError('delivery_not_found')
  if ((await requireWebhook(tx, found.webhook_id)).off_at) throw new AppError('webhook_off')
  const now = realTime()
  const row = await resetDelivery(tx, id, now)
  await wakeWebhooks(tx, now)
  return toDelivery(row)
}

async function requireWebhook(tx: PracticeTx, id: string): Promise<WebhookRow> {
  const row = await findWebhook(tx, id)
  if (!row) throw new AppError('webhook_not_found')
  return row
}

/** Where names lead is looked at when something is sent: they may lead elsewhere by then. @throws webhook_address_refused */
function requireAddress(url: string, { reachable }: Setup): void {
  if (!URL.canParse(url) || !mayReach(new URL(url), reachable)) throw new AppError('webhook_address_refused')
}

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]

/** The journal names the host alone: an address may hold a key. */
const log = (tx: PracticeTx, actor: Actor, verb: string, { id, url, things }: WebhookRow) =>
  logActivity(tx, actor, { entity: 'webhooks', entityId: id, verb, before: null, after: { host: new URL(url).host, things } })

function toWebhook(row: WebhookRow, setup: Setup): Webhook {
  const { id, url, things, off_at, off_why, failing_since, old_until } = row
  return {
    ...{ id, url, things, isOn: off_at === null, offWhy: off_why },
    failingSince: failing_since?.toISOString() ?? null,
    oldSecretUntil: old_until && old_until > realTime() ? old_until.toISOString() : null,
    isRehearsed: isRehearsed(setup, url),
  }
}

function toDelivery(row: DeliveryRow): WebhookDelivery {
  const { id, at, type, state, attempts, next_at, last_tried_at, status, fault } = row
  return {
    ...{ id, at: at.toISOString(), type, state, attempts, status, fault, body: bodyOf(row) },
    nextAt: next_at?.toISOString() ?? null,
    lastTriedAt: last_tried_at?.toISOString() ?? null,
  }
}
