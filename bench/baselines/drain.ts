// Baseline for draining a queue: the rows it leaves, each written once in its final state, by one prepared statement a table and one
// transaction a batch, as the tables' owner and without a server.
import type pg from 'pg'
import type { SyncOp } from '#lib/sync.ts'
import { syncedNames } from '#lib/synced.ts'

type Statement = { name: string; text: string; rows: string }
/** The statements of each batch. */
export type BareDrain = Statement[][]

/** Tables in which a change of another record adds rows, and the column with the record's id, or the change's. */
const OF_RECORDS = { horse_owners: 'horse_id', notices: 'subject_id', charges: 'work_entry_id' }
const OF_CHANGES = { sync_ops: 'op_id', activity: 'act_id' }

/**
 * The statements that write the rows of a drained practice: its records with their texts, charges, journal and acknowledgements, because
 * the server never accepts a change without those.
 */
export async function bareDrain(owner: pg.Client, practice: string, batches: readonly (readonly SyncOp[])[]): Promise<BareDrain> {
  const tables = new Map<string, Table>()
  for (const name of syncedNames()) tables.set(name, await readTable(owner, name, 'id', practice))
  for (const [name, key] of Object.entries({ ...OF_RECORDS, ...OF_CHANGES })) tables.set(name, await readTable(owner, name, key, practice))
  return batches.map((ops) => {
    const ids = new Set(ops.flatMap(({ action, id }) => (action === 'CREATE' ? [id] : [])))
    const opIds = new Set(ops.map(({ opId }) => opId))
    return [...tables.values()].flatMap((table) => {
      const keys = table.name in OF_CHANGES ? opIds : ids
      return statementOf(
        table,
        [...keys].flatMap((key) => table.rows.get(key) ?? []),
      )
    })
  })
}

/** The same statements for another practice. */
export const bareDrainOf = (drain: BareDrain, replace: Readonly<Record<string, string>>): BareDrain =>
  drain.map((batch) =>
    batch.map((one) => ({ ...one, rows: Object.entries(replace).reduce((text, [a, b]) => text.replaceAll(a, b), one.rows) })),
  )

/** Runs them, a transaction a batch. */
export async function writeBare(owner: pg.Client, drain: BareDrain): Promise<void> {
  for (const batch of drain) {
    await owner.query('begin')
    for (const { name, text, rows } of batch) await owner.query({ name, text, values: [rows] })
    await owner.query('commit')
  }
}

type Table = { name: string; rows: Map<string, object[]> }

async function readTable(owner: pg.Client, name: string, key: string, practice: string): Promise<Table> {
  const found = await owner.query<{ key: string; row: object }>(
    `select ${key} as key, to_jsonb(t) as row from ${name} t where practice_id = $1 and ${key} is not null`,
    [practice],
  )
  const rows = new Map<string, object[]>()
  for (const { key: of, row } of found.rows) rows.set(of, [...(rows.get(of) ?? []), row])
  return { name, rows }
}

function statementOf({ name }: Table, rows: readonly object[]): Statement[] {
  if (rows.length === 0) return []
  const text = `insert into ${name} select * from json_populate_recordset(null::${name}, $1::json)`
  return [{ name, text, rows: JSON.stringify(rows) }]
}
