import { sql } from 'kysely'
import { uuidv7 } from '#lib/ids.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** What outlives the demo day: the order of commits, and what devices have sent and are. */
const KEPT = ['sync_counters', 'sync_ops', 'devices']

/** Removes all rows of the practice and begins a new epoch, so that devices with a copy fetch it from scratch. */
export async function clearPractice(tx: PracticeTx): Promise<void> {
  for (const table of await tablesInOrder(tx)) await sql`delete from ${sql.table(table)}`.execute(tx)
  await tx.updateTable('sync_counters').set({ epoch: uuidv7() }).execute()
}

/** The practice's tables, each before those it refers to. Row-level security keeps the statements to this practice. */
async function tablesInOrder(tx: PracticeTx): Promise<string[]> {
  const { rows } = await sql<{ name: string; refers: string[] }>`
    select c.relname as name, coalesce(array_agg(distinct p.relname::text) filter (where p.oid <> c.oid), '{}') as refers
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'practice_id'
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f'
    left join pg_class p on p.oid = k.confrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity
    group by c.relname`.execute(tx)
  const left = new Map(rows.filter(({ name }) => !KEPT.includes(name)).map(({ name, refers }) => [name, refers]))
  const order: string[] = []
  while (left.size > 0) {
    const free = [...left.keys()].filter((name) => ![...left].some(([other, refers]) => other !== name && refers.includes(name)))
    if (free.length === 0) throw new Error(`tables refer to each other in a circle: ${[...left.keys()].join(', ')}`)
    for (const name of free) left.delete(name)
    order.push(...free)
  }
  return order
}
