import { CompiledQuery } from 'kysely'
import { canon, isUuid } from '#lib/ids.ts'
import type { SyncedName } from '#lib/sync.ts'
import { allEnded, type PracticeTx } from '#platform/server/db.ts'
import type { Batch, BatchRow } from '#platform/server/sync-batch.ts'
import type { ReadOp } from '#platform/server/sync-ops.ts'

/** What the references of ops are called. One that is missing here only costs a question of its own. */
const NAMED: Readonly<Record<string, SyncedName>> = {
  memberId: 'members',
  clientId: 'clients',
  payerClientId: 'clients',
  contactClientId: 'clients',
  yardId: 'yards',
  horseId: 'horses',
  appointmentId: 'appointments',
  threadId: 'threads',
  visitHorseId: 'visit_horses',
  priceItemId: 'price_items',
  invoiceId: 'invoices',
  refundsPaymentId: 'payments',
}

type Wanted = Map<SyncedName, Set<string>>

/** Reads what a batch of ops names: one question per table, all in one message, and one more for the visits of lines. */
export async function prefetch(tx: PracticeTx, practiceId: string, ops: readonly ReadOp[]): Promise<(batch: Batch) => void> {
  const wanted = wantedBy(ops)
  const visits = wanted.get('appointments') ?? new Set()
  const found = await allEnded(
    [...wanted].map(async ([table, ids]) => ({ table, ids: [...ids], rows: await byIds(tx, practiceId, { table, column: 'id', ids }) })),
  )
  const idsOf = (wanted: SyncedName, column: string) =>
    found.filter(({ table }) => table === wanted).flatMap(({ rows }) => rows.map((row) => String(row[column])))
  const more = new Set(idsOf('visit_horses', 'appointment_id').filter((id) => !visits.has(id)))
  const standing = new Set([...idsOf('appointments', 'id'), ...more])
  const [lines, others] = await allEnded([
    byIds(tx, practiceId, { table: 'visit_horses', column: 'appointment_id', ids: standing }),
    byIds(tx, practiceId, { table: 'appointments', column: 'id', ids: more }),
  ])
  return (batch) => {
    for (const { table, rows, ids } of found) batch.know(table, rows, ids)
    batch.know('appointments', others)
    batch.know('visit_horses', lines)
    // A visit that isn't there yet has none.
    batch.knowWhole('visit_horses', 'appointment_id', [...visits, ...more])
  }
}

function wantedBy(ops: readonly ReadOp[]): Wanted {
  const wanted: Wanted = new Map()
  const want = (table: SyncedName, id: unknown) => {
    const named = typeof id === 'string' ? canon(id) : ''
    if (isUuid(named)) wanted.set(table, (wanted.get(table) ?? new Set()).add(named.toLowerCase()))
  }
  for (const { entity, id, data } of ops) {
    want(entity, id)
    for (const [field, table] of Object.entries(NAMED)) if (data[field]) want(table, data[field])
    if (Array.isArray(data.horses)) for (const line of data.horses) want('horses', (line as Record<string, unknown> | null)?.horseId)
  }
  // Settings are written past the batch.
  wanted.delete('settings')
  return wanted
}

type Asked = { table: SyncedName; column: string; ids: ReadonlySet<string> }

async function byIds(tx: PracticeTx, practiceId: string, { table, column, ids }: Asked): Promise<BatchRow[]> {
  if (ids.size === 0) return []
  const text = `select * from "${table}" where practice_id = $1 and "${column}" = any($2::uuid[])`
  const sql = { name: `prefetch_${table}_by_${column}`, text } as unknown as string
  return (await tx.executeQuery<BatchRow>({ ...CompiledQuery.raw(text, [practiceId, [...ids]]), sql })).rows
}
