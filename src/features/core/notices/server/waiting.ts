import { type Facts, type Move, pastAfter, wordsOf } from '#features/core/notices/rules.ts'
import { type NoticeRow, updateNotice } from '#features/core/notices/server/queries.ts'
import { waitsUntil } from '#features/core/notices/server/wire.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { logActivity } from '#platform/server/database/rows.ts'
import { wakeAt } from '#platform/server/database/wakes.ts'

/** Schedules a waiting notice for the end of its wait; best called last in a transaction. */
export const sendLater = (tx: PracticeTx, row: NoticeRow): Promise<void> => wakeAt(tx, waitsUntil(row) ?? AT_ONCE)

/** Due by any clock. */
const AT_ONCE = new Date(0)

/** The columns that follow from the moves in a text. */
export const movedColumns = (facts: Facts & { moves: Move[] }) => ({
  ...wordsOf('moved', facts),
  facts,
  subject_id: facts.moves[0]?.to.appointmentId ?? null,
  not_after: new Date(Math.max(...facts.moves.map(({ to }) => pastAfter(to, facts.zone).getTime()))),
})

/** Cancels notices that are not sent yet; `reason` is a sentence for the outbox. */
export async function stopNotice(tx: PracticeTx, actor: Actor, row: NoticeRow, reason: string): Promise<NoticeRow> {
  await noteNotice(tx, actor, row, 'stopped', { reason })
  return updateNotice(tx, row, 'cancelled', { state_reason: reason })
}

/** Writes to the journal what a member did with a notice, without its words. */
export const noteNotice = (tx: PracticeTx, actor: Actor, row: NoticeRow, verb: string, after: Record<string, unknown>) =>
  logActivity(tx, actor, { entity: 'notices', entityId: row.id, verb, before: null, after: { kind: row.kind, ...after } })
