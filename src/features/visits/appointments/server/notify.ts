import type { NoticeOutcome } from '#features/core/notices/contract.ts'
import { type Belief, newsFor } from '#features/core/notices/heard.ts'
import { ON_MY_WAY_MINUTES, pastAfter, type VisitWords, wayTo } from '#features/core/notices/rules.ts'
import { beliefsAbout, forgetNews, newsAbout } from '#features/core/notices/server/news-about.ts'
import { skipReminders } from '#features/core/notices/server/plan-texts.ts'
import {
  BACK_AGAIN,
  dropKind,
  dropNews,
  dropWaiting,
  holdMoved,
  hurryNews,
  isAnyWaiting,
  lastNoticeAt,
  queueNotice,
} from '#features/core/notices/server/service.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { isOff, isPast, isPencilled, REMINDED_FOR_MS, REMINDER_REST_MS, wordsOf } from '#features/visits/appointments/rules.ts'
import { listRecipients, type VisitRecipient, type VisitRecord } from '#features/visits/appointments/server/queries.ts'
import { confirmAgain, confirmLater, isToConfirm } from '#features/visits/appointments/server/reminders.ts'
import { toVisit } from '#features/visits/appointments/server/wire.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import { allEnded, type PracticeTx } from '#platform/server/database/db.ts'

type Rows = { before: VisitRecord; after: VisitRecord }
/** The recipients of a visit before and after a change. */
type Audiences = { audience: readonly VisitRecipient[]; now: readonly VisitRecipient[] }

/** The waiting notices about a visit to some clients, and what they have read of it. */
export type Heard = { news: Awaited<ReturnType<typeof newsAbout>>; isWaiting: boolean }

/** Reads it, before the change or along with it; nothing that is written of the visit itself alters it. */
export async function readHeard(tx: PracticeTx, visitId: string, clientIds: readonly string[]): Promise<Heard> {
  const [news, isWaiting] = await allEnded([newsAbout(tx, visitId, clientIds), isAnyWaiting(tx, visitId)])
  return { news, isWaiting }
}

/**
 * Notifies each owner of a change to a visit, relative to the last text they read (product.md: an owner is never notified of a day they
 * never heard of). The text reads booked for an owner who expects no visit, moved or cancelled for one who expects it elsewhere; one who
 * expects it where it is gets none. A change without a text counts as given in person, and cancels the notices that wait. When an action is
 * undone, those who have read of it are notified.
 */
export async function notifyChange(
  tx: PracticeTx,
  actor: Actor,
  rows: Rows & Audiences & { heard?: Promise<Heard> | undefined },
  wanted: boolean,
): Promise<void> {
  const { before, after, now } = rows
  const { id } = after
  if (isPencilled(after)) return dropWaiting(tx, actor, id, 'The visit is only pencilled.')
  const all = [...now, ...rows.audience.filter((recipient) => !now.some((one) => one.clientId === recipient.clientId))]
  const changes = all.map((recipient) => ({
    recipient,
    was: rows.audience.some((one) => one.clientId === recipient.clientId) ? placeFor(before, recipient) : null,
    truth: now.includes(recipient) ? placeFor(after, recipient) : null,
  }))
  if (changes.every(({ was, truth }) => newsFor(was, truth) === undefined)) return
  const isHeard = wanted || (actor.isUndoing ?? false)
  const isOver = isPast(toVisit(after)) || before.on_day < dayOf(currentTime(), actor.zone)
  const clientIds = all.map(({ clientId }) => clientId)
  // Read this first: once the visit is taken out of a text about several, the text no longer shows what its reader expected of the visit.
  const { news, isWaiting } = await (rows.heard ?? readHeard(tx, id, clientIds))
  const { beliefs, isAny: hasNews } = news
  if (isWaiting && (!isHeard || isOver || after.status === 'done' || isOff(before) !== isOff(after)))
    await dropWaiting(tx, actor, id, whyDropped(rows, isHeard))
  if (!isHeard) {
    if (isWaiting) await dropNews(tx, actor, { appointmentId: id, clientIds }, whyDropped(rows, isHeard))
    if (hasNews) await forgetNews(tx, id, clientIds)
    return
  }
  if (isOver || after.status === 'done') return
  for (const { recipient, was, truth } of changes) {
    // An owner who was taken off the visit, or whose change is undone, is notified only relative to what they have read.
    const isInPerson = wanted && !isToConfirm(tx, id, recipient.clientId) && now.includes(recipient)
    const belief = beliefs.has(recipient.clientId) ? (beliefs.get(recipient.clientId) ?? null) : isInPerson ? was : null
    const hasRead = beliefs.has(recipient.clientId)
    if (wanted || hasRead) await notifyOne(tx, actor, after, { recipient, belief, truth, hasRead })
  }
}

/**
 * Notifies owners of a change to the horses on a visit: those who are no longer recipients, and those who are new, relative to what they
 * have read. The new ones also get the booking when it is `wanted`. `audience` are its owners before the change.
 */
export async function notifyOwners(
  tx: PracticeTx,
  actor: Actor,
  row: VisitRecord,
  audience: readonly VisitRecipient[],
  wanted: boolean,
): Promise<void> {
  if (isOff(row) || row.status === 'done' || isPast(toVisit(row))) return
  const now = await listRecipients(tx, row)
  const without = (some: readonly VisitRecipient[], others: readonly VisitRecipient[]) =>
    some.filter((one) => !others.some((other) => other.clientId === one.clientId))
  const left = without(audience, now).map((recipient) => ({ recipient, truth: null }))
  const joined = isPencilled(row) ? [] : without(now, audience).map((recipient) => ({ recipient, truth: placeFor(row, recipient) }))
  const changes = [...left, ...joined]
  const beliefs = await beliefsAbout(
    tx,
    row.id,
    changes.map(({ recipient }) => recipient.clientId),
  )
  for (const { recipient, truth } of changes) {
    const hasRead = beliefs.has(recipient.clientId)
    const belief = beliefs.get(recipient.clientId) ?? null
    if (hasRead || (wanted && truth)) await notifyOne(tx, actor, row, { recipient, belief, truth, hasRead })
  }
}

