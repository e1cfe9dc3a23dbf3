import { sql } from 'kysely'
import { NIL } from 'uuid'
import { uuidv7 } from '#lib/ids.ts'
import { listTables, type Table } from '#platform/server/backup/rows.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { syncDeclarations, type TextRow } from '#platform/server/entity.ts'

/* Copies all of a practice without knowing its tables: they are read from the catalogue, and every id anywhere in them is renamed. */

/** What devices have of a practice, what is connected, keys of programs, and pictures, whose addresses are theirs alone: a copy begins without any. */
const NOT_COPIED = [
  'sync_counters',
  'devices',
  'sync_ops',
  'push_subscriptions',
  'alert_phones',
  'lone_contacts',
  'lone_timers',
  'practice_pictures',
  'api_keys',
  'connections',
  'connection_items',
  'connection_log',
  'webhooks',
  'webhook_deliveries',
]
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** What changes with every write to a practice that devices hear of. */
type Counter = { epoch: string; seq: number }
/** All rows of a practice as of one moment, each table as a JSON list of rows whose values are text; tables that others need come first. */
export type PracticeRows = Counter & { tables: { table: Table; rows: string }[] }
/** The new id of each old one. */
export type NewIds = (id: string) => string

/** Tables of a practice that a copy has too, with referenced tables first. */
export const listCopied = async (tx: PracticeTx): Promise<Table[]> =>
  (await listTenantTables(tx)).filter(({ name }) => !NOT_COPIED.includes(name))

/** Reads all of a practice that a copy is to have: `last` itself where the practice has not changed since that was read. */
export async function readPracticeRows(tx: PracticeTx, last?: PracticeRows): Promise<PracticeRows> {
  if (last && (await isUnchanged(tx, last))) return last
  const tables = await listCopied(tx)
  const counter = sql<{ name: string; rows: string }>`
    select '' as name, json_build_object('epoch', epoch, 'seq', seq)::text as rows from sync_counters`
  // One statement, so that all of it is of one moment.
  const all = sql.join([counter, ...tables.map(readTable)], sql` union all `)
  const { rows } = await sql<{ name: string; rows: string | null }>`${all}`.execute(tx)
  const read = new Map(rows.map((row) => [row.name, row.rows]))
  const filled = tables.flatMap((table) => {
    const found = read.get(table.name)
    return found ? [{ table, rows: `[${found}]` }] : []
  })
  const { epoch, seq } = JSON.parse(read.get('') ?? '{}') as Partial<Counter>
  return { epoch: epoch ?? NIL, seq: seq ?? 0, tables: filled }
}

async function isUnchanged(tx: PracticeTx, { epoch, seq }: Counter): Promise<boolean> {
  const now = await tx.selectFrom('sync_counters').select(['epoch', 'seq']).executeTakeFirst()
  return now?.epoch === epoch && Number(now.seq) === seq
}

/** Every value as text: JSON would lose the difference between no value and a JSON null. */
function readTable({ name, columns }: Table) {
  const names = sql.join(columns.map((column) => sql.lit(column.name)))
  const values = sql.join(columns.map((column) => sql`${sql.ref(column.name)}::text`))
  return sql<{ name: string; rows: string | null }>`
    select ${sql.lit(name)}, string_agg(json_object(array[${names}], array[${values}])::text, ',') from ${sql.table(name)}`
}

/** New ids for all that rows name. Ids that follow from other ids (`derivedId`) follow from the new ones. */
export function renaming({ tables }: PracticeRows): NewIds {
  const known = new Map<string, string>([[NIL, NIL]])
  const newId = (id: string): string => {
    const given = known.get(id) ?? uuidv7()
    known.set(id, given)
    return given
  }
  const declared = syncDeclarations()
  for (const { table, rows } of tables) {
    const derive = declared[table.name]?.derivedId
    if (!derive) continue
    for (const row of JSON.parse(rows) as TextRow[]) {
      if (!row.id || derive(row) !== row.id) continue
      const derived = derive(JSON.parse(renamed(JSON.stringify({ ...row, id: null }), newId)) as TextRow)
      if (derived) known.set(row.id, derived)
    }
  }
  return newId
}

/** A text with every id in it renamed. */
export const renamed = (text: string, newId: NewIds): string => text.replace(ID, newId)

/** Writes rows as those of this practice, which has none yet; `epoch` and counters start from scratch. */
export async function writePracticeRows(tx: PracticeTx, practiceId: string, { seq, tables }: PracticeRows, newId: NewIds): Promise<void> {
  await tx.insertInto('sync_counters').values({ practice_id: practiceId, epoch: uuidv7(), seq }).execute()
  for (const { table, rows } of tables) {
    const names = table.columns.map(({ name }) => sql.ref(name))
    await sql`insert into ${sql.table(table.name)} (${sql.join(names)})
      select ${sql.join(table.columns.map(({ name, type }) => sql`${sql.ref(name)}::${sql.raw(type)}`))}
      from json_to_recordset(${renamed(rows, newId)}::json) as line (${sql.join(names.map((name) => sql`${name} text`))})`.execute(tx)
  }
}

/** Deletes everything of this practice but what `but` names: rows go before those they refer to. */
export async function deletePracticeRows(tx: PracticeTx, but: readonly string[] = []): Promise<void> {
  const tables = (await listTenantTables(tx)).filter(({ name }) => !but.includes(name))
  for (const { name } of tables.reverse()) await sql`delete from ${sql.table(name)}`.execute(tx)
}

const listTenantTables = async (tx: PracticeTx): Promise<Table[]> => {
  const all = await listTables({ query: async (text) => ({ rows: (await sql.raw(text).execute(tx)).rows as never }) })
  return all.filter(({ schema }) => schema === 'public')
}
