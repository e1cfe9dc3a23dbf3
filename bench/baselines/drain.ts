// A drained queue at its cheapest: the rows it leaves, one statement a table and one transaction a batch, with no server before them.
import type pg from 'pg'
import type { SyncOp } from '#lib/sync.ts'
import { SYNCED } from '#lib/synced.ts'

type Statement = { name: string; text: string; rows: string }
/** What each batch writes. */
export type BareDrain = Statement[][]

/** Tables beside the synced ones that a change leaves a row in, and the column that names the change. */
const JOURNALS = { sync_ops: 'op_id', activity: 'act_id' }

/** The statements that leave what a drained practice holds: its records, and with them what tells who did it and that it is done. */
export async function bareDrain(owner: pg.Client, practice: string, batches: readonly (readonly SyncOp[])[]): Promise<BareDrain> {
  const tables = new Map<string, Table>()
  for (const name of SYNCED) tables.set(name, await readTable(owner, name, 'id', practice))
  for (const [name, key] of Object.entries(JOURNALS)) tables.set(name, await readTable(owner, name, key, practice))
  const rowsIn = (name: string, keys: readonly string[]) => [...new Set(keys)].flatMap((key) => tables.get(name)?.rows.get(key) ?? [])
  return batches.map((ops) => {
    const made = SYNCED.flatMap((name) =>
      (['CREATE', 'UPDATE'] as const).flatMap((action) => {
        const ids = ops.filter((op) => op.entity === name && op.action === action).map((op) => op.id)
        return statementOf(tables.get(name), action, rowsIn(name, ids))
      }),
    )
    const opIds = ops.map((op) => op.opId)
    return [...made, ...Object.keys(JOURNALS).flatMap((name) => statementOf(tables.get(name), 'CREATE', rowsIn(name, opIds)))]
  })
}

/** The same in another practice. */
export const bareDrainOf = (drain: BareDrain, replace: Readonly<Record<string, string>>): BareDrain =>
  drain.map((batch) =>
    batch.map((one) => ({ ...one, rows: Object.entries(replace).reduce((text, [a, b]) => text.replaceAll(a, b), one.rows) })),
  )

/** Writes them, a transaction a batch. */
export async function writeBare(owner: pg.Client, drain: BareDrain): Promise<void> {
  for (const batch of drain) {
    await owner.query('begin')
    for (const { name, text, rows } of batch) await owner.query({ name, text, values: [rows] })
    await owner.query('commit')
  }
}

type Table = { name: string; columns: string[]; rows: Map<string, object[]> }

async function readTable(owner: pg.Client, name: string, key: string, practice: string): Promise<Table> {
  const found = await owner.query<{ key: string; row: object }>(
    `select ${key} as key, to_jsonb(t) as row from ${name} t where practice_id = $1 and ${key} is not null`,
    [practice],
  )
  const rows = new Map<string, object[]>()
  for (const { key: of, row } of found.rows) rows.set(of, [...(rows.get(of) ?? []), row])
  return { name, columns: Object.keys(found.rows[0]?.row ?? {}), rows }
}

function statementOf(table: Table | undefined, action: 'CREATE' | 'UPDATE', rows: readonly object[]): Statement[] {
  if (!table || !rows.length) return []
  const { name, columns } = table
  const given = `jsonb_populate_recordset(null::${name}, $1::jsonb)`
  const set = columns.filter((column) => column !== 'practice_id' && column !== 'id').map((column) => `${column} = r.${column}`)
  const text =
    action === 'CREATE'
      ? `insert into ${name} select * from ${given}`
      : `update ${name} t set ${set.join(', ')} from ${given} r where t.practice_id = r.practice_id and t.id = r.id`
  return [{ name: `${action} ${name}`, text, rows: JSON.stringify(rows) }]
}
