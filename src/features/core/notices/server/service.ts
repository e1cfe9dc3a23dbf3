import type { NoticeKind, NoticeOutcome, VisitKind } from '#features/core/notices/contract.ts'
import type { News } from '#features/core/notices/heard.ts'
import { newsWaitsUntil, placesOf } from '#features/core/notices/quiet.ts'
import {
  type Facts,
  HOLD_SECONDS,
  mergeMove,
  ON_MY_WAY_MINUTES,
  pastAfter,
  type Recipient,
  type RoundFacts,
  TOO_LATE,
  type VisitWords,
  wayTo,
  wordingFor,
  wordsOf,
} from '#features/core/notices/rules.ts'
import { beliefsAbout, noteNews } from '#features/core/notices/server/news-about.ts'
import {
  findGoneSince,
  findLastAt,
  findSentNotice,
  findWaitingMove,
  insertNotice,
  listWaiting,
  type NoticeRow,
  updateNotice,
} from '#features/core/notices/server/queries.ts'
import { MAYBE_SENT } from '#features/core/notices/server/queue-words.ts'
import { movedColumns, sendLater, stopNotice } from '#features/core/notices/server/waiting.ts'
import { outcomeOf } from '#features/core/notices/server/wire.ts'
import { sendingOf } from '#features/core/practice/rules.ts'
import { settingsOf } from '#features/core/practice/server/settings-of.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { addQueueLink, queueAddress } from '#platform/server/links.ts'

/** The reason why a text about a move is cancelled. */
export const BACK_AGAIN = "The visit is back where it was, so there's nothing to tell them."

/**
 * Notifies a client that a visit moved. The text is held for 90 s, in which further moves of their visits join it; in quiet hours it waits
 * until they end. It names the old place from the last text the client read. A visit moved back there drops out, and when nothing is left
 * the text is cancelled (outcome `cancelled`). At most one text waits per client.
 * @throws no_phone, stopped; visit_is_past when the new place is in the past; waiting texts are not changed then
 */
export async function holdMoved(
  tx: PracticeTx,
  actor: Actor,
  recipient: Recipient,
  from: VisitWords,
  to: VisitWords,
  options: { answer?: string } = {},
): Promise<NoticeOutcome> {
  const way = requireWay(recipient)
  if (!actor.isAgain && pastAfter(to, actor.zone) <= currentTime()) throw new AppError('visit_is_past')
  const waiting = actor.isAgain ? undefined : await findWaitingMove(tx, recipient.clientId)
  const held = waiting && 'moves' in waiting.facts ? waiting.facts.moves : []
  const known = (await beliefsAbout(tx, to.appointmentId, [recipient.clientId])).get(recipient.clientId)
  const moves = mergeMove(held, { from: known ?? from, to })
  const isNothing = moves.length === 0
  if (waiting && isNothing) return outcomeOf(await updateNotice(tx, waiting, 'cancelled', { state_reason: BACK_AGAIN }))
  const facts = { ...(await envelope(tx, actor, recipient, 'moved')), ...options, moves: isNothing ? [{ from, to }] : moves }
  const columns = {
    ...way,
    ...movedColumns(facts),
    hold_until: await leavesAt(tx, facts, new Date(currentMs() + HOLD_SECONDS * 1000)),
    not_before: null,
    attempts: 0,
    heeds_quiet: true,
    state_reason: isNothing ? BACK_AGAIN : null,
  }
  const row = waiting
    ? await updateNotice(tx, waiting, 'held', columns)
    : await insertNotice(tx, {
        ...newColumns(actor, recipient, 'moved'),
        ...columns,
        state: isNothing ? 'cancelled' : 'held',
        ...(actor.isAgain && !isNothing && MAYBE_SENT),
      })
  if (!isNothing) await noteNews(tx, row, [to.appointmentId])
  if (row.state === 'held') await sendLater(tx, row)
  return outcomeOf(row)
}

