import type { HandOverVia, Notice, NoticeKind, NoticeOutcome, NoticeState } from '#features/notices/contract.ts'
import {
  canCancel,
  canHandOver,
  canSendNow,
  type Facts,
  HOLD_SECONDS,
  type Move,
  mergeMove,
  ON_MY_WAY_MINUTES,
  pastAfter,
  type Recipient,
  TOO_LATE,
  type VisitWords,
  wayTo,
  wordsOf,
} from '#features/notices/rules.ts'
import {
  findLastAt,
  findWaitingMove,
  insertNotice,
  listNotices,
  listWaiting,
  lockNotice,
  type NoticeRow,
  updateNotice,
} from '#features/notices/server/queries.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import { textSize } from '#lib/segments.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/db.ts'
import { enqueue } from '#platform/server/jobs.ts'
import { addQueueLink } from '#platform/server/links.ts'
import { logActivity } from '#platform/server/rows.ts'

export type { Recipient, VisitWords }

const HANDED_OVER: Record<HandOverVia, string> = {
  sms: 'Opened in your own messages.',
  whatsapp: 'Opened in WhatsApp.',
  share: 'Opened in another app.',
}
const BACK_AGAIN = 'The visit is back where it was, so there is nothing to tell.'

/**
 * Tells a client that a visit moved, after 90 s in which more moves of their visits join the same text; a visit moved back where it was
 * drops out, and when nothing is left the text is cancelled (outcome `cancelled`). One text waits per client at any time.
 * @throws no_phone, stopped; visit_is_past when the new place is over, and nothing that waits is changed then
 */
export async function holdMoved(
  tx: PracticeTx,
  actor: Actor,
  recipient: Recipient,
  from: VisitWords,
  to: VisitWords,
): Promise<NoticeOutcome> {
  const way = requireWay(recipient)
  if (pastAfter(to, actor.zone) <= new Date()) throw new AppError('visit_is_past')
  const waiting = await findWaitingMove(tx, recipient.clientId)
  const moves = mergeMove(waiting && 'moves' in waiting.facts ? waiting.facts.moves : [], { from, to })
  const isNothing = moves.length === 0
  if (waiting && isNothing) return outcomeOf(await updateNotice(tx, waiting, 'cancelled', { state_reason: BACK_AGAIN }))
  const columns = {
    ...way,
    ...movedColumns({ ...envelope(actor, recipient), moves: isNothing ? [{ from, to }] : moves }),
    hold_until: new Date(Date.now() + HOLD_SECONDS * 1000),
    state_reason: isNothing ? BACK_AGAIN : null,
  }
  const row = waiting
    ? await updateNotice(tx, waiting, 'held', columns)
    : await insertNotice(tx, {
        ...newColumns(actor, recipient, 'moved'),
        ...columns,
        state: isNothing ? 'cancelled' : 'held',
      })
  if (row.state === 'held') await sendLater(tx, row)
  return outcomeOf(row)
}

/**
 * Tells a client something now; one per (actor.opId, kind, recipient), so asking again returns the first. Not sent after `notAfter`,
 * else after the visit's start (`on_my_way`: half an hour from now); what is too late already is kept as `cancelled`.
 * @throws no_phone, stopped; visit_is_past but for `on_my_way`
 */
export async function queueNotice(
  tx: PracticeTx,
  actor: Actor,
  kind: Exclude<NoticeKind, 'moved'>,
  recipient: Recipient,
  visit: VisitWords,
  options: { notAfter?: Date; withQueueLink?: boolean } = {},
): Promise<NoticeOutcome> {
  const way = requireWay(recipient)
  const now = new Date()
  if (kind !== 'on_my_way' && pastAfter(visit, actor.zone) <= now) throw new AppError('visit_is_past')
  const notAfter =
    options.notAfter ?? (kind === 'on_my_way' ? new Date(now.getTime() + ON_MY_WAY_MINUTES * 60_000) : pastAfter(visit, actor.zone))
  const facts: Facts = {
    ...envelope(actor, recipient),
    ...(await queueLink(tx, actor, recipient, visit, options.withQueueLink ?? false)),
    visit,
  }
  const isTooLate = notAfter <= now
  const row = await insertNotice(tx, {
    ...newColumns(actor, recipient, kind),
    ...way,
    ...wordsOf(kind, facts),
    facts,
    subject_id: visit.appointmentId,
    hold_until: null,
    not_after: notAfter,
    state: isTooLate ? 'cancelled' : 'queued',
    state_reason: isTooLate ? TOO_LATE : null,
  })
  if (row.state === 'queued') await sendLater(tx, row)
  return outcomeOf(row)
}

/** What is still held or queued about a visit will not go; a merged text goes on without it. `reason` is a sentence for the outbox. */
export async function dropWaiting(tx: PracticeTx, actor: Actor, appointmentId: string, reason: string): Promise<void> {
  for (const row of await listWaiting(tx, appointmentId)) {
    const moves = 'moves' in row.facts ? row.facts.moves.filter(({ to }) => to.appointmentId !== appointmentId) : []
    if (moves.length > 0) await updateNotice(tx, row, row.state, movedColumns({ ...row.facts, moves }))
    else await stop(tx, actor, row, reason)
  }
}

