import { sql } from 'kysely'
import {
  type AllocationPart,
  type Billed,
  type Move,
  type Share,
  type ShareDay,
  type Sums,
  sharesOf,
} from '#features/ledger/payments/income-shares.ts'
import type { Shift } from '#features/ledger/payments/rules.ts'
import { OTHER_PENCE } from '#features/ledger/payments/server/other-pence.ts'
import { currentTime } from '#lib/clock.ts'
import { type Day, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { type Written, writtenOf } from '#platform/server/database/followers.ts'
import { insertMany } from '#platform/server/sync/batch.ts'

/** The payments that a transaction wrote: new ones, refunds and of which payment, and removed ones. */
type Came = { made: ReadonlySet<string>; refunds: ReadonlyMap<string, string>; gone: readonly string[] }

/**
 * Books which VAT and other income are in the money that moved, each on the day it counts on: with a payment as it is recorded, with a refund as
 * it takes money back, today for all that moves later. A payment that is removed was never received: its shares go with it.
 */
export async function bookShares(tx: PracticeTx, actor: Actor, allocated: readonly (AllocationPart & { on: Day })[]): Promise<void> {
  const came = cameIn(writtenOf(tx, ['payments']))
  const today = dayOf(currentTime(), actor.zone)
  const dropped = came.gone.length > 0 ? await dropShares(tx, came.gone) : []
  const ids = [...new Set([...dropped, ...allocated.flatMap((one) => (one.isCredit ? [one.invoiceId, one.sourceId] : [one.invoiceId]))])]
  if (ids.length === 0) return
  const billed = await listBilled(tx, ids)
  if (!billed.some(({ vatPence, otherPence, booked }) => vatPence !== 0 || otherPence !== 0 || booked)) return
  const booked = new Map(billed.flatMap(({ id, booked: sums }) => (sums ? [[id, sums]] : [])))
  const moves = allocated.map(({ on, ...one }): Move => ({ ...one, day: dayFor(one, on, came, today) }))
  const current = await listAllocated(
    tx,
    billed.map(({ id }) => id),
  )
  await insertShares(tx, actor.practiceId, sharesOf({ billed, standing: current, booked }, moves, today))
}

/** A shift as an allocation. */
export const allocationOf = ({ source, invoiceId, pence }: Shift): AllocationPart & { on: Day } => ({
  ...{ sourceId: source.id, isCredit: source.kind === 'credit', invoiceId, pence, on: source.on },
})

function dayFor({ sourceId, pence }: AllocationPart, on: Day, { made, refunds }: Came, today: Day): ShareDay {
  const refund = refunds.get(sourceId)
  if (pence < 0 && refund) return { countsWith: refund, onDay: null }
  if (pence > 0 && made.has(sourceId)) return { countsWith: sourceId, onDay: null }
  return { countsWith: null, onDay: on > today ? on : today }
}

function cameIn(written: readonly Written[]): Came {
  const isGone = (row: Written['before']) => row !== undefined && row.deleted_at !== null
  const made = written.filter(({ before, after }) => (!before || isGone(before)) && !isGone(after)).map(({ after }) => after)
  const refunds = made.flatMap(({ id, refunds_payment_id: of }) => (typeof of === 'string' ? [[of, id] as const] : []))
  const gone = written.filter(({ before, after }) => before && !isGone(before) && isGone(after)).map(({ after }) => after.id)
  return { made: new Set(made.map(({ id }) => id)), refunds: new Map(refunds), gone }
}

/** Deletes the shares of a removed payment, or refund; returns their invoices. */
async function dropShares(tx: PracticeTx, paymentIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from income_shares where payment_id = any(${[...paymentIds]}::uuid[]) or counts_with = any(${[...paymentIds]}::uuid[])
    returning invoice_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * These invoices and credit notes, each invoice with all its credit notes, and with its booked shares: part of a family would count
 * wrongly.
 */
async function listBilled(tx: PracticeTx, ids: readonly string[]): Promise<(Billed & { booked: Sums | null })[]> {
  const families = sql`any(array(select coalesce(f.credits_invoice_id, f.id) from invoices f where f.id = any(${[...ids]}::uuid[])))`
  const { rows } = await sql<Billed & { booked: Sums | null }>`
    select i.id, i.credits_invoice_id as "creditsInvoiceId", i.total_pence as "totalPence", i.vat_pence as "vatPence",
      ${OTHER_PENCE} as "otherPence",
      (select json_build_object('vatPence', sum(s.vat_pence), 'otherPence', sum(s.other_pence)) from income_shares s
        where s.practice_id = i.practice_id and s.invoice_id = i.id having count(*) > 0) as booked
    from invoices i where i.id = ${families} or i.credits_invoice_id = ${families}`.execute(tx)
  return rows
}

async function listAllocated(tx: PracticeTx, ids: readonly string[]): Promise<AllocationPart[]> {
  const named = sql`any(${[...ids]}::uuid[])`
  const { rows } = await sql<AllocationPart>`
    select coalesce(payment_id, credit_id) as "sourceId", credit_id is not null as "isCredit", invoice_id as "invoiceId", amount_pence as pence
    from allocations where deleted_at is null and (invoice_id = ${named} or credit_id = ${named})`.execute(tx)
  return rows
}

async function insertShares(tx: PracticeTx, practiceId: string, shares: readonly Share[]): Promise<void> {
  const rows = shares.map((share) => ({
    practice_id: practiceId,
    id: uuidv7(),
    invoice_id: share.invoiceId,
    payment_id: share.paymentId,
    counts_with: share.countsWith,
    on_day: share.onDay,
    vat_pence: share.vatPence,
    other_pence: share.otherPence,
  }))
  if (rows.length > 0) await tx.executeQuery(insertMany('income_shares', rows))
}
