import type { Insertable, Selectable, Updateable } from 'kysely'
import { sql } from 'kysely'
import { LONE_KINDS, type NoticeKind, type NoticeState } from '#features/core/notices/contract.ts'
import type { Facts } from '#features/core/notices/rules.ts'
import { notifyWatcher } from '#features/core/notices/server/watch-notices.ts'
import { currentTime } from '#lib/clock.ts'
import { textSize } from '#lib/segments.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Tables } from '#platform/server/database/tables.ts'

/** A row of the outbox. */
export type NoticeRow = Omit<Selectable<Tables['notices']>, 'facts' | 'kind'> & { kind: NoticeKind; facts: Facts }

const WAITING = ['held', 'queued'] as const
/** No recipient was notified by a notice in one of these states. */
const NOT_SENT = ['cancelled', 'failed', 'undelivered'] as const

/** A reminder or a review request that waits for its moment: the plan changes or removes it automatically. */
const IS_PLANNED = `kind in ('reminder', 'review') and heeds_quiet and state = 'queued' and attempts = 0`

/** When a text entered the outbox: when it was requested; for a reminder planned long before, when it was due. */
const CAME = sql<Date>`(case when kind = 'reminder' and heeds_quiet then not_before else created_at end)`

/** Newest first, without what is only planned; `after` is the last id of the page before. */
export async function listNotices(
  tx: PracticeTx,
  page: { limit: number; after?: string | undefined; appointmentId?: string | undefined; clientId?: string | undefined },
): Promise<NoticeRow[]> {
  const { after, appointmentId, clientId } = page
  // Calls to a member's own device are no texts, and their lone-worker timer is theirs alone.
  let query = tx
    .selectFrom('notices')
    .selectAll()
    .where((eb) => eb.or([eb('channel', '<>', 'push'), eb('client_id', 'is not', null)]))
    .where('kind', 'not in', LONE_KINDS)
    .where(sql<boolean>`not (${isComing()})`)
    .orderBy(CAME, 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
  if (after) query = query.where(sql<boolean>`(${CAME}, id) < (select ${CAME}, id from notices where id = ${after})`)
  if (clientId) query = query.where('client_id', '=', clientId)
  if (appointmentId) query = query.where((eb) => eb.or([eb('subject_id', '=', appointmentId), mentions(appointmentId)]))
  return (await query.execute()) as NoticeRow[]
}

/** What waits for its moment, the soonest first; `after` is when the last of the page before goes, and its id. */
export async function listComing(
  tx: PracticeTx,
  page: {
    limit: number
    after?: { goesAt: Date; id: string } | undefined
    appointmentId?: string | undefined
    clientId?: string | undefined
  },
): Promise<NoticeRow[]> {
  const { after, appointmentId, clientId, limit } = page
  let query = tx.selectFrom('notices').selectAll().where(isComing()).orderBy('not_before').orderBy('id').limit(limit)
  if (after) query = query.where(sql<boolean>`(not_before, id) > (${after.goesAt}, ${after.id})`)
  if (clientId) query = query.where('client_id', '=', clientId)
  if (appointmentId) query = query.where('subject_id', '=', appointmentId)
  return (await query.execute()) as NoticeRow[]
}

/** The row, locked until the end of the transaction; undefined when this practice has none such. */
export const lockNotice = async (tx: PracticeTx, id: string): Promise<NoticeRow | undefined> =>
  (await tx.selectFrom('notices').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) as NoticeRow | undefined

/** The moved-text of a client that has not gone yet. The client's row is locked first, so that two moves at once can't both find none. */
export async function findWaitingMove(tx: PracticeTx, clientId: string): Promise<NoticeRow | undefined> {
  await tx.selectFrom('clients').select('id').where('id', '=', clientId).forNoKeyUpdate().execute()
  return (await tx
    .selectFrom('notices')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('kind', '=', 'moved')
    .where('state', 'in', WAITING)
    .orderBy('created_at', 'desc')
    .forUpdate()
    .executeTakeFirst()) as NoticeRow | undefined
}

/** All notices about a visit that are not sent yet, locked, except planned reminders. */
export const listWaiting = async (tx: PracticeTx, appointmentId: string): Promise<NoticeRow[]> =>
  (await tx
    .selectFrom('notices')
    .selectAll()
    .where('state', 'in', WAITING)
    .where(sql<boolean>`not (${sql.raw(IS_PLANNED)})`)
    .where((eb) => eb.or([eb('subject_id', '=', appointmentId), mentions(appointmentId)]))
    .forUpdate()
    .execute()) as NoticeRow[]

/** A text about a visit that has left, or may have, since a moment. */
export const findGoneSince = async (tx: PracticeTx, appointmentId: string, since: Date): Promise<NoticeRow | undefined> =>
  (await tx
    .selectFrom('notices')
    .selectAll()
    .where('state', 'in', ['sending', 'sent', 'delivered', 'undelivered', 'simulated', 'handed_over', 'unknown'])
    .where('state_at', '>=', since)
    .where((eb) => eb.or([eb('subject_id', '=', appointmentId), mentions(appointmentId)]))
    .limit(1)
    .executeTakeFirst()) as NoticeRow | undefined

/** A text of these kinds about a visit to one client that goes, went or may have gone. */
export const findSentNotice = async (tx: PracticeTx, appointmentId: string, clientId: string, kinds: readonly NoticeKind[]) =>
  tx
    .selectFrom('notices')
    .select('id')
    .where('subject_id', '=', appointmentId)
    .where('client_id', '=', clientId)
    .where('kind', 'in', kinds)
    .where('state', 'not in', NOT_SENT)
    .limit(1)
    .executeTakeFirst()

/** When the newest notice of a kind about a visit was requested or sent, except those that are only planned, were stopped or failed. */
export async function findLastAt(tx: PracticeTx, appointmentId: string, kind: string): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('notices')
    .select('state_at')
    .where('subject_id', '=', appointmentId)
    .where('kind', '=', kind)
    .where('state', 'not in', NOT_SENT)
    .where(sql<boolean>`not (${sql.raw(IS_PLANNED)})`)
    .orderBy('state_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.state_at
}

/** To a client, or to a member. */
export type NewNotice = Omit<
  Insertable<Tables['notices']>,
  'facts' | 'segments' | 'member_id' | 'client_id' | 'provider_ref' | 'news_of'
> & {
  facts: Facts
  kind: NoticeKind
  client_id?: string
  member_id?: string
}

/** Adds it, or returns the one there is for the same event, kind and recipient. */
export async function insertNotice(tx: PracticeTx, row: NewNotice): Promise<NoticeRow> {
  const inserted = await tx
    .insertInto('notices')
    .values({ client_id: null, member_id: null, ...row, provider_ref: null, segments: sizeOf(row) })
    .onConflict((clash) => clash.expression(sql`practice_id, event_id, kind, coalesce(client_id, member_id), channel`).doNothing())
    .returningAll()
    .executeTakeFirst()
  return (inserted ?? (await requireTwin(tx, row))) as NoticeRow
}

/** Moves a row to a state and records the reason. If the words change, their parts are counted again. */
export async function updateNotice(
  tx: PracticeTx,
  before: NoticeRow,
  state: NoticeState,
  changes: Omit<Updateable<Tables['notices']>, 'facts' | 'kind' | 'state' | 'segments'> & { facts?: Facts } = {},
): Promise<NoticeRow> {
  const segments = changes.body === undefined ? {} : { segments: sizeOf({ channel: before.channel, body: changes.body }) }
  const after = (await tx
    .updateTable('notices')
    .set({ state_reason: null, ...changes, ...segments, state, state_at: currentTime() })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()) as NoticeRow
  await notifyWatcher(tx, after)
  return after
}

/** Notices by their ids, in no order. */
export async function findNotices(tx: PracticeTx, ids: string[]): Promise<NoticeRow[]> {
  if (ids.length === 0) return []
  return (await tx.selectFrom('notices').selectAll().where('id', 'in', ids).execute()) as NoticeRow[]
}

const isComing = () => sql<boolean>`${sql.raw(IS_PLANNED)} and not_before > ${currentTime()}`

// A merged text speaks of several visits; only the first is its subject.
const mentions = (appointmentId: string) => sql<boolean>`facts @> ${JSON.stringify({ moves: [{ to: { appointmentId } }] })}::jsonb`

const requireTwin = (tx: PracticeTx, row: NewNotice) =>
  tx
    .selectFrom('notices')
    .selectAll()
    .where('event_id', '=', row.event_id)
    .where('kind', '=', row.kind)
    .where(sql`coalesce(client_id, member_id)`, '=', row.client_id ?? row.member_id ?? null)
    .where('channel', '=', row.channel)
    .executeTakeFirstOrThrow()

/** Parts of a text; anything else is one. */
export const sizeOf = (text: { channel: 'sms' | 'email' | 'push'; body: string }) =>
  text.channel === 'sms' ? textSize(text.body).segments : 1
