import { chargeIdOf, type Group, groupsToInvoice } from '#features/ledger/invoices/rules.ts'
import { type KnownCharge, type KnownInvoice, type Preview, useCharges, useInvoices } from '#features/ledger/invoices/web/data.ts'
import type { Client } from '#features/records/clients/contract.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import type { Money } from '#features/records/prices/settings.ts'
import { useMoney } from '#features/records/prices/web/use-money.ts'
import { usePrices } from '#features/records/prices/web/use-prices.ts'
import type { WorkEntry } from '#features/visits/work/contract.ts'
import { addDays, type Day } from '#lib/dates.ts'
import { memoLast } from '#lib/memo-last.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

/** Lines that would become one invoice, with the names a list shows. */
export type ToInvoice = Group<KnownCharge> & {
  payerName: string
  /** Whose horses they are, where it is one owner who isn't the payer. */
  ownerName: string | null
  /** The horses, by name. */
  horses: readonly string[]
}

/** Work whose kind has no price, and which therefore has no charge. */
export type Unpriced = { entry: Kept<WorkEntry>; horse: HorseRow; ownerName: string }

/** How many days back work without a price is listed: older work is history, and not charged. */
const UNPRICED_DAYS = 31

/** What waits to be invoiced, as the invoices it would become, the oldest first; undefined while it loads. */
export function useToInvoice(): readonly ToInvoice[] | undefined {
  const charges = useCharges()
  const invoices = useInvoices()
  const clients = useRows<Client>('clients')
  const horses = useRows<HorseRow>('horses')
  const per = useMoney()?.invoicing.per
  if (!charges || !invoices || !clients || !horses || !per) return undefined
  return named(openOf(charges, invoices), per, clients, horses)
}

/** Lines that are neither on an invoice nor on one that waits for its number. */
const openOf = memoLast((charges: readonly KnownCharge[], invoices: readonly KnownInvoice[]): readonly KnownCharge[] => {
  const waiting = new Set(invoices.flatMap(({ isOffline, chargeIds }) => (isOffline ? (chargeIds ?? []) : [])))
  return charges.filter(({ id, invoiceId }) => invoiceId === null && !waiting.has(id))
})

/** What an invoice of a group is shown with until the server has issued it. */
export const previewOf = ({ charges, totals }: Group<KnownCharge>, money: Money, today: Day): Preview => ({
  netPence: totals.netPence,
  vatPence: totals.vatPence,
  totalPence: totals.grossPence,
  chargeIds: charges.map(({ id }) => id),
  issuedOn: today,
  dueOn: addDays(today, money.invoicing.dueDays),
})

/** Whether an invoice can be made of it: a discount alone takes nothing off. */
export const isIssuable = ({ totals }: ToInvoice): boolean => totals.grossPence >= 0

/** The payer, and the visit if there is one, of a group's invoice. */
export const invoiceParamsOf = ({ payerClientId, appointmentId }: ToInvoice) => ({ payerClientId, ...(appointmentId && { appointmentId }) })

/** Work of the last month that is not charged because its kind has no price; undefined while it loads. */
export function useUnpriced(): readonly Unpriced[] | undefined {
  const today = useToday()
  const work = useRows<WorkEntry>('work_entries', { from: addDays(today, -UNPRICED_DAYS), to: today })
  const charges = useCharges()
  const prices = usePrices()
  const horses = useRows<HorseRow>('horses')
  const clients = useRows<Client>('clients')
  if (!work || !charges || !prices || !horses || !clients) return undefined
  const charged = new Set(charges.map(({ id }) => id))
  const horseOf = new Map(horses.map((horse) => [horse.id, horse]))
  const nameOf = new Map(clients.map(({ id, name }) => [id, name]))
  return work
    .flatMap((entry) => {
      const horse = horseOf.get(entry.horseId)
      if (!horse || charged.has(chargeIdOf(entry.id))) return []
      const where = { horseId: horse.id, clientId: horse.clientId, yardId: horse.yardId }
      if (prices(where, entry.serviceType)) return []
      return [{ entry, horse, ownerName: nameOf.get(horse.clientId) ?? '' }]
    })
    .toSorted((a, b) => a.entry.workDate.localeCompare(b.entry.workDate))
}

const named = memoLast(
  (
    open: readonly KnownCharge[],
    per: Money['invoicing']['per'],
    clients: readonly Client[],
    horses: readonly HorseRow[],
  ): readonly ToInvoice[] => {
    const nameOf = new Map(clients.map(({ id, name }) => [id, name]))
    const horseOf = new Map(horses.map(({ id, name }) => [id, name]))
    return groupsToInvoice(open, per).map((group) => ({
      ...group,
      payerName: nameOf.get(group.payerClientId) ?? 'N/A',
      ownerName: group.clientId === null || group.clientId === group.payerClientId ? null : (nameOf.get(group.clientId) ?? null),
      horses: [...new Set(group.charges.flatMap(({ horseId }) => horseOf.get(horseId ?? '') ?? []))],
    }))
  },
)