/** `at`, or the end of the quiet hours it lies in, unless that is too late for the content of the text. */
async function leavesAt(tx: PracticeTx, facts: Facts, at: Date): Promise<Date> {
  return newsWaitsUntil(placesOf(facts), at, sendingOf(await settingsOf(tx)), facts.zone) ?? at
}

/**
 * Notifies a client of something now. There is one notice per (actor.opId, kind, recipient), so a repeated call returns the first. It is
 * not sent after `notAfter`, else after the visit's start (for kinds sent on the day itself: half an hour from now); one that is already
 * too late is stored as `cancelled`.
 * @throws no_phone, stopped; visit_is_past except for kinds sent on the day itself
 */
export async function queueNotice(
  tx: PracticeTx,
  actor: Actor,
  kind: Exclude<VisitKind, 'moved'>,
  recipient: Recipient,
  visit: VisitWords,
  options: {
    notBefore?: Date
    notAfter?: Date
    respectsQuiet?: boolean
    withQueueLink?: boolean
    answer?: string
    about?: RoundFacts & Pick<Facts, 'isSomebodyElses'>
  } = {},
): Promise<NoticeOutcome> {
  const way = requireWay(recipient)
  const now = currentTime()
  const isOfToday = OF_TODAY.includes(kind)
  if (!isOfToday && !options.notAfter && !actor.isAgain && pastAfter(visit, actor.zone) <= now) throw new AppError('visit_is_past')
  const notAfter = options.notAfter ?? (isOfToday ? new Date(now.getTime() + ON_MY_WAY_MINUTES * 60_000) : pastAfter(visit, actor.zone))
  const facts: Facts = {
    ...(await envelope(tx, actor, recipient, kind)),
    ...(await queueLink(tx, actor, recipient, visit, options.withQueueLink ?? false)),
    ...(options.answer && { answer: options.answer }),
    ...options.about,
    visit,
  }
  const isTooLate = notAfter <= now
  const isOff = kind === 'cancelled'
  const leaves = isOff ? await leavesAt(tx, facts, now) : now
  const row = await insertNotice(tx, {
    ...newColumns(actor, recipient, kind),
    ...way,
    ...wordsOf(kind, facts),
    facts,
    subject_id: visit.appointmentId,
    hold_until: null,
    not_before: options.notBefore ?? (leaves > now ? leaves : null),
    heeds_quiet: options.respectsQuiet ?? isOff,
    not_after: notAfter,
    state: isTooLate ? 'cancelled' : 'queued',
    state_reason: isTooLate ? TOO_LATE : null,
    ...(actor.isAgain && MAYBE_SENT),
  })
  if (isOff) await noteNews(tx, row, [visit.appointmentId])
  if (row.state === 'queued') await sendLater(tx, row)
  return outcomeOf(row)
}

/** Kinds sent on the day itself, about a visit whose planned start may have passed. */
const OF_TODAY: readonly NoticeKind[] = ['on_my_way', 'next', 'late', 'not_reached']

/** Whether one client has received a notice of one of these kinds about a visit, or is about to. */
export const isNotified = async (tx: PracticeTx, appointmentId: string, clientId: string, kinds: readonly NoticeKind[]): Promise<boolean> =>
  (await findSentNotice(tx, appointmentId, clientId, kinds)) !== undefined

/** Cancels the waiting texts of one kind about a visit. `reason` is a sentence for the outbox. */
export async function dropKind(tx: PracticeTx, actor: Actor, appointmentId: string, kind: NoticeKind, reason: string): Promise<void> {
  for (const row of await listWaiting(tx, appointmentId)) if (row.kind === kind) await stopNotice(tx, actor, row, reason)
}

/** Sends at once the waiting texts that notify one client whether and where a visit takes place. Returns whether any waited. */
export async function hurryNews(tx: PracticeTx, appointmentId: string, clientId: string): Promise<boolean> {
  const rows = (await listWaiting(tx, appointmentId)).filter((row) => row.client_id === clientId && isNews(row))
  for (const row of rows) {
    await sendLater(tx, await updateNotice(tx, row, 'queued', { hold_until: null, not_before: null, heeds_quiet: false }))
  }
  return rows.length > 0
}

