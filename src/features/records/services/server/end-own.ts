import { lastDayPaid } from '#features/records/services/money-rules.ts'
import { billingDay, findCustomer, holdCustomer, listCharges, planBacks } from '#features/records/services/server/customers.ts'
import { endSeat, type Seat } from '#features/records/services/server/seats.ts'
import type { Day } from '#lib/dates.ts'
import type { DirectoryTx } from '#platform/server/database/db.ts'

/** Ends one seat for its owner, on the last day that is paid, with what has to be given back. In the transaction of the press. */
export async function endOwn(tx: DirectoryTx, seat: Seat, today: Day): Promise<void> {
  const customer = seat.person_id ? await findCustomer(tx, seat.person_id) : undefined
  if (!customer || !seat.person_id) return endSeat(tx, seat, { endsOn: today, why: 'owner' })
  const charges = (await listCharges(tx, customer.customer)).filter(({ seatId }) => seatId === seat.id)
  const endsOn = lastDayPaid({ fromOn: seat.from_on }, charges, { today, isPastDue: customer.is_past_due })
  await endSeat(tx, seat, { endsOn, why: 'owner' })
  await planBacks(tx, seat.person_id)
}

/** The same of all that a person pays for, in all practices. Returns whether there was something. */
export async function endAllOwn(tx: DirectoryTx, personId: string): Promise<boolean> {
  await holdCustomer(tx, personId)
  const seats = await tx
    .selectFrom('directory.seats')
    .selectAll()
    .where('person_id', '=', personId)
    .where('ends_on', 'is', null)
    .forUpdate()
    .execute()
  for (const seat of seats) await endOwn(tx, seat, billingDay())
  return seats.length > 0
}
