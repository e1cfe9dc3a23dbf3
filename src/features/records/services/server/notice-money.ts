import type { MoneyOf } from '#features/records/services/server/composing.ts'
import { type Customer, findCustomer, type MoneyRow } from '#features/records/services/server/customers.ts'
import { moneyOf } from '#features/records/services/server/payments.ts'
import { addDays } from '#lib/dates.ts'
import type { Database, DirectoryTx } from '#platform/server/database/db.ts'

/** A person's money for their notices, as last recorded; undefined: they have never paid. */
export async function noticeMoney(db: Database, personId: string): Promise<MoneyOf | undefined> {
  const money = await moneyOf(db, personId)
  const known = await db.withDirectory(async (tx) => {
    const customer = await findCustomer(tx, personId)
    return customer && { customer, lines: await listLines(tx, customer) }
  })
  if (!money || !known) return undefined
  const { customer, lines } = known
  const { nextPence, nextBillOn, monthlyPence, graceEndsOn } = money
  return {
    nextPence,
    nextBillOn,
    late: graceEndsOn === null ? null : { billOn: addDays(customer.paid_until, 1), until: graceEndsOn },
    backOf: (seats) => lines.filter((line) => isGivenBack(line) && seats.some(({ id }) => id === line.seat_id)).reduce(sumOf, 0),
    moreOf(seats) {
      const begun = lines.filter(
        (line) => isApart(line) && seats.some(({ id, from_on }) => id === line.seat_id && from_on === line.from_on),
      )
      const [first] = begun
      return first && { untilNextPence: begun.reduce(sumOf, 0), nextBillOn: first.to_on, monthlyPence }
    },
  }
}

const sumOf = (sum: number, { pence }: MoneyRow): number => sum + pence

/** Of what was never paid nothing comes back. */
const isGivenBack = ({ kind, way }: MoneyRow): boolean => kind === 'back' && way !== 'void'

/** Charged for the days until a bill, not with a whole month. */
const isApart = ({ kind, item, invoice }: MoneyRow): boolean => kind === 'charge' && (item !== null || invoice === null)

const listLines = (tx: DirectoryTx, { customer }: Customer): Promise<MoneyRow[]> =>
  tx.selectFrom('directory.seat_money').selectAll().where('customer', '=', customer).orderBy('from_on').orderBy('id').execute()
