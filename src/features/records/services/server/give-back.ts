import type { PaidPlaces } from '#features/records/services/server/checkouts.ts'
import { findCustomer, type MoneyRow, voidCharge } from '#features/records/services/server/customers.ts'
import { type Bill, billOfItem, fetchBill, refundOf, setApart } from '#features/records/services/server/stripe-services.ts'
import { currentTime } from '#lib/clock.ts'
import type { Database } from '#platform/server/database/db.ts'

/**
 * Gives back what has to be: refunded where it was paid, taken out where it waits for a bill. What is on a bill that is open waits until that is
 * paid, or void. Returns what was done, in words for the log.
 * @throws payment_silent
 */
export async function giveBack(places: PaidPlaces, personId: string, bills: readonly Bill[]): Promise<string[]> {
  const known = await places.db.withDirectory((tx) => findCustomer(tx, personId))
  return known ? giveBackTo(places, known.customer, bills) : []
}

/** The same to a customer by their id. */
export async function giveBackTo(places: Pick<PaidPlaces, 'db' | 'payments'>, customer: string, bills: readonly Bill[]): Promise<string[]> {
  const done: string[] = []
  for (const { back, of } of await listWaiting(places.db, customer)) {
    const way = of.invoice || !of.item ? undefined : await takeOut(places, back, of)
    const settled = way ?? (await refund(places, back, of, bills))
    if (!settled) continue
    await places.db.withDirectory((tx) =>
      tx
        .updateTable('directory.seat_money')
        .set({ ...settled, done_at: currentTime() })
        .where('id', '=', back.id)
        .where('done_at', 'is', null)
        .execute(),
    )
    done.push(`gave back ${back.pence}p: ${settled.way}${settled.way === 'refund' && !settled.refund ? ', refused' : ''}`)
  }
  return done
}

type Settled = { way: 'refund' | 'bill'; refund: string | null }

/** Takes it out of what waits for the next bill. Undefined: that has been made. */
async function takeOut({ db, payments }: Pick<PaidPlaces, 'db' | 'payments'>, back: MoneyRow, of: MoneyRow): Promise<Settled | undefined> {
  const item = of.item ?? ''
  const there = await billOfItem(payments, item)
  if (!there) return { way: 'bill', refund: null }
  if (there.invoice) {
    const { invoice } = there
    await db.withDirectory((tx) => tx.updateTable('directory.seat_money').set({ invoice }).where('id', '=', of.id).execute())
    of.invoice = invoice
    return undefined
  }
  return (await setApart(payments, item, of.pence - back.pence)) ? { way: 'bill', refund: null } : undefined
}

async function refund(
  { db, payments }: Pick<PaidPlaces, 'db' | 'payments'>,
  back: MoneyRow,
  of: MoneyRow,
  bills: readonly Bill[],
): Promise<Settled | undefined> {
  if (!of.invoice) return undefined
  const bill = bills.find(({ id }) => id === of.invoice) ?? (await fetchBill(payments, of.invoice))
  if (bill.state === 'void') await db.withDirectory((tx) => voidCharge(tx, of))
  if (bill.state !== 'paid' || !bill.payment) return undefined
  const id = await refundOf(payments, { rowId: back.id, payment: bill.payment, pence: back.pence })
  return { way: 'refund', refund: id ?? null }
}

/** What has to be given back, with the charge it is of. */
async function listWaiting(db: Database, customer: string): Promise<{ back: MoneyRow; of: MoneyRow }[]> {
  const rows = await db.withDirectory((tx) => tx.selectFrom('directory.seat_money').selectAll().where('customer', '=', customer).execute())
  const known = new Map(rows.map((row) => [row.id, row]))
  return rows.flatMap((back) => {
    const of = back.of_id && !back.done_at ? known.get(back.of_id) : undefined
    return of ? [{ back, of }] : []
  })
}
