import { BILLING_ZONE, isCooling, isFirstBegin, unusedPence } from '#features/records/services/money-rules.ts'
import type { PaidPlaces } from '#features/records/services/server/checkouts.ts'
import { insertBack, listCharges, voidCharge } from '#features/records/services/server/customers.ts'
import { giveBackTo } from '#features/records/services/server/give-back.ts'
import { type Bill, cancelNow, fetchBills, forgetCustomer, refundOf, setApart } from '#features/records/services/server/stripe-services.ts'
import { type Day, dayOf } from '#lib/dates.ts'
import { uuidOf } from '#lib/ids.ts'
import type { DirectoryTx } from '#platform/server/database/db.ts'

type Left = { customer: string; subscription: string; left_at: Date }

/** A person paid who is no longer here: it is given back, and Stripe forgets them. */
export const noteStranger = ({ db }: PaidPlaces, left: Pick<Left, 'customer' | 'subscription'>) =>
  db.withDirectory((tx) =>
    tx
      .insertInto('directory.left_customers')
      .values(left)
      .onConflict((same) => same.doNothing())
      .execute(),
  )

/**
 * Ends what people pay who were deleted here, gives back the days after that, and has Stripe forget them. Receipts stay, without a name. Safe to
 * run twice; one that fails stops no other. Returns what it did, in words for the log.
 */
export async function forgetLeft(
  places: Pick<PaidPlaces, 'db' | 'payments'>,
  failed: (about: object) => (error: unknown) => void,
): Promise<string[]> {
  const left = await places.db.withDirectory((tx) => tx.selectFrom('directory.left_customers').selectAll().orderBy('left_at').execute())
  const done: string[] = []
  for (const one of left)
    await forgetOne(places, one)
      .then(() => void done.push(`forgot ${one.customer}`))
      .catch(failed({ customer: one.customer }))
  return done
}

async function forgetOne({ db, payments }: Pick<PaidPlaces, 'db' | 'payments'>, left: Left): Promise<void> {
  const day = dayOf(left.left_at, BILLING_ZONE)
  await cancelNow(payments, left.subscription)
  const charges = await db.withDirectory((tx) => listCharges(tx, left.customer))
  for (const { row } of charges)
    if (!row.invoice && (!row.item || (await setApart(payments, row.item, 0)))) await db.withDirectory((tx) => voidCharge(tx, row))
  const bills = await fetchBills(payments, left.subscription, 0)
  await db.withDirectory((tx) => planLeft(tx, left.customer, day, bills))
  await giveBackTo({ db, payments }, left.customer, bills)
  await refundUnknown(payments, await db.withDirectory((tx) => listCharges(tx, left.customer)), bills)
  await forgetCustomer(payments, left.customer)
  await db.withDirectory((tx) => tx.deleteFrom('directory.left_customers').where('customer', '=', left.customer).execute())
}

/** The days after they left, and all of what they began for the first time within 14 days. */
async function planLeft(tx: DirectoryTx, customer: string, day: Day, bills: readonly Bill[]): Promise<void> {
  for (const { id, state, items } of bills) {
    if (items.length > 0)
      await tx
        .updateTable('directory.seat_money')
        .set({ invoice: id })
        .where('customer', '=', customer)
        .where('item', 'in', items)
        .where('invoice', 'is', null)
        .execute()
    if (state === 'void') for (const { row } of await listCharges(tx, customer)) if (row.invoice === id) await voidCharge(tx, row)
  }
  const ofSeat = Map.groupBy(await listCharges(tx, customer), ({ seatId }) => seatId)
  for (const [, own] of ofSeat) {
    const [first] = own
    const isAll = first && isCooling(first.fromOn, isFirstBegin(own), day)
    for (const charge of own) {
      const pence = isAll ? charge.pence : unusedPence(charge, day)
      if (pence > 0) await insertBack(tx, charge.row, { pence, why: isAll ? 'first-14-days' : 'left' })
    }
  }
}

/** What was paid and is written down nowhere was for nothing: the one who chose it was gone before. */
async function refundUnknown(
  payments: PaidPlaces['payments'],
  charges: Awaited<ReturnType<typeof listCharges>>,
  bills: readonly Bill[],
): Promise<void> {
  for (const bill of bills) {
    if (bill.state !== 'paid' || !bill.payment || charges.some(({ row }) => row.invoice === bill.id)) continue
    const pence = bill.monthly.reduce((sum, line) => sum + line.pence * line.quantity, 0)
    if (pence > 0) await refundOf(payments, { rowId: uuidOf('unknown', bill.id), payment: bill.payment, pence })
  }
}
