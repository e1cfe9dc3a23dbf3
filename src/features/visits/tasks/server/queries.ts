import { AppError, type ErrorCode } from '#lib/errors.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow, type Row } from '#platform/server/database/rows.ts'

export type TaskRow = Row<'tasks'>

type TasksParams = { horseId?: string | undefined; isDone: boolean; limit: number; after?: string | undefined }

/** Tasks, newest first; `after` is the last id of the page before. Ids are made in the order of time. */
export function listTasks(tx: PracticeTx, { horseId, isDone, limit, after }: TasksParams): Promise<TaskRow[]> {
  let query = tx
    .selectFrom('tasks')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('done_at', isDone ? 'is not' : 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
  if (horseId) query = query.where('horse_id', '=', horseId)
  if (after) query = query.where('id', '<', after)
  return query.execute()
}

type Named = { table: 'horses' | 'clients' | 'yards' | 'appointments' | 'work_entries'; id: string; missing: ErrorCode }

/** Requires a record that a task names to exist. @throws `missing` */
export async function requireNamed(tx: PracticeTx, { table, id, missing }: Named): Promise<void> {
  const row = await findRow(tx, table, id)
  if (!row || row.deleted_at) throw new AppError(missing)
}
