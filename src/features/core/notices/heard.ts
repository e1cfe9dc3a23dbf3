import type { NoticeKind, NoticeState } from '#features/core/notices/contract.ts'
import { type Facts, isSamePlace, type VisitWords } from '#features/core/notices/rules.ts'

/** Where somebody expects a visit; null when they expect none. */
export type Belief = VisitWords | null
/** Texts that say whether and where a visit is; only one of them changes what its reader expects. */
export type News = 'booked' | 'moved' | 'cancelled'

/** Nobody has read one of these, or not yet. */
const UNREAD: readonly NoticeState[] = ['held', 'queued', 'cancelled', 'failed', 'undelivered']

/**
 * What a client expects of a visit, from the latest text about it: what it says when it has left, else what they expected before it.
 * Undefined when it says nothing of this visit.
 */
export function beliefFrom(text: { kind: NoticeKind; facts: Facts; state: NoticeState }, appointmentId: string): Belief | undefined {
  const { kind, facts, state } = text
  const isRead = !UNREAD.includes(state)
  if ('moves' in facts) {
    const move = facts.moves.find(({ to }) => to.appointmentId === appointmentId)
    return move && (isRead ? move.to : move.from)
  }
  if ('fields' in facts || facts.visit.appointmentId !== appointmentId) return undefined
  return (kind === 'cancelled') === isRead ? null : facts.visit
}

/** What somebody has to be told who expects one thing of a visit while another is true; undefined: nothing. */
export function newsFor(belief: Belief, truth: Belief): News | undefined {
  if (!belief) return truth ? 'booked' : undefined
  if (!truth) return 'cancelled'
  return isSamePlace(belief, truth) ? undefined : 'moved'
}
