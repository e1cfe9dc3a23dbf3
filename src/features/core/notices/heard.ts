import type { NoticeKind, NoticeState } from '#features/core/notices/contract.ts'
import { type Facts, isSamePlace, type VisitWords } from '#features/core/notices/rules.ts'

/** The visit as a client expects it; null when they expect none. */
export type Belief = VisitWords | null
/** Texts about whether and where a visit is; only these change what their reader expects. */
export type News = 'booked' | 'moved' | 'cancelled'

/** No client has read a text in one of these states. */
const UNREAD: readonly NoticeState[] = ['held', 'queued', 'cancelled', 'failed', 'undelivered']

/**
 * The visit as a client expects it, from the latest text about it: the text's content once it has been sent, else what they expected before
 * it. Undefined when the text is not about this visit.
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

/** The news for a client whose expectation of a visit differs from the truth; undefined: none. */
export function newsFor(belief: Belief, truth: Belief): News | undefined {
  if (!belief) return truth ? 'booked' : undefined
  if (!truth) return 'cancelled'
  return isSamePlace(belief, truth) ? undefined : 'moved'
}
