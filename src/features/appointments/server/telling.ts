import type { VisitRow } from '#features/appointments/contract.ts'
import { isOff, isPast, isPencilled, REMINDED_FOR_MS, REMINDER_REST_MS, wordsOf } from '#features/appointments/rules.ts'
import { listTold, type Told, type VisitRecord } from '#features/appointments/server/queries.ts'
import { toVisit } from '#features/appointments/server/wire.ts'
import type { NoticeOutcome } from '#features/notices/contract.ts'
import { isSamePlace, ON_MY_WAY_MINUTES, type VisitWords, wayTo } from '#features/notices/rules.ts'
import { dropKind, dropWaiting, holdMoved, lastNoticeAt, queueNotice, skipReminders } from '#features/notices/server/service.ts'
import { requireMay } from '#features/practice/server/service.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/db.ts'

/**
 * Holds a text about a move for each owner (Spec §4 Drag-move; product.md: held 90 s, never for a past visit). A visit that was missed
 * today may still be told about. A move nobody is texted about takes back what waits, which would no longer be true.
 */
export async function tellMoved(tx: PracticeTx, actor: Actor, rows: { before: VisitRecord; after: VisitRecord }, wanted: boolean) {
  const [before, after] = [toVisit(rows.before), toVisit(rows.after)]
  const [from, to] = [wordsOf(before), wordsOf(after)]
  if (isSamePlace(from, to)) return
  const isOver = isPast(after) || before.onDay < dayOf(currentTime(), actor.zone)
  if (!wanted || isOver || !isOpen(after)) {
    return dropWaiting(tx, actor, after.id, wanted ? 'The visit is over or off.' : 'The visit was moved again, without a text.')
  }
  for (const told of await reachable(tx, rows.after)) await holdMoved(tx, actor, told, titled(from, told), titled(to, told))
}

/**
 * Takes back what waits, and tells each owner when that is wanted and the visit was still to come. Who was never told of a pencilled visit
 * is not told that it is off.
 */
export async function tellCancelled(tx: PracticeTx, actor: Actor, rows: { before: VisitRecord; after: VisitRecord }, wanted: boolean) {
  const visit = toVisit(rows.after)
  await dropWaiting(tx, actor, visit.id, 'The visit was cancelled.')
  if (!wanted || isPast(visit) || isPencilled(rows.before)) return
  for (const told of await reachable(tx, rows.after)) await queueNotice(tx, actor, 'cancelled', told, titled(wordsOf(visit), told))
}

/** Tells each owner that the farrier sets off; a device that was offline too long tells nobody. */
export async function tellOnMyWay(tx: PracticeTx, actor: Actor, row: VisitRecord, at: Date) {
  const visit = toVisit(row)
  if (!isOpen(visit)) return
  const setOff = Math.min(at.getTime(), currentMs())
  const options = { notAfter: new Date(setOff + ON_MY_WAY_MINUTES * 60_000), withQueueLink: true }
  await dropKind(tx, actor, visit.id, 'next', 'They were told that you are on your way.')
  for (const told of await reachable(tx, row)) await queueNotice(tx, actor, 'on_my_way', told, titled(wordsOf(visit), told), options)
}

/**
 * Sends a reminder now to each owner who can be reached, because the farrier asked for it; one that would have gone by itself within a day
 * does not. Returns the first.
 * @throws forbidden, visit_is_cancelled, visit_is_pencilled, visit_is_past, no_client, no_phone, stopped, reminder_just_sent
 */
export async function remind(tx: PracticeTx, actor: Actor, row: VisitRecord): Promise<NoticeOutcome> {
  requireMay(actor, 'sendTexts')
  const visit = toVisit(row)
  if (isOff(visit)) throw new AppError('visit_is_cancelled')
  if (isPencilled(visit)) throw new AppError('visit_is_pencilled')
  if (isPast(visit) || !isOpen(visit)) throw new AppError('visit_is_past')
  const told = await listTold(tx, row)
  const [first] = told
  if (!first) throw new AppError('no_client')
  const last = await lastNoticeAt(tx, visit.id, 'reminder')
  if (last && currentMs() - last.getTime() < REMINDER_REST_MS) throw new AppError('reminder_just_sent')
  const withWay = told.filter(hasWay)
  const options = { withQueueLink: visit.onDay === dayOf(currentTime(), actor.zone) }
  // With nobody to reach, the first says why.
  const outcomes: NoticeOutcome[] = []
  for (const one of withWay.length ? withWay : [first]) {
    outcomes.push(await queueNotice(tx, actor, 'reminder', one, titled(wordsOf(visit), one), options))
  }
  const reminded = withWay.map(({ clientId }) => clientId)
  await skipReminders(tx, visit.id, reminded, new Date(currentMs() + REMINDED_FOR_MS))
  return outcomes[0] as NoticeOutcome
}

/** Still to come, and its owners know of it. */
const isOpen = (visit: VisitRow) => visit.status === 'booked'

/** The visit as it is called to one who is told. */
export const titled = (words: VisitWords, told: Told): VisitWords => ({ ...words, title: told.title })

const hasWay = (told: Told) => typeof wayTo(told) !== 'string'

/** Those who want to hear of changes and can. */
export const reachable = async (tx: PracticeTx, row: VisitRecord) =>
  (await listTold(tx, row)).filter((told) => told.wantsUpdates && hasWay(told))
