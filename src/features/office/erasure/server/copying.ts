import { sql } from 'kysely'
import type { Split } from '#features/office/erasure/server/plan.ts'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { HOUSEKEEPING, holdings } from '#platform/server/holdings.ts'

type Row = Record<string, unknown> & { id: string }
/** The rows to keep, read before everything is deleted, and their new ids. */
export type Kept = { rows: ReadonlyMap<string, Row[]>; newIds: NewIds; clientId: string }
/** By table, then by old id: records of two tables may share one. */
type NewIds = ReadonlyMap<string, ReadonlyMap<string, string>>

/**
 * Reads the rows to keep of a client. They get new ids, which were never known before: devices then hold, send and journal nothing of
 * them any more, and no id on a paper or in an old address leads to them. All of the person's records become one without a name.
 */
export async function readKept(tx: PracticeTx, { reach, stays }: Split): Promise<Kept> {
  const clientId = uuidv7()
  const newIds = new Map([['clients', new Map(reach.clientIds.map((id) => [id, clientId]))]])
  const rows = new Map<string, Row[]>()
  for (const table of reach.tables) {
    const ids = table === 'clients' ? reach.clientIds.slice(0, 1) : (stays.get(table) ?? [])
    if (ids.length === 0 || !holdings()[table]?.kept) continue
    const found = await sql<{ row: Row }>`select to_jsonb(t) as row from ${sql.table(table)} t where id = any(${[...ids]}::uuid[])`.execute(
      tx,
    )
    rows.set(
      table,
      found.rows.map(({ row }) => row),
    )
    if (table !== 'clients') newIds.set(table, new Map(ids.map((id) => [id, uuidv7()])))
  }
  return { rows, newIds, clientId }
}

/** Rewrites the rows of a table without the person: the columns the list keeps, with references to other kept rows, and nothing else. */
export async function writeKept(tx: PracticeTx, { reach }: Split, { rows, newIds }: Kept, table: string): Promise<void> {
  const kept = holdings()[table]?.kept
  const own = rows.get(table) ?? []
  if (!kept || own.length === 0) return
  const parents = new Map(reach.ties.filter(({ child }) => child === table).map(({ column, parent }) => [column, parent]))
  const hanging = (parent: string, id: unknown) =>
    typeof id === 'string' ? (newIds.get(parent)?.get(id) ?? (reach.ids.get(parent)?.includes(id) ? null : id)) : null
  const copies = own.map((row) => ({
    ...Object.fromEntries(
      Object.entries(row).map(([column, value]) => {
        const parent = parents.get(column)
        return [column, parent ? hanging(parent, value) : value]
      }),
    ),
    id: newIds.get(table)?.get(row.id),
    ...('rev' in row ? { rev: 1, fw: {}, created_at: currentTime() } : {}),
  }))
  const columns = reach.columns.filter((column) => column.table === table).map(({ name }) => sql.ref(name))
  await sql`insert into ${sql.table(table)} (${sql.join(columns)})
    select ${sql.join(columns)} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(copies)}::jsonb)`.execute(tx)
  const emptied = reach.columns
    .filter((column) => column.table === table && !HOUSEKEEPING.includes(column.name) && !kept.columns.includes(column.name))
    .map(({ name }) => sql`${sql.ref(name)} = ${sql.raw(kept.blank?.[name] ?? 'null')}`)
  if (table === 'clients' || table === 'horses') emptied.push(sql`deleted_at = coalesce(deleted_at, ${currentTime()})`)
  const ids = own.map(({ id }) => newIds.get(table)?.get(id) ?? id)
  if (emptied.length > 0) await sql`update ${sql.table(table)} set ${sql.join(emptied)} where id = any(${ids}::uuid[])`.execute(tx)
}

/** From then on the journal of shared records names them by the nameless record. */
export async function renameInJournal(tx: PracticeTx, { reach }: Split, { clientId }: Kept): Promise<void> {
  for (const id of reach.clientIds)
    await sql`update activity set before = replace(before::text, ${id}, ${clientId})::jsonb, after = replace(after::text, ${id}, ${clientId})::jsonb
      where before::text like ${`%${id}%`} or after::text like ${`%${id}%`}`.execute(tx)
}

/** Free text in the journal of a request. */
const FREE_TEXT = ['notes', 'waits', 'extended_why', 'name', 'client_name']

/** The steps of a request stay visible, under its new id and without their words. */
export async function keepSteps(tx: PracticeTx, { reach }: Split, { newIds, clientId }: Kept): Promise<void> {
  for (const id of reach.ids.get('rights_requests') ?? []) {
    const newId = newIds.get('rights_requests')?.get(id) ?? id
    await sql`update activity set entity_id = ${newId}, before = before - ${FREE_TEXT}::text[], after = after - ${FREE_TEXT}::text[]
      where entity = 'rights_requests' and entity_id = ${id}`.execute(tx)
    await sql`update activity set entity_id = ${clientId}, before = null, after = jsonb_build_object('requestId', ${newId}::text)
      where entity = 'clients' and entity_id = any(${reach.clientIds}::uuid[]) and after ->> 'requestId' = ${id}`.execute(tx)
    await sql`update erasures set request_id = ${newId} where request_id = ${id}`.execute(tx)
    await sql`update exports set request_id = ${newId} where request_id = ${id}`.execute(tx)
  }
}