const isNews = ({ kind }: NoticeRow) => kind === 'booked' || kind === 'moved' || kind === 'cancelled'

/**
 * Cancels the waiting texts that notify some clients whether and where a visit takes place, except those that `keeps` selects. `reason` is
 * a sentence for the outbox.
 */
export async function dropNews(
  tx: PracticeTx,
  actor: Actor,
  { appointmentId, clientIds, keeps }: { appointmentId: string; clientIds: readonly string[]; keeps?: News | undefined },
  reason: string,
): Promise<void> {
  const rows = (await listWaiting(tx, appointmentId)).filter(
    (row) => row.client_id && clientIds.includes(row.client_id) && isNews(row) && row.kind !== keeps,
  )
  await dropRows(tx, actor, rows, { appointmentId, reason })
}

/** Whether any notice about a visit is still held or queued, except planned reminders. */
export const isAnyWaiting = async (tx: PracticeTx, appointmentId: string): Promise<boolean> =>
  (await listWaiting(tx, appointmentId)).length > 0

/**
 * Cancels the held or queued notices about a visit; a merged text is sent without it. A client whose visit it no longer is, is still
 * notified of that. `reason` is a sentence for the outbox.
 */
export async function dropWaiting(tx: PracticeTx, actor: Actor, appointmentId: string, reason: string): Promise<void> {
  const rows = (await listWaiting(tx, appointmentId)).filter(({ facts }) => !('visit' in facts && facts.isSomebodyElses))
  await dropRows(tx, actor, rows, { appointmentId, reason })
}

async function dropRows(
  tx: PracticeTx,
  actor: Actor,
  rows: NoticeRow[],
  { appointmentId, reason }: { appointmentId: string; reason: string },
) {
  for (const row of rows) {
    const moves = 'moves' in row.facts ? row.facts.moves.filter(({ to }) => to.appointmentId !== appointmentId) : []
    if (moves.length > 0) await updateNotice(tx, row, row.state, movedColumns({ ...row.facts, moves }))
    else await stopNotice(tx, actor, row, reason)
  }
}

/** Guards the undo of an action on a visit at `since`. @throws text_has_gone, with the recipient, when a client was notified of the action since */
export async function refuseIfNotified(tx: PracticeTx, appointmentId: string, since: Date): Promise<void> {
  const gone = await findGoneSince(tx, appointmentId, since)
  if (gone)
    throw new AppError(
      'text_has_gone',
      {},
      `A text about this has gone to ${gone.facts.recipient}. Change the visit instead, and tell them.`,
    )
}

/** When the newest notice of a kind about a visit was created, except those that were stopped or failed. */
export const lastNoticeAt = (tx: PracticeTx, appointmentId: string, kind: NoticeKind): Promise<Date | undefined> =>
  findLastAt(tx, appointmentId, kind)

function requireWay(recipient: Recipient): { channel: 'sms' | 'email'; address: string } {
  const way = wayTo(recipient)
  if (typeof way === 'string') throw new AppError(way)
  return way
}

const newColumns = (actor: Actor, recipient: Recipient, kind: NoticeKind) => ({
  practice_id: actor.practiceId,
  id: uuidv7(),
  event_id: actor.opId,
  kind,
  client_id: recipient.clientId,
  not_before: null,
})

const envelope = async (tx: PracticeTx, actor: Actor, recipient: Recipient, kind: NoticeKind) => ({
  recipient: recipient.name,
  firstName: recipient.firstName,
  practiceName: actor.practiceName,
  zone: actor.zone,
  ...wordingFor(kind, await settingsOf(tx)),
})

async function queueLink(tx: PracticeTx, actor: Actor, recipient: Recipient, visit: VisitWords, wanted: boolean) {
  if (!wanted) return {}
  return { link: queueAddress(actor, await addQueueLink(tx, actor, recipient.clientId, visit.onDay)) }
}
