import type { Charge, Invoice } from '#features/ledger/invoices/contract.ts'
import {
  callOutIdOf,
  callOutOf,
  chargeIdOf,
  chargeOfWork,
  inLineOrder,
  leftOf,
  lineOf,
  type Pricing,
  payerOf,
  totalsOf,
} from '#features/ledger/invoices/rules.ts'
import type { Allocation, Payment } from '#features/ledger/payments/contract.ts'
import type { Client } from '#features/records/clients/contract.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import type { WorkEntry } from '#features/visits/work/contract.ts'

/** Whether something of a record still waits to be sent. */
type Waits = { isPending: boolean }

/** What a device holds of a visit. */
export type HeldVisit = {
  visit: VisitRow & Waits
  /** In their order. */
  lines: readonly VisitHorse[]
  /** The work written down on it. */
  entries: readonly (WorkEntry & Waits)[]
  horses: ReadonlyMap<string, HorseRow>
  clients: ReadonlyMap<string, Client>
  charges: readonly Charge[]
}

/** Work whose price is unknown. */
export type Unpriced = { entry: WorkEntry; line: VisitHorse }

/**
 * The lines of a visit, as the server has them and, for changes it has not received yet, as it will make them: work whose entry waits to be
 * sent, and what a waiting tariff changes. A line on the server that a person priced, or that is on an invoice, stays as it is.
 */
export function chargesOfVisit(held: HeldVisit, pricing: Pricing): Charge[] {
  const { visit, entries, charges } = held
  const works = entries.flatMap((entry) => workCharge(held, entry, pricing) ?? [])
  const others = charges.filter(
    (charge) =>
      charge.id !== callOutIdOf(visit.id) && (charge.workEntryId === null || charge.invoiceId !== null || isChargedAgain(charge, entries)),
  )
  const known = new Set(works.map(({ id }) => id))
  return inLineOrder([...callOutCharges(held, pricing), ...works, ...others.filter(({ id }) => !known.has(id))])
}

/** A line of work whose invoice was undone, while that work is still there. */
const isChargedAgain = ({ id, workEntryId }: Charge, entries: readonly WorkEntry[]) =>
  workEntryId !== null && id !== chargeIdOf(workEntryId) && entries.some((entry) => entry.id === workEntryId)

/** Work that is done and not on the price list. */
export const unpricedOf = (held: HeldVisit, pricing: Pricing): Unpriced[] =>
  held.entries.flatMap((entry) => {
    const line = held.lines.find(({ id }) => id === entry.visitHorseId)
    const isCharged = held.charges.some(({ id }) => id === chargeIdOf(entry.id))
    return line && !isCharged && !made(held, entry, pricing) ? [{ entry, line }] : []
  })

function workCharge(held: HeldVisit, entry: WorkEntry & Waits, pricing: Pricing): Charge | undefined {
  const row = held.charges.find(({ id }) => id === chargeIdOf(entry.id))
  const isWaiting = entry.isPending || held.visit.isPending
  if (!isWaiting || row?.isByHand || row?.invoiceId) return row
  // A line that a person removed is not made again; only a new entry's is still to come.
  return row || entry.isPending ? made(held, entry, pricing) : undefined
}

/** The line of this work as the server makes it; `saidPence` when a person sets the price. */
export function made(
  { visit, lines, horses, clients }: HeldVisit,
  entry: WorkEntry,
  pricing: Pricing,
  saidPence?: number,
): Charge | undefined {
  const horse = horses.get(entry.horseId)
  const line = lines.find(({ id }) => id === entry.visitHorseId)
  return horse && chargeOfWork({ entry, line, visit, horse, owner: clients.get(line?.clientId ?? horse.clientId) }, pricing, saidPence)
}

function callOutCharges({ visit, lines, horses, clients, charges }: HeldVisit, pricing: Pricing): Charge[] {
  const row = charges.find(({ id }) => id === callOutIdOf(visit.id))
  const [first] = lines
  if (!visit.isPending || row?.isByHand || row?.invoiceId || !first) return row ? [row] : []
  const payerClientId = payerOfLine(first, horses, clients)
  // A record of an older build has no tariff.
  const tariff = visit.tariff ?? 'standard'
  const due = callOutOf({ ...visit, tariff, clientId: first.clientId, payerClientId }, pricing)
  return due ? [due] : []
}