/** `hasRead`: the belief comes from a text, and not only from what they heard in person. */
type Change = { recipient: VisitRecipient; belief: Belief; truth: Belief; hasRead: boolean }

async function notifyOne(tx: PracticeTx, actor: Actor, row: VisitRecord, { recipient, belief, truth, hasRead }: Change): Promise<void> {
  const news = newsFor(belief, truth)
  // Moves made since join a text about a move that still waits.
  const waiting = { appointmentId: row.id, clientIds: [recipient.clientId], keeps: news === 'moved' ? news : undefined }
  await dropNews(tx, actor, waiting, news ? 'The visit has since changed.' : BACK_AGAIN)
  if (news === 'booked') {
    await forgetNews(tx, row.id, [recipient.clientId])
    if (hasRead) confirmAgain(tx, actor, row.id, recipient.clientId)
    else confirmLater(tx, actor, row.id, recipient.clientId)
  }
  if (!belief || !isReachable(recipient)) return
  if (news === 'moved' && truth) await holdMoved(tx, actor, recipient, belief, truth)
  if (news !== 'cancelled') return
  const until = Math.max(...[belief, wordsOf(toVisit(row))].map((place) => pastAfter(place, actor.zone).getTime()))
  const about = isOff(row) ? {} : { isSomebodyElses: true }
  await queueNotice(tx, actor, 'cancelled', recipient, belief, { notAfter: new Date(until), about })
}

function whyDropped({ before, after }: Rows, isHeard: boolean): string {
  if (isOff(after)) return 'The visit was cancelled.'
  if (isOff(before)) return 'The visit is on again.'
  return isHeard ? 'The visit is over or cancelled.' : 'The visit was moved again, without a text.'
}

/** Where an owner who knows of the visit would expect it; null when it is off or they were never notified. */
const placeFor = (row: VisitRecord, recipient: VisitRecipient): Belief =>
  isOff(row) || isPencilled(row) ? null : titled(wordsOf(toVisit(row)), recipient)

/** Notifies each owner that the farrier sets off; no one, when the device was offline too long. */
export async function notifyOnMyWay(tx: PracticeTx, actor: Actor, row: VisitRecord, at: Date) {
  const visit = toVisit(row)
  if (!isOpen(visit)) return
  const setOff = Math.min(at.getTime(), currentMs())
  const options = { notAfter: new Date(setOff + ON_MY_WAY_MINUTES * 60_000), withQueueLink: true }
  await dropKind(tx, actor, visit.id, 'next', "They've been told you're on your way.")
  for (const recipient of await reachable(tx, row))
    await queueNotice(tx, actor, 'on_my_way', recipient, titled(wordsOf(visit), recipient), options)
}

/**
 * Sends a reminder now to each owner who can be reached, at the farrier's request; an automatic one due within a day is dropped. Returns
 * the first.
 * @throws forbidden, visit_is_cancelled, visit_is_pencilled, visit_is_past, no_client, no_phone, stopped, reminder_just_sent
 */
export async function remind(tx: PracticeTx, actor: Actor, row: VisitRecord): Promise<NoticeOutcome> {
  requireMay(actor, 'sendTexts')
  const visit = toVisit(row)
  if (isOff(visit)) throw new AppError('visit_is_cancelled')
  if (isPencilled(visit)) throw new AppError('visit_is_pencilled')
  if (isPast(visit) || !isOpen(visit)) throw new AppError('visit_is_past')
  const recipient = await listRecipients(tx, row)
  const [first] = recipient
  if (!first) throw new AppError('no_client')
  const last = await lastNoticeAt(tx, visit.id, 'reminder')
  if (last && currentMs() - last.getTime() < REMINDER_REST_MS) throw new AppError('reminder_just_sent')
  const withWay = recipient.filter(hasWay)
  const withQueueLink = visit.onDay === dayOf(currentTime(), actor.zone)
  // When none can be reached, the first gives the reason.
  const outcomes: NoticeOutcome[] = []
  for (const one of withWay.length ? withWay : [first]) {
    // Where it has moved to is read first.
    const isLast = await hurryNews(tx, visit.id, one.clientId)
    const options = { withQueueLink, ...(isLast && { notBefore: currentTime() }) }
    outcomes.push(await queueNotice(tx, actor, 'reminder', one, titled(wordsOf(visit), one), options))
  }
  const reminded = withWay.map(({ clientId }) => clientId)
  await skipReminders(tx, visit.id, reminded, new Date(currentMs() + REMINDED_FOR_MS))
  return outcomes[0] as NoticeOutcome
}

/** Still to come, and its owners know of it. */
const isOpen = (visit: VisitRow) => visit.status === 'booked'

/** The visit as a text names it to one recipient. */
export const titled = (words: VisitWords, recipient: VisitRecipient): VisitWords => ({ ...words, title: recipient.title })

const hasWay = (recipient: VisitRecipient) => typeof wayTo(recipient) !== 'string'

/** The recipients who want notices of changes and can be reached. */
export const reachable = async (tx: PracticeTx, row: VisitRecord) => (await listRecipients(tx, row)).filter(isReachable)

const isReachable = (recipient: VisitRecipient) => recipient.wantsUpdates && hasWay(recipient)
