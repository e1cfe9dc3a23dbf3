import type { AutoReply } from '#features/core/practice/contract.ts'
import type { PriceItem } from '#features/records/prices/contract.ts'

/** How a visit is charged: at the list's prices; with the call-out added; or with the emergency charge added and higher prices for the work. */
export const TARIFFS = ['standard', 'emergency', 'out-of-hours'] as const
export type Tariff = (typeof TARIFFS)[number]

/** What people call a tariff. */
export const TARIFF_WORDS: Readonly<Record<Tariff, string>> = {
  standard: 'Usual prices',
  emergency: 'Emergency call-out',
  'out-of-hours': 'Out of hours',
}

/** The line of the price list, and the kind of work, that is a call-out (Spec §9 Standard rates). */
export const CALL_OUT = 'Emergency call-out'

/** What is known of emergencies (Spec §9 Messaging: £50, and 1.75 times the usual rates). */
export type EmergencyRates = Pick<AutoReply, 'emergencyRate' | 'emergencyMultiplier'>

/** A price of the list as a tariff makes it: out of hours it is multiplied, to the nearest penny, half up. */
export const atTariff = (pence: number, tariff: Tariff, { emergencyMultiplier }: EmergencyRates): number =>
  tariff === 'out-of-hours' ? Math.round((pence * Math.round(emergencyMultiplier * 100)) / 100) : pence

/**
 * The charge for coming out, added to the work: in an emergency the list's call-out; out of hours the emergency charge of the settings.
 * Undefined when there is no charge, or the list has no call-out.
 */
export function callOutAt(
  tariff: Tariff,
  items: readonly Pick<PriceItem, 'serviceType' | 'unitPence' | 'vatRateBp'>[],
  { emergencyRate }: EmergencyRates,
): { description: string; unitPence: number; vatRateBp: number | undefined } | undefined {
  const item = items.find((one) => one.serviceType === CALL_OUT)
  if (tariff === 'emergency') return item && { description: CALL_OUT, unitPence: item.unitPence, vatRateBp: item.vatRateBp }
  if (tariff === 'standard' || emergencyRate <= 0) return undefined
  return { description: 'Out-of-hours call-out', unitPence: Math.round(emergencyRate * 100), vatRateBp: item?.vatRateBp }
}
