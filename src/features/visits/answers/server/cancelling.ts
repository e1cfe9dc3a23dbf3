// Followed by: reminders and confirmations (visits/appointments); charges (ledger/invoices).

import type { Portal } from '#features/core/practice/portal.ts'
import { portalIn } from '#features/records/guests/server/portal-in.ts'
import { cancelUntil } from '#features/visits/answers/rules.ts'
import { type Answering, addAnswer, answerableOf } from '#features/visits/answers/server/answering.ts'
import {
  type AnswerableVisit,
  findAnswerableVisit,
  listOnVisit,
  type OnVisit,
  wasOnVisit,
} from '#features/visits/answers/server/queries.ts'
import { gapHref } from '#features/visits/appointments/rules.ts'
import { cancelForOwner } from '#features/visits/appointments/server/cancel-for-owner.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { inWords } from '#lib/in-words.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters } from '#platform/server/database/rows.ts'

/** How an owner may cancel: at once until `until`, later by a request. `others`: another client's horses stay on the visit. */
export type Cancelling = { isAtOnce: boolean; until: Date; noticeHours: number; horses: readonly string[]; others: boolean }

/** How one of its owners may cancel their horses on a visit. Undefined: they may not, or there is nothing to cancel. */
export async function cancellingOf(tx: PracticeTx, { visitId, clientId }: Answering): Promise<Cancelling | undefined> {
  const visit = await findAnswerableVisit(tx, visitId, clientId)
  if (!visit || answerableOf(visit) !== 'yes') return undefined
  const portal = await portalIn(tx)
  const parts = partsOf(visit, await listOnVisit(tx, visitId), clientId)
  return portal.may.cancel && parts
    ? { ...whenOf(visit, portal), horses: parts.own.map(({ name }) => name), others: parts.rest.length > 0 }
    : undefined
}

/**
 * Cancels an owner's horses on a visit: at once until the practice's notice, later as a request. Others' horses stay on it; without any it
 * is cancelled. The member who drives there is alerted. A visit that anyone cancelled before stays so (`already`). Undefined: it is not
 * theirs, or over. `why`: in their words.
 * @throws forbidden where the practice lets no owner cancel, conflict, too_many_requests
 */
export async function cancelOwn(
  tx: PracticeTx,
  actor: Actor,
  { visitId, clientId }: Answering,
  why: string | null,
): Promise<'cancelled' | 'asked' | 'already' | undefined> {
  await holdWriters(tx)
  const visit = await findAnswerableVisit(tx, visitId, clientId)
  if (!visit) return (await wasOnVisit(tx, visitId, clientId)) ? 'already' : undefined
  if (answerableOf(visit) === 'over') return undefined
  if (answerableOf(visit) === 'off') return 'already'
  const portal = await portalIn(tx)
  if (!portal.may.cancel) throw new AppError('forbidden', {}, 'Ring or text your farrier to cancel.')
  const parts = partsOf(visit, await listOnVisit(tx, visitId), clientId)
  if (!parts) return undefined
  const columns = { ...NO_HORSE, horse_name: inWords(parts.own.map(({ name }) => name)) || null, words: why }
  if (!whenOf(visit, portal).isAtOnce) {
    await addAnswer(tx, actor, { visit, clientId, columns: { ...columns, kind: 'cancel' } })
    return 'asked'
  }
  const isOff = parts.rest.length === 0
  await addAnswer(tx, actor, {
    ...{ visit, clientId, columns: { ...columns, kind: 'cancelled' } },
    ...(isOff && { leadsTo: gapHref(visitId) }),
  })
  await cancelForOwner(tx, actor, visitId, { clientId, ...parts })
  return 'cancelled'
}

const NO_HORSE = { horse_id: null, work: null, until_on: null }

/** Their horses that are still to be done, and what stays on the visit. Undefined: none of theirs is on it, though others' are. */
function partsOf(visit: AnswerableVisit, lines: readonly OnVisit[], clientId: string) {
  const isOwn = (line: OnVisit) => line.clientId === clientId && line.outcome === null
  const [own, rest] = [lines.filter(isOwn), lines.filter((line) => !isOwn(line))]
  return own.length > 0 || (rest.length === 0 && visit.clientId === clientId) ? { own, rest } : undefined
}

function whenOf(visit: AnswerableVisit, { noticeHours }: Portal) {
  const until = cancelUntil(visit, noticeHours)
  return { until, noticeHours, isAtOnce: currentTime() <= until }
}
