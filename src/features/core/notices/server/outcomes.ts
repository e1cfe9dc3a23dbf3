// Followed by: how far its message has got (talk/messaging).

import { sql } from 'kysely'
import { LOST_AFTER_SECONDS, pauseAfter } from '#features/core/notices/rules.ts'
import { insteadOfPush } from '#features/core/notices/server/by-push.ts'
import { findNotices, type NoticeRow } from '#features/core/notices/server/queries.ts'
import { stopTexts } from '#features/core/notices/server/stop-texts.ts'
import { isWatched, notifyWatcher } from '#features/core/notices/server/watch-notices.ts'
import { isToOther } from '#features/core/notices/wordings.ts'
import type { Actor } from '#platform/server/actor.ts'
import { type PracticeTx, type Prepared, readIn } from '#platform/server/database/db.ts'
import type { Delivery } from '#platform/server/sending/delivery.ts'

/** A leased notice and its outcome; `dead`: devices that no longer exist. */
export type Outcome = { taken: NoticeRow; delivery: Delivery & { dead?: string[] } }

// Given up as lost in the meantime: only good news can still change that.
const RECORD: Prepared = {
  name: 'notices_settle',
  text: `update notices n set state = v.state, state_reason = v.reason, state_at = $2, provider_ref = coalesce(v.reference, n.provider_ref),
      channel = coalesce(v.channel, n.channel), not_before = coalesce(v.again, n.not_before)
    from jsonb_to_recordset($3) as v (id uuid, attempts integer, state text, reason text, reference text, again timestamptz, channel text)
    where n.practice_id = $1 and n.id = v.id and n.attempts = v.attempts
      and (n.state = 'sending' or (n.state = 'unknown' and v.state = 'sent'))
    returning n.id`,
}

/** Records the outcomes of notices that were taken. */
export async function recordOutcomes(tx: PracticeTx, actor: Actor, outcomes: readonly Outcome[], now: Date): Promise<void> {
  const rows = outcomes.map((outcome) => rowOf(outcome, now))
  const recorded = await readIn(tx)<{ id: string }>(RECORD, [actor.practiceId, now, JSON.stringify(rows)])
  const ids = new Set(recorded.map(({ id }) => id))
  const watched = outcomes.filter(({ taken }) => ids.has(taken.id) && isWatched(taken.kind)).map(({ taken }) => taken.id)
  for (const row of await findNotices(tx, watched)) await notifyWatcher(tx, row)
  for (const { taken, delivery } of outcomes) {
    const hasStopped = delivery.state === 'failed' && delivery.because === 'stopped'
    if (hasStopped && taken.client_id && !isToOther(taken.kind)) await stopTexts(tx, actor, taken.client_id)
    if (!delivery.dead?.length) continue
    await tx.deleteFrom('push_subscriptions').where('endpoint', 'in', delivery.dead).execute()
    await sql`select forget_pushes(${delivery.dead}::text[])`.execute(tx)
  }
}

function rowOf(outcome: Outcome, now: Date) {
  const row = outcomeRow(outcome, now)
  const channel = row.state === 'failed' && insteadOfPush(outcome.taken)
  return channel ? { ...row, channel, state: 'queued', reason: NOT_ON_PHONE, again: now } : row
}

const NOT_ON_PHONE = 'Their phone couldn’t be called.'

function outcomeRow({ taken, delivery }: Outcome, now: Date) {
  const { id, attempts } = taken
  if (delivery.state === 'simulated') return { id, attempts, state: 'simulated' }
  if (delivery.state === 'sent') return { id, attempts, state: 'sent', reference: delivery.reference }
  // Providers confirm a STOP themselves, and let nothing more through.
  const isSentByProvider = taken.kind === 'stop_noted' && delivery.state === 'failed' && delivery.because === 'stopped'
  if (isSentByProvider) return { id, attempts, state: 'cancelled', reason: 'The provider has already told them.' }
  if (delivery.state !== 'later') return { id, attempts, state: delivery.state, reason: delivery.reason }
  const pause = pauseAfter(attempts)
  if (pause === undefined) return { id, attempts, state: 'failed', reason: delivery.reason }
  return { id, attempts, state: 'queued', reason: delivery.reason, again: new Date(now.getTime() + pause * 1000) }
}

const LOST: Prepared = {
  name: 'notices_lost',
  text: `update notices set state = 'unknown', state_at = $2, state_reason = 'The server stopped while sending. It may have gone.'
    where practice_id = $1 and state = 'sending' and state_at <= $3 returning *`,
}

/** Marks notices as lost whose lease is so old that the worker must have died: they may have been sent, and are never sent again automatically. */
export async function giveUpLost(tx: PracticeTx, { practiceId }: Actor, now: Date): Promise<void> {
  const since = new Date(now.getTime() - LOST_AFTER_SECONDS * 1000)
  for (const row of await readIn(tx)<NoticeRow>(LOST, [practiceId, now, since])) await notifyWatcher(tx, row)
}

const NEXT: Prepared = {
  name: 'notices_next',
  text: `select least(
      (select min(coalesce(case state when 'held' then hold_until else not_before end, '-infinity'))
        from notices where practice_id = $1 and state in ('held', 'queued')),
      (select min(state_at) + make_interval(secs => $2) from notices where practice_id = $1 and state = 'sending')) as at`,
}

/** When a notice of the practice is due next, or counts as lost. */
export async function nextDue(tx: PracticeTx, practiceId: string): Promise<Date | null> {
  const [next] = await readIn(tx)<{ at: Date | number | null }>(NEXT, [practiceId, LOST_AFTER_SECONDS])
  // The driver reads '-infinity' as a number.
  return typeof next?.at === 'number' ? new Date(0) : (next?.at ?? null)
}