/** What one payer has to do with a visit. Whole pence. */
export type PayerMoney<I extends Invoice, P extends Payment> = {
  payerClientId: string
  /** Lines still to be invoiced. */
  toInvoice: Charge[]
  totals: ReturnType<typeof totalsOf>
  /** Of this visit, credit notes left out. */
  invoices: I[]
  /** Taken at this visit. */
  payments: P[]
  /** The part of all this that is not paid. */
  duePence: number
}

type Moved<I, P> = { invoices: readonly I[]; payments: readonly P[]; allocations: readonly Allocation[] }

/** The money of a visit, payer by payer, in the order of its horses; includes payers without a charge yet. */
export function payersOf<I extends Invoice & { chargeIds?: readonly string[] }, P extends Payment>(
  held: HeldVisit,
  charges: readonly Charge[],
  { invoices, payments, allocations }: Moved<I, P>,
): PayerMoney<I, P>[] {
  const { visit } = held
  const issued = invoicesOf(visit, charges, invoices)
  const waiting = new Set(invoices.flatMap(({ chargeIds = [] }) => chargeIds))
  const taken = payments.filter(({ appointmentId }) => appointmentId === visit.id)
  const payers = new Set([...likelyPayers(held), ...[...charges, ...issued, ...taken].map(({ payerClientId }) => payerClientId)])
  return [...payers].map((payerClientId) => {
    const isTheirs = (one: { payerClientId: string }) => one.payerClientId === payerClientId
    const toInvoice = charges.filter((charge) => isTheirs(charge) && charge.invoiceId === null && !waiting.has(charge.id))
    const totals = totalsOf(toInvoice.map(lineOf))
    const own = { invoices: issued.filter(isTheirs), payments: taken.filter(isTheirs) }
    const left = own.invoices.reduce((sum, invoice) => sum + leftOf(invoice), 0)
    const free = own.payments.reduce((sum, payment) => sum + freeOf(payment, payments, allocations), 0)
    return { payerClientId, toInvoice, totals, ...own, duePence: Math.max(0, totals.grossPence + left - free) }
  })
}

/** The payers for the horses that are done or still to do; for a visit without horses, its client or the client's payer. */
function likelyPayers({ visit, lines, horses, clients }: HeldVisit): string[] {
  if (lines.length === 0) return visit.clientId ? [clients.get(visit.clientId)?.payerClientId ?? visit.clientId] : []
  return lines.flatMap((line) => (line.outcome === 'not_done' ? [] : [payerOfLine(line, horses, clients)]))
}

const payerOfLine = (line: VisitHorse, horses: HeldVisit['horses'], clients: HeldVisit['clients']): string =>
  payerOf(line, horses.get(line.horseId ?? '') ?? { clientId: line.clientId, payerClientId: null }, clients.get(line.clientId))

/** Invoices of the visit, and those with one of its lines. */
const invoicesOf = <I extends Invoice>(visit: Pick<VisitRow, 'id'>, charges: readonly Charge[], invoices: readonly I[]): I[] => {
  const named = new Set(charges.map(({ invoiceId }) => invoiceId))
  return invoices.filter(({ id, kind, appointmentId }) => kind === 'invoice' && (appointmentId === visit.id || named.has(id)))
}

/** The part of a payment that is neither refunded nor allocated yet. */
function freeOf(payment: Payment, payments: readonly Payment[], allocations: readonly Allocation[]): number {
  if (payment.amountPence < 0) return 0
  const back = payments.filter(({ refundsPaymentId }) => refundsPaymentId === payment.id)
  const used = allocations.filter(({ paymentId }) => paymentId === payment.id)
  const allocated = used.reduce((sum, { amountPence }) => sum + amountPence, 0)
  return Math.max(0, back.reduce((sum, { amountPence }) => sum + amountPence, payment.amountPence) - allocated)
}
