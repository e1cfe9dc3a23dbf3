import { CompiledQuery } from 'kysely'
import { canon, isUuid } from '#lib/ids.ts'
import type { SyncedName } from '#lib/sync.ts'
import { allEnded, type PracticeTx } from '#platform/server/database/db.ts'
import type { Batch, BatchRow } from '#platform/server/sync/batch.ts'
import type { ReadOp } from '#platform/server/sync/ops.ts'

/** The table that each reference of an op names. A reference missing here only costs a query of its own. */
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

type Named = Map<SyncedName, Set<string>>
type Found = { table: SyncedName; ids: string[]; rows: BatchRow[] }

/**
 * Reads the rows that a batch of ops names: one query per table and one for the lines of visits, all in one message, and another for the visits
 * of lines. Rows that the batch itself creates are not queried, unless some of them are `known` to exist already.
 */
export async function prefetch(
  tx: PracticeTx,
  practiceId: string,
  ops: readonly ReadOp[],
  known: Promise<ReadonlyMap<string, unknown>>,
): Promise<(batch: Batch) => void> {
  const { wanted, made } = namedBy(ops)
  const linesOf = (ids: ReadonlySet<string>) => byIds(tx, practiceId, { table: 'visit_horses', column: 'appointment_id', ids })
  const named = wanted.get('appointments') ?? new Set()
  const [existing, lines, isAgain] = await allEnded([readNamed(tx, practiceId, wanted), linesOf(named), known.then(({ size }) => size > 0)])
  const found = isAgain ? [...existing, ...(await readNamed(tx, practiceId, made))] : existing
  const visitsIn = ({ table, ids, rows }: Found) => {
    if (table === 'visit_horses') return rows.map((row) => String(row.appointment_id))
    return table === 'appointments' ? ids : []
  }
  const others = new Set(found.flatMap(visitsIn).filter((id) => !named.has(id)))
  const [more, visits] = await allEnded([linesOf(others), byIds(tx, practiceId, { table: 'appointments', column: 'id', ids: others })])
  return (batch) => {
    for (const { table, rows, ids } of found) batch.know(table, rows, ids)
    for (const [table, ids] of made) batch.knowDrawn(table, [...ids])
    batch.know('appointments', visits)
    batch.know('visit_horses', [...lines, ...more])
    // A visit that does not exist yet has none.
    batch.knowWhole('visit_horses', 'appointment_id', [...named, ...others])
  }
}

const readNamed = (tx: PracticeTx, practiceId: string, named: Named): Promise<Found[]> =>
  allEnded(
    [...named].map(async ([table, ids]) => ({ table, ids: [...ids], rows: await byIds(tx, practiceId, { table, column: 'id', ids }) })),
  )

/** The records that ops create under newly drawn ids, and the others they name. */
function namedBy(ops: readonly ReadOp[]): { wanted: Named; made: Named } {
  const wanted: Named = new Map()
  const made: Named = new Map()
  const add = (to: Named, table: SyncedName, id: string) => to.set(table, (to.get(table) ?? new Set()).add(id))
  const want = (table: SyncedName, id: unknown) => {
    const named = typeof id === 'string' ? canon(id).toLowerCase() : ''
    if (isUuid(named) && !made.get(table)?.has(named)) add(wanted, table, named)
  }
  for (const { entity, id, action, again } of ops) if (action === 'CREATE' && !again && isDrawn(id)) add(made, entity, id)
  for (const { entity, id, data } of ops) {
    want(entity, id)
    for (const [field, table] of Object.entries(NAMED)) if (data[field]) want(table, data[field])
    if (Array.isArray(data.horses)) for (const line of data.horses) want('horses', (line as Record<string, unknown> | null)?.horseId)
  }
  // Settings are written outside the batch.
  wanted.delete('settings')
  made.delete('settings')
  return { wanted, made }
}

/** Drawn from the clock and at random (UUID version 7), and not derived from what it names, which another device may derive too. */
const isDrawn = (id: string) => id[14] === '7'

type PrefetchRequest = { table: SyncedName; column: string; ids: ReadonlySet<string> }

async function byIds(tx: PracticeTx, practiceId: string, { table, column, ids }: PrefetchRequest): Promise<BatchRow[]> {
  if (ids.size === 0) return []
  const text = `select * from "${table}" where practice_id = $1 and "${column}" = any($2::uuid[])`
  const sql = { name: `prefetch_${table}_by_${column}`, text } as unknown as string
  return (await tx.executeQuery<BatchRow>({ ...CompiledQuery.raw(text, [practiceId, [...ids]]), sql })).rows
}
