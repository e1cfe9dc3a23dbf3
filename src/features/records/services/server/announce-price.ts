import { CLIENT_SERVICES } from '#features/core/practice/plans.ts'
import { PRICE_DAYS } from '#features/records/services/law-rules.ts'
import { addDays, type Day } from '#lib/dates.ts'
import type { Service } from '#lib/plan.ts'
import type { Database } from '#platform/server/database/db.ts'

/** A price that a service will have, in pence a horse and month. */
export type Announced = { service: Service; pence: number; fromOn: Day }

/** Notes a price from a day on; everyone who pays is notified of it once. Returns why not: it is too near, or no other price. */
export async function announcePrice(
  db: Database,
  { service, pence, fromOn }: Announced,
  today: Day,
): Promise<'too_near' | 'same' | undefined> {
  if (fromOn < addDays(today, PRICE_DAYS)) return 'too_near'
  if (pence === CLIENT_SERVICES[service].pence) return 'same'
  await db.withDirectory((tx) =>
    tx
      .insertInto('directory.service_prices')
      .values({ service, from_on: fromOn, pence })
      .onConflict((known) => known.columns(['service', 'from_on']).doUpdateSet({ pence }))
      .execute(),
  )
  return undefined
}
