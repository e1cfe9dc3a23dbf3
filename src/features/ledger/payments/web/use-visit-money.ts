import type { Charge } from '#features/ledger/invoices/contract.ts'
import type { Pricing } from '#features/ledger/invoices/rules.ts'
import { issueInvoice, type KnownInvoice, useInvoices } from '#features/ledger/invoices/web/data.ts'
import { readPricing, usePricing } from '#features/ledger/invoices/web/use-pricing.ts'
import type { Allocation } from '#features/ledger/payments/contract.ts'
import { chargesOfVisit, type HeldVisit, type PayerMoney, payersOf, unpricedOf } from '#features/ledger/payments/visit-money.ts'
import { type KnownPayment, usePayments } from '#features/ledger/payments/web/data.ts'
import type { Client } from '#features/records/clients/contract.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import type { WorkEntry } from '#features/visits/work/contract.ts'
import { addDays, type Day } from '#lib/dates.ts'
import { readRow, readRows, useRow, useRows } from '#platform/web/use-rows.ts'

/** A payer of a visit, as this device holds their money. */
export type KnownPayer = PayerMoney<KnownInvoice, KnownPayment>

/** The data of a visit that its charges need; undefined while loading, and for members who see no money. */
export function useVisitCharges(visitId: string) {
  const pricing = usePricing()
  const visit = useRow<VisitRow>('appointments', visitId)
  const lines = useRows<VisitHorse>('visit_horses', { appointmentId: visitId })?.toSorted((a, b) => a.place - b.place)
  const entries = useRows<WorkEntry>('work_entries', { horseId: lines?.flatMap(({ horseId }) => horseId ?? []) ?? [] })
  const horses = useRows<HorseRow>('horses')
  const clients = useRows<Client>('clients')
  const charges = useRows<Charge>('charges', { appointmentId: visitId })
  if (!pricing || !visit || !lines || !entries || !horses || !clients || !charges) return undefined
  const held = heldOf({ visit, lines, entries, horses, clients, charges })
  return { held, pricing, charges: chargesOfVisit(held, pricing), unpriced: unpricedOf(held, pricing) }
}

/** A visit's money, payer by payer; undefined while loading, and for members who see no money. */
export function useVisitMoney(visitId: string) {
  const known = useVisitCharges(visitId)
  const invoices = useInvoices()
  const payments = usePayments()
  const allocations = useRows<Allocation>('allocations')
  if (!known || !invoices || !payments || !allocations) return undefined
  return { ...known, payers: payersOf<KnownInvoice, KnownPayment>(known.held, known.charges, { invoices, payments, allocations }) }
}

/** Has the invoice of a payer of this visit issued; its id. */
export const issueOfVisit = (visitId: string, payer: KnownPayer, pricing: Pricing, today: Day): Promise<string> =>
  issueInvoice(
    { payerClientId: payer.payerClientId, appointmentId: visitId },
    {
      ...previewOf(payer),
      issuedOn: today,
      dueOn: addDays(today, pricing.money.invoicing.dueDays),
    },
  )

/** Requests every invoice of a visit, with the visit as it is on the disk: one for each payer; returns how many. */
export async function issueAllOfVisit(visitId: string, today: Day): Promise<number> {
  const [visit, pricing] = await Promise.all([readRow<VisitRow>('appointments', visitId), readPricing()])
  if (!visit) return 0
  const lines = (await readRows<VisitHorse>('visit_horses', { appointmentId: visitId })).toSorted((a, b) => a.place - b.place)
  const [entries, horses, clients, charges, invoices] = await Promise.all([
    readRows<WorkEntry>('work_entries', { horseId: lines.flatMap(({ horseId }) => horseId ?? []) }),
    readRows<HorseRow>('horses'),
    readRows<Client>('clients'),
    readRows<Charge>('charges', { appointmentId: visitId }),
    readRows<KnownInvoice>('invoices'),
  ])
  const held = heldOf({ visit, lines, entries, horses, clients, charges })
  const payers = payersOf<KnownInvoice, KnownPayment>(held, chargesOfVisit(held, pricing), { invoices, payments: [], allocations: [] })
  const open = payers.filter(isToInvoice)
  for (const payer of open) await issueOfVisit(visitId, payer, pricing, today)
  return open.length
}

/** Whether there is anything to issue an invoice of. */
export const isToInvoice = ({ toInvoice, totals }: KnownPayer): boolean => toInvoice.length > 0 && totals.grossPence >= 0

const previewOf = ({ toInvoice, totals }: KnownPayer) => ({
  netPence: totals.netPence,
  vatPence: totals.vatPence,
  totalPence: totals.grossPence,
  chargeIds: toInvoice.map(({ id }) => id),
})

type Read = Pick<HeldVisit, 'visit' | 'lines' | 'entries' | 'charges'> & { horses: readonly HorseRow[]; clients: readonly Client[] }

function heldOf({ visit, lines, entries, horses, clients, charges }: Read): HeldVisit {
  const ids = new Set(lines.map(({ id }) => id))
  return {
    visit,
    lines,
    entries: entries.filter(({ visitHorseId }) => visitHorseId !== null && ids.has(visitHorseId)),
    horses: new Map(horses.map((horse) => [horse.id, horse])),
    clients: new Map(clients.map((client) => [client.id, client])),
    charges,
  }
}
