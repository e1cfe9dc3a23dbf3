import type { Insertable, Selectable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { NoticeKind, NoticeState } from '#features/notices/contract.ts'
import type { Facts, Standing } from '#features/notices/rules.ts'
import { textSize } from '#lib/segments.ts'
import type { PracticeTx } from '#platform/server/db.ts'
import type { Tables } from '#platform/server/tables.ts'

/** A row of the outbox. */
export type NoticeRow = Omit<Selectable<Tables['notices']>, 'facts' | 'kind'> & { kind: NoticeKind; facts: Facts }

const WAITING = ['held', 'queued'] as const

/** Newest first, which their ids say; `after` is the last id of the page before. */
export async function listNotices(
  tx: PracticeTx,
  page: { limit: number; after?: string | undefined; appointmentId?: string | undefined; clientId?: string | undefined },
): Promise<NoticeRow[]> {
  const { after, appointmentId, clientId } = page
  let query = tx.selectFrom('notices').selectAll().orderBy('id', 'desc').limit(page.limit)
  if (after) query = query.where('id', '<', after)
  if (clientId) query = query.where('client_id', '=', clientId)
  if (appointmentId) query = query.where((eb) => eb.or([eb('subject_id', '=', appointmentId), tellsOf(appointmentId)]))
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

/** The newest text about a move of one visit to one client, in whatever state. */
export const findLastMove = async (tx: PracticeTx, clientId: string, appointmentId: string): Promise<NoticeRow | undefined> =>
  (await tx
    .selectFrom('notices')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('kind', '=', 'moved')
    .where(tellsOf(appointmentId))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()) as NoticeRow | undefined

/** Everything about a visit that has not gone yet, locked. */
export const listWaiting = async (tx: PracticeTx, appointmentId: string): Promise<NoticeRow[]> =>
  (await tx
    .selectFrom('notices')
    .selectAll()
    .where('state', 'in', WAITING)
    .where((eb) => eb.or([eb('subject_id', '=', appointmentId), tellsOf(appointmentId)]))
    .forUpdate()
    .execute()) as NoticeRow[]

/** A text about a visit that has left, or may have, since a moment. */
export const findGoneSince = async (tx: PracticeTx, appointmentId: string, since: Date): Promise<NoticeRow | undefined> =>
  (await tx
    .selectFrom('notices')
    .selectAll()
    .where('state', 'in', ['sending', 'sent', 'simulated', 'handed_over', 'unknown'])
    .where('state_at', '>=', since)
    .where((eb) => eb.or([eb('subject_id', '=', appointmentId), tellsOf(appointmentId)]))
    .limit(1)
    .executeTakeFirst()) as NoticeRow | undefined

/** A text of these kinds about a visit to one client that goes, went or may have gone. */
export const findTold = async (tx: PracticeTx, appointmentId: string, clientId: string, kinds: readonly NoticeKind[]) =>
  tx
    .selectFrom('notices')
    .select('id')
    .where('subject_id', '=', appointmentId)
    .where('client_id', '=', clientId)
    .where('kind', 'in', kinds)
    .where('state', 'not in', ['cancelled', 'failed'])
    .limit(1)
    .executeTakeFirst()

/** When the newest of a kind about a visit was made, but for those that were stopped or failed. */
export async function findLastAt(tx: PracticeTx, appointmentId: string, kind: string): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('notices')
    .select('created_at')
    .where('subject_id', '=', appointmentId)
    .where('kind', '=', kind)
    .where('state', 'not in', ['cancelled', 'failed'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at
}

type NewNotice = Omit<Insertable<Tables['notices']>, 'facts' | 'segments' | 'member_id' | 'provider_ref'> & {
  facts: Facts
  kind: NoticeKind
}

/** Adds it, or returns the one there is for the same event, kind and recipient. */
export async function insertNotice(tx: PracticeTx, row: NewNotice): Promise<NoticeRow> {
  const inserted = await tx
    .insertInto('notices')
    .values({ ...row, member_id: null, provider_ref: null, segments: sizeOf(row) })
    .onConflict((clash) => clash.expression(sql`practice_id, event_id, kind, coalesce(client_id, member_id), channel`).doNothing())
    .returningAll()
    .executeTakeFirst()
  return (inserted ?? (await requireTwin(tx, row))) as NoticeRow
}

/** Moves a row to a state, and says why. New words are counted anew. */
export async function updateNotice(
  tx: PracticeTx,
  before: NoticeRow,
  state: NoticeState,
  changes: Omit<Updateable<Tables['notices']>, 'facts' | 'kind' | 'state' | 'segments'> & { facts?: Facts } = {},
): Promise<NoticeRow> {
  const segments = changes.body === undefined ? {} : { segments: sizeOf({ channel: before.channel, body: changes.body }) }
  return (await tx
    .updateTable('notices')
    .set({ state_reason: null, ...changes, ...segments, state, state_at: new Date() })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()) as NoticeRow
}

/** Where the visits of a notice stand now, by id. `notices` comes before the diary in the order of features, so it looks for itself. */
export async function findVisits(tx: PracticeTx, ids: string[]): Promise<Map<string, Standing>> {
  const rows = await tx
    .selectFrom('appointments')
    .select(['id', 'title', 'on_day', 'local_start', 'is_call_only', 'call_period', 'status', 'is_call_complete', 'deleted_at'])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        appointmentId: row.id,
        title: row.title,
        onDay: row.on_day,
        time: row.is_call_only ? null : row.local_start,
        period: row.call_period,
        isDone: row.is_call_complete,
        isOff: row.deleted_at !== null || row.status === 'cancelled' || row.status === 'no_show',
      },
    ]),
  )
}

/** Whether a client may still be told: they are there, active, and have not asked for no more texts. */
export const canStillTell = async (tx: PracticeTx, clientId: string): Promise<boolean> =>
  (await tx
    .selectFrom('clients')
    .select('id')
    .where('id', '=', clientId)
    .where('deleted_at', 'is', null)
    .where('stopped_at', 'is', null)
    .where('is_active', '=', true)
    .executeTakeFirst()) !== undefined

// A merged text speaks of several visits; only the first is its subject.
const tellsOf = (appointmentId: string) => sql<boolean>`facts @> ${JSON.stringify({ moves: [{ to: { appointmentId } }] })}::jsonb`

const requireTwin = (tx: PracticeTx, row: NewNotice) =>
  tx
    .selectFrom('notices')
    .selectAll()
    .where('event_id', '=', row.event_id)
    .where('kind', '=', row.kind)
    .where('client_id', '=', row.client_id ?? null)
    .where('channel', '=', row.channel)
    .executeTakeFirstOrThrow()

const sizeOf = (text: { channel: 'sms' | 'email'; body: string }) => (text.channel === 'sms' ? textSize(text.body).segments : 1)
