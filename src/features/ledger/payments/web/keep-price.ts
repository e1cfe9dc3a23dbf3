import type { Pricing } from '#features/ledger/invoices/rules.ts'
import { priceByHand } from '#features/ledger/invoices/web/data.ts'
import { type HeldVisit, made, type Unpriced } from '#features/ledger/payments/visit-money.ts'
import { priceItemId } from '#features/records/prices/rules.ts'
import { type Change, record } from '#platform/web/sync/outbox.ts'

type Ask = {
  held: HeldVisit
  /** Work of one kind that has no price. */
  works: readonly Unpriced[]
  pricing: Pricing
  pence: number
  /** The practice whose price list keeps it for next time; none: it holds for this visit. */
  practiceId: string | undefined
}

/** Records what a kind of work costs: for this work, and on the price list for the next. All of it is recorded, or nothing. */
export async function keepPrice({ held, works, pricing, pence, practiceId }: Ask): Promise<boolean> {
  const serviceType = works[0]?.entry.serviceType
  if (!serviceType) return false
  const charges = works.flatMap(({ entry }) => made(held, entry, pricing, pence) ?? [])
  const byHand = await Promise.all(
    charges.flatMap((shown) => (shown.workEntryId ? [priceByHand({ workEntryId: shown.workEntryId, shown }, pence)] : [])),
  )
  return (await record([...(practiceId ? [listed(practiceId, serviceType, pricing, pence)] : []), ...byHand])) !== false
}

const listed = (practiceId: string, serviceType: string, { labelOf }: Pricing, unitPence: number): Change => ({
  action: 'CREATE',
  entity: 'price_items',
  id: priceItemId(practiceId, serviceType),
  data: { serviceType, label: labelOf(serviceType), unitPence },
  alsoShow: { vatRateBp: 0 },
})
