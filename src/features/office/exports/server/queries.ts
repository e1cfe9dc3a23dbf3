import type { Selectable } from 'kysely'
import type { Export } from '#features/office/exports/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Tables } from '#platform/server/database/tables.ts'

export type ExportRow = Selectable<Tables['exports']>

const MOST_LISTED = 50

/** The latest packs and exports, newest first. */
export async function listExports(
  tx: PracticeTx,
  of: { clientId?: string | undefined; requestId?: string | undefined },
): Promise<ExportRow[]> {
  let query = tx.selectFrom('exports').selectAll().where('kind', '<>', 'report').orderBy('id', 'desc').limit(MOST_LISTED)
  if (of.clientId) query = query.where('client_id', '=', of.clientId)
  if (of.requestId) query = query.where('request_id', '=', of.requestId)
  return query.execute()
}

/** A member's latest reports, newest first. */
export const listReports = (tx: PracticeTx, memberId: string): Promise<ExportRow[]> =>
  tx
    .selectFrom('exports')
    .selectAll()
    .where('kind', '=', 'report')
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(MOST_LISTED)
    .execute()

/** @throws export_not_found */
export async function requireExport(tx: PracticeTx, id: string): Promise<ExportRow> {
  const row = await tx.selectFrom('exports').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('export_not_found')
  return row
}

type NewExport = Pick<ExportRow, 'kind' | 'client_id' | 'request_id' | 'file_name'> & Partial<Pick<ExportRow, 'report'>>

/** Adds a queued export. */
export const insertExport = (tx: PracticeTx, actor: Actor, values: NewExport): Promise<ExportRow> =>
  tx
    .insertInto('exports')
    .values({
      practice_id: actor.practiceId,
      id: uuidv7(),
      member_id: actor.memberId,
      report: null,
      ...values,
      bytes: null,
      store_key: null,
      problem: null,
      dies_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

type Change = Partial<Omit<ExportRow, 'practice_id' | 'id' | 'kind' | 'client_id' | 'created_at'>>

/** Changes an export that is in one of these states; false when it is in another by now, or gone. */
export async function moveExport(tx: PracticeTx, id: string, from: ExportRow['state'][], change: Change): Promise<boolean> {
  const moved = await tx
    .updateTable('exports')
    .set({ ...change, state_at: currentTime() })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}

export const deleteExport = (tx: PracticeTx, id: string) => tx.deleteFrom('exports').where('id', '=', id).execute()

/** Whether a file on record, or another export, has the same bytes. */
export const isKeptElsewhere = async (tx: PracticeTx, key: string, butFor: string): Promise<boolean> =>
  (await tx.selectFrom('files').select('id').where('sha256', '=', key).limit(1).executeTakeFirst()) !== undefined ||
  (await tx.selectFrom('exports').select('id').where('store_key', '=', key).where('id', '<>', butFor).limit(1).executeTakeFirst()) !==
    undefined

/** A row as it goes over the wire. */
export const toExport = (row: ExportRow): Export => ({
  id: row.id,
  kind: row.kind,
  clientId: row.client_id,
  requestId: row.request_id,
  state: row.state,
  handled: row.handled,
  total: row.total,
  fileName: row.file_name,
  bytes: row.bytes,
  problem: row.problem,
  createdAt: row.created_at.toISOString(),
  stateAt: row.state_at.toISOString(),
  diesAt: row.dies_at?.toISOString() ?? null,
})
