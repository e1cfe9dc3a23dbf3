import type { VisitRow } from '#features/appointments/contract.ts'
import { isOff, isPast, REMINDER_REST_MS, wordsOf } from '#features/appointments/rules.ts'
import { listTold, type Told, type VisitRecord } from '#features/appointments/server/queries.ts'
import { toVisit } from '#features/appointments/server/wire.ts'
import type { NoticeOutcome } from '#features/notices/contract.ts'
import { isSamePlace, ON_MY_WAY_MINUTES, wayTo } from '#features/notices/rules.ts'
import { dropWaiting, holdMoved, lastNoticeAt, queueNotice } from '#features/notices/server/service.ts'
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
  const isOver = isPast(after) || before.onDay < dayOf(new Date(), actor.zone)
  if (!wanted || isOver || !isOpen(after)) {
    return dropWaiting(tx, actor, after.id, wanted ? 'The visit is over or off.' : 'The visit was moved again, without a text.')
  }
  for (const told of await reachable(tx, rows.after)) await holdMoved(tx, actor, told, from, to)
}

/** Takes back what waits, and tells each owner when that is wanted and the visit was still to come. */
export async function tellCancelled(tx: PracticeTx, actor: Actor, row: VisitRecord, wanted: boolean) {
  const visit = toVisit(row)
  await dropWaiting(tx, actor, visit.id, 'The visit was cancelled.')
  if (!wanted || isPast(visit)) return
  for (const told of await reachable(tx, row)) await queueNotice(tx, actor, 'cancelled', told, wordsOf(visit))
}

/** Tells each owner that the farrier sets off; a device that was offline too long tells nobody. */
export async function tellOnMyWay(tx: PracticeTx, actor: Actor, row: VisitRecord, at: Date) {
  const visit = toVisit(row)
  if (!isOpen(visit)) return
  const setOff = Math.min(at.getTime(), Date.now())
  const options = { notAfter: new Date(setOff + ON_MY_WAY_MINUTES * 60_000), withQueueLink: true }
  for (const told of await reachable(tx, row)) await queueNotice(tx, actor, 'on_my_way', told, wordsOf(visit), options)
}

/**
 * Sends a reminder now to each owner who can be reached, because the farrier asked for it. Returns the first.
 * @throws visit_is_cancelled, visit_is_past, no_client, no_phone, stopped, reminder_just_sent
 */
export async function remind(tx: PracticeTx, actor: Actor, row: VisitRecord): Promise<NoticeOutcome> {
  const visit = toVisit(row)
  if (isOff(visit)) throw new AppError('visit_is_cancelled')
  if (isPast(visit) || !isOpen(visit)) throw new AppError('visit_is_past')
  const told = await listTold(tx, row)
  const [first] = told
  if (!first) throw new AppError('no_client')
  const last = await lastNoticeAt(tx, visit.id, 'reminder')
  if (last && Date.now() - last.getTime() < REMINDER_REST_MS) throw new AppError('reminder_just_sent')
  const withWay = told.filter(hasWay)
  const options = { withQueueLink: visit.onDay === dayOf(new Date(), actor.zone) }
  // With nobody to reach, the first says why.
  const outcomes: NoticeOutcome[] = []
  for (const one of withWay.length ? withWay : [first]) {
    outcomes.push(await queueNotice(tx, actor, 'reminder', one, wordsOf(visit), options))
  }
  return outcomes[0] as NoticeOutcome
}

const isOpen = (visit: VisitRow) => !isOff(visit) && visit.status !== 'done'

const hasWay = (told: Told) => typeof wayTo(told) !== 'string'

/** Those who want to hear of changes and can. */
const reachable = async (tx: PracticeTx, row: VisitRecord) => (await listTold(tx, row)).filter((told) => told.wantsUpdates && hasWay(told))
