import type { LastService } from '#features/records/horses/rules.ts'
import type { Day } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow, type Row } from '#platform/server/database/rows.ts'

export type WorkRow = Row<'work_entries'>

/** A horse's work, newest first; `after` is the last row of the page before. */
export function listWorkOf(
  tx: PracticeTx,
  horseId: string,
  page: { limit: number; after?: { workDate: Day; id: string } | undefined },
): Promise<WorkRow[]> {
  let query = tx
    .selectFrom('work_entries')
    .selectAll()
    .where('horse_id', '=', horseId)
    .where('deleted_at', 'is', null)
    .orderBy('work_date', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
  const { after } = page
  if (after) query = query.where((eb) => eb(eb.refTuple('work_date', 'id'), '<', eb.tuple(after.workDate, after.id)))
  return query.execute()
}

/** The last work that starts a new cycle for a horse; null: there is none. */
export async function findLastService(tx: PracticeTx, horseId: string): Promise<LastService | null> {
  const entry = await tx
    .selectFrom('work_entries')
    .select(['work_date as workDate', 'service_type as serviceType'])
    .where('horse_id', '=', horseId)
    .where('resets_cycle', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('work_date', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return entry ?? null
}

/** Whether a line of a visit plans this horse; one without a horse yet will do. */
export async function isLineFor(tx: PracticeTx, visitHorseId: string, horseId: string): Promise<boolean> {
  const line = await findRow(tx, 'visit_horses', visitHorseId)
  return line !== undefined && !line.deleted_at && (line.horse_id === null || line.horse_id === horseId)
}

export type TemplateRow = Row<'work_templates'>

/** Templates by name, then id; `after` is the last of the page before. */
export function listTemplates(
  tx: PracticeTx,
  page: { limit: number; after?: { name: string; id: string } | undefined },
): Promise<TemplateRow[]> {
  let query = tx.selectFrom('work_templates').selectAll().where('deleted_at', 'is', null).orderBy('name').orderBy('id').limit(page.limit)
  const { after } = page
  if (after) query = query.where((eb) => eb(eb.refTuple('name', 'id'), '>', eb.tuple(after.name, after.id)))
  return query.execute()
}
