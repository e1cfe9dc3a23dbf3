import { kindId, SHORT_WORK } from '#features/records/kinds/rules.ts'
import type { PriceItem, PriceOverride } from '#features/records/prices/contract.ts'
import { uuidOf } from '#lib/ids.ts'

/** Spec §9 Standard rates, in pence. The call-out is added to the price of the work. */
export const STANDARD_RATES: readonly { serviceType: string; label: string; unitPence: number }[] = [
  { serviceType: 'Trim', label: 'Trim', unitPence: 3500 },
  { serviceType: 'Front shoes new', label: 'Front shoes new', unitPence: 8500 },
  { serviceType: 'Hind shoes new', label: 'Hind shoes new', unitPence: 9500 },
  { serviceType: 'Full set new', label: 'Full set new', unitPence: 18_000 },
  { serviceType: 'Front refit', label: 'Front refit', unitPence: 7000 },
  { serviceType: 'Hind refit', label: 'Hind refit', unitPence: 8000 },
  { serviceType: 'Full set refit', label: 'Full set refit', unitPence: 15_000 },
  { serviceType: 'Emergency call-out', label: 'Emergency call-out, additional', unitPence: 2500 },
]

/** The default price of short work; Spec §9 has no rate for it. */
const SHORT_RATES: Readonly<Record<(typeof SHORT_WORK)[number], number>> = { 'Lost shoe refit': 3500, 'Tidy up': 2000, Check: 1500 }

/** A new practice's price list: every standard kind of work has a price. */
export const FIRST_PRICES = [
  ...STANDARD_RATES,
  ...SHORT_WORK.map((serviceType) => ({ serviceType, label: serviceType, unitPence: SHORT_RATES[serviceType] })),
]

/** Where work is done and for whom; unknown fields are left out. */
export type PriceFor = { horseId?: string | null; clientId?: string | null; yardId?: string | null }
/** A price, and the level that decided it. */
export type Price = { pence: number; from: 'horse' | 'client' | 'yard' | 'list'; item: PriceItem }

/**
 * The price of a kind of work for this horse: the one agreed for the horse, else for its owner, else for the yard, else the list's.
 * Undefined when the list has no such work: no price is better than a made-up one.
 */
export function priceFor(
  items: readonly PriceItem[],
  overrides: readonly PriceOverride[],
  { horseId, clientId, yardId }: PriceFor,
  serviceType: string,
): Price | undefined {
  const item = items.find((one) => one.serviceType === serviceType)
  if (!item) return undefined
  const agreed = overrides.filter((one) => one.priceItemId === item.id && one.unitPence !== null)
  const [horse, client, yard] = [
    horseId && agreed.find((one) => one.horseId === horseId),
    clientId && agreed.find((one) => one.clientId === clientId),
    yardId && agreed.find((one) => one.yardId === yardId),
  ]
  if (horse) return { pence: penceOf(horse), from: 'horse', item }
  if (client) return { pence: penceOf(client), from: 'client', item }
  if (yard) return { pence: penceOf(yard), from: 'yard', item }
  return { pence: item.unitPence, from: 'list', item }
}

const penceOf = ({ unitPence }: PriceOverride) => unitPence ?? 0

/** The list in display order: the order of the first prices, then by name. */
export const inListOrder = <I extends Pick<PriceItem, 'serviceType' | 'label'>>(items: readonly I[]): I[] =>
  items.toSorted((a, b) => placeOf(a) - placeOf(b) || a.label.localeCompare(b.label, 'en-GB'))

const placeOf = ({ serviceType }: { serviceType: string }) => {
  const place = FIRST_PRICES.findIndex((rate) => rate.serviceType === serviceType)
  return place === -1 ? FIRST_PRICES.length : place
}

/** The id of a kind of work on a practice's list: the kind's own id. */
export const priceItemId = (practiceId: string, serviceType: string): string => kindId(practiceId, serviceType)

/** The id of a price agreed for a horse, client or yard. It is derived, so two devices that agree one concurrently create one record. */
export const overrideId = (priceItemId: string, whose: string): string => uuidOf('price_overrides', priceItemId, whose)