/** When the newest notice of a kind about a visit was made, but for those that were stopped or failed. */
export const lastNoticeAt = (tx: PracticeTx, appointmentId: string, kind: NoticeKind): Promise<Date | undefined> =>
  findLastAt(tx, appointmentId, kind)

/** The outbox, newest first, a page at a time. */
export const noticesPage = async (tx: PracticeTx, page: Parameters<typeof listNotices>[1]): Promise<Notice[]> =>
  (await listNotices(tx, page)).map(toNotice)

/**
 * Notes that the farrier opened a text in messages of their own; what we would have sent stays here. Opened again, the last way counts.
 * @throws notice_not_found, notice_gone
 */
export async function handOver(tx: PracticeTx, actor: Actor, id: string, via: HandOverVia): Promise<NoticeRow> {
  const row = await requireIn(tx, id, canHandOver)
  await note(tx, actor, row, 'handed_over', { via })
  return updateNotice(tx, row, 'handed_over', { state_reason: HANDED_OVER[via] })
}

/** Holds a text no longer, or tries a failed one anew. @throws notice_not_found, notice_gone */
export async function sendNow(tx: PracticeTx, actor: Actor, id: string): Promise<NoticeRow> {
  const before = await requireIn(tx, id, canSendNow)
  const row = await updateNotice(tx, before, 'queued', { hold_until: null, not_before: null, attempts: 0 })
  await note(tx, actor, row, 'hurried', {})
  await sendLater(tx, row)
  return row
}

/** Stops what has not gone yet; stopped twice is as good as once. @throws notice_not_found, notice_gone */
export async function cancelNotice(tx: PracticeTx, actor: Actor, id: string): Promise<NoticeRow> {
  const row = await requireIn(tx, id, (state) => canCancel(state) || state === 'cancelled')
  if (row.state === 'cancelled') return row
  return stop(tx, actor, row, 'You chose not to send it.')
}

/** A row as it goes over the wire. */
export function toNotice(row: NoticeRow): Notice {
  return {
    id: row.id,
    kind: row.kind,
    channel: row.channel,
    recipient: row.facts.recipient,
    clientId: row.client_id,
    appointmentId: row.subject_id,
    address: row.address,
    subject: row.subject,
    body: row.body,
    state: row.state,
    stateReason: row.state_reason,
    segments: row.segments,
    alphabet: textSize(row.body).alphabet,
    createdAt: row.created_at.toISOString(),
    stateAt: row.state_at.toISOString(),
    goesAt: waitsUntil(row)?.toISOString() ?? null,
  }
}

/** Gives a waiting notice to the sender, for when its wait is over. */
export async function sendLater(tx: PracticeTx, row: NoticeRow): Promise<void> {
  const startAfter = waitsUntil(row)
  await enqueue(tx, 'send-notice', { practiceId: row.practice_id, noticeId: row.id }, startAfter ? { startAfter } : {})
}

/** The end of a hold or of the pause before another try. */
export const waitsUntil = (row: NoticeRow): Date | null =>
  row.state === 'held' ? row.hold_until : row.state === 'queued' ? row.not_before : null

/** What follows from the moves a text tells of. */
export const movedColumns = (facts: Facts & { moves: Move[] }) => ({
  ...wordsOf('moved', facts),
  facts,
  subject_id: facts.moves[0]?.to.appointmentId ?? null,
  not_after: new Date(Math.max(...facts.moves.map(({ to }) => pastAfter(to, facts.zone).getTime()))),
})

async function requireIn(tx: PracticeTx, id: string, isAllowed: (state: NoticeState) => boolean): Promise<NoticeRow> {
  const row = await lockNotice(tx, id)
  if (!row) throw new AppError('notice_not_found')
  if (!isAllowed(row.state)) throw new AppError('notice_gone')
  return row
}

async function stop(tx: PracticeTx, actor: Actor, row: NoticeRow, reason: string): Promise<NoticeRow> {
  await note(tx, actor, row, 'stopped', { reason })
  return updateNotice(tx, row, 'cancelled', { state_reason: reason })
}

const note = (tx: PracticeTx, actor: Actor, row: NoticeRow, verb: string, after: Record<string, unknown>) =>
  logActivity(tx, actor, { entity: 'notices', entityId: row.id, verb, before: null, after: { kind: row.kind, ...after } })

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

const envelope = (actor: Actor, recipient: Recipient) => ({
  recipient: recipient.name,
  firstName: recipient.firstName,
  practiceName: actor.practiceName,
  zone: actor.zone,
})

async function queueLink(tx: PracticeTx, actor: Actor, recipient: Recipient, visit: VisitWords, wanted: boolean) {
  if (!wanted) return {}
  return { link: `${actor.origin}/call-status?client=${await addQueueLink(tx, actor, recipient.clientId, visit.onDay)}` }
}

const outcomeOf = (row: NoticeRow): NoticeOutcome => {
  const { id, state, goesAt } = toNotice(row)
  return { noticeId: id, state, goesAt }
}
