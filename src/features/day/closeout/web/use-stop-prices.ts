import type { OpenStop } from '#features/day/closeout/web/data.ts'
import { usePricing } from '#features/ledger/invoices/web/use-pricing.ts'
import { priceFor } from '#features/records/prices/rules.ts'
import { atTariff } from '#features/records/prices/tariff.ts'
import type { VisitHorse } from '#features/visits/appointments/contract.ts'

/** Returns the price of work on a horse at this stop, at its tariff; undefined while loading, and for members who see no money. */
export function useStopPrices({ visit }: OpenStop): ((line: VisitHorse, serviceType: string) => number | undefined) | undefined {
  const pricing = usePricing()
  if (!pricing) return undefined
  return ({ horseId, clientId }, serviceType) => {
    const price = priceFor(pricing.items, pricing.overrides, { horseId, clientId, yardId: visit.yardId }, serviceType)
    return price && atTariff(price.pence, visit.tariff ?? 'standard', pricing.rates)
  }
}
