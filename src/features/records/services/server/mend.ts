import { factsOf, mendOf, wantedOf } from '#features/records/services/money-rules.ts'
import type { EndedWhy } from '#features/records/services/rules.ts'
import { type PaidPlaces, takeCheckout } from '#features/records/services/server/checkouts.ts'
import { billingDay, type Customer } from '#features/records/services/server/customers.ts'
import { forgetLeft } from '#features/records/services/server/left-customers.ts'
import { settle } from '#features/records/services/server/settle.ts'
import { listSubscriptions, type ServiceSubscription } from '#features/records/services/server/stripe-services.ts'
import { addMonths, type Day } from '#lib/dates.ts'
import type { Service } from '#lib/plan.ts'
import type { Database, Prepared } from '#platform/server/database/db.ts'
import type { JobLog } from '#platform/server/database/each-practice.ts'

type CustomerToMend = Customer & {
  seats: { id: string; service: Service; fromOn: Day; endsOn: Day | null; why: EndedWhy | null }[]
  isWaiting: boolean
}

const KNOWN: Prepared = {
  name: 'customers_to_mend',
  text: `select c.*, coalesce(s.seats, '[]') as seats, m.customer is not null as "isWaiting"
    from directory.customers c
    left join (
      select person_id, json_agg(json_build_object('id', id, 'service', service, 'fromOn', from_on, 'endsOn', ends_on, 'why', ended_why)) as seats
      from directory.seats where person_id is not null and ends_on is null group by 1) s on s.person_id = c.person_id
    left join (select distinct customer from directory.seat_money where done_at is null) m on m.customer = c.customer`,
}

/**
 * Corrects Stripe and our seats, for all who pay: only where they differ, something waits, or grace is over. Logs what it did; where all is
 * well it does nothing. Returns how many it had to correct. One that fails stops no other.
 */
export async function mendAll(places: PaidPlaces, log?: JobLog): Promise<number> {
  let mended = 0
  const note = (done: readonly string[], about: object) => {
    if (done.length === 0) return
    mended++
    log?.info?.({ ...about, done }, 'services were put right')
  }
  const failed = (about: object) => (err: unknown) => log?.error({ ...about, err }, 'services could not be put right')
  for (const id of await openCheckouts(places.db))
    await takeCheckout(places, id)
      .then((isBegun) => note(isBegun ? ['begun'] : [], { checkout: id }))
      .catch(failed({ checkout: id }))
  note(await forgetLeft(places, failed), {})
  const there = new Map((await listSubscriptions(places.payments)).map((one) => [one.id, one]))
  for (const known of await places.db.readDirectory<CustomerToMend>(KNOWN, [])) {
    if (!differs(known, there.get(known.subscription))) continue
    await settle(places, known.person_id)
      .then((done) => note(done, { personId: known.person_id }))
      .catch(failed({ personId: known.person_id }))
  }
  return mended
}

const openCheckouts = async (db: Database): Promise<string[]> =>
  (await db.withDirectory((tx) => tx.selectFrom('directory.checkouts').select('id').where('ended_at', 'is', null).execute())).map(
    ({ id }) => id,
  )

/** Whether there is something to correct. */
function differs(known: CustomerToMend, there: ServiceSubscription | undefined): boolean {
  if (known.isWaiting) return true
  if (!there) return !known.is_over || known.seats.length > 0
  const facts = factsOf(there)
  const isSame = (Object.keys(facts) as (keyof typeof facts)[]).every((name) => facts[name] === known[name])
  if (!isSame || known.is_past_due) return true
  return mendOf(wantedOf(known.seats), there.has, there.isEnding) !== undefined || known.billed_to <= billingDay()
}

/** Receipts are kept for six years (Taxes Management Act 1970, s. 12B; VAT Regulations 1995, reg. 31), and some months that a year takes to end. */
const KEPT_MONTHS = 6 * 12 + 6
/** Events come a week late at most. */
const CHOICE_MONTHS = 3

/** Deletes lines of money and choices that are no longer needed. */
export const forgetOldMoney = (db: Database): Promise<void> =>
  db.withDirectory(async (tx) => {
    const today = billingDay()
    await tx.deleteFrom('directory.seat_money').where('to_on', '<', addMonths(today, -KEPT_MONTHS)).execute()
    await tx
      .deleteFrom('directory.checkouts')
      .where('ended_at', '<', new Date(addMonths(today, -CHOICE_MONTHS)))
      .execute()
  })
