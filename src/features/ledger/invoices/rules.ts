import type { Charge, Invoice } from '#features/ledger/invoices/contract.ts'
import type { PriceItem, PriceOverride } from '#features/records/prices/contract.ts'
import { priceFor } from '#features/records/prices/rules.ts'
import type { Money } from '#features/records/prices/settings.ts'
import { atTariff, callOutAt, type EmergencyRates, type Tariff } from '#features/records/prices/tariff.ts'
import type { VisitHorse } from '#features/visits/appointments/contract.ts'
import type { WorkEntry } from '#features/visits/work/contract.ts'
import type { Day } from '#lib/dates.ts'
import { uuidOf } from '#lib/ids.ts'

/** The one id of the charge of a work entry: a device and the server make one. */
export const chargeIdOf = (workEntryId: string): string => uuidOf('charges', workEntryId)
/** The one id of a visit's call-out. */
export const callOutIdOf = (appointmentId: string): string => uuidOf('charges', appointmentId, 'call-out')

/**
 * The id of a visit's first invoice to a payer, so that two devices request the same one; of the second (`nth`) with what was added
 * or credited since, and so on.
 */
export const visitInvoiceId = (appointmentId: string, payerClientId: string, nth = 0): string =>
  uuidOf('invoices', appointmentId, payerClientId, String(nth))

/** Whole pence; before VAT, the VAT, and with it. */
export type Sums = { netPence: number; vatPence: number; grossPence: number }

/**
 * The sums of a line. VAT is worked out per line and rounded to the nearest penny, half up (decision 033); on a discount it is as much as
 * on an equal price, so that the two cancel.
 */
export function lineOf({
  quantity,
  unitPence,
  vatRateBp,
  includesVat,
}: Pick<Charge, 'quantity' | 'unitPence' | 'vatRateBp' | 'includesVat'>): Sums {
  const whole = Math.abs(quantity * unitPence)
  const vat = includesVat ? share(whole, vatRateBp, 10_000 + vatRateBp) : share(whole, vatRateBp, 10_000)
  const sign = unitPence < 0 ? -1 : 1
  const [net, gross] = includesVat ? [whole - vat, whole] : [whole, whole + vat]
  return { netPence: zeroed(sign * net), vatPence: zeroed(sign * vat), grossPence: zeroed(sign * gross) }
}

// Whole numbers all the way: a fraction of a penny is never held in floating point.
const share = (pence: number, part: number, of: number) => Math.floor((2 * pence * part + of) / (2 * of))
const zeroed = (pence: number) => (pence === 0 ? 0 : pence)

/** Sums of lines. */
export const totalsOf = (lines: readonly Sums[]): Sums =>
  lines.reduce(
    (sum, line) => ({
      netPence: sum.netPence + line.netPence,
      vatPence: sum.vatPence + line.vatPence,
      grossPence: sum.grossPence + line.grossPence,
    }),
    { netPence: 0, vatPence: 0, grossPence: 0 },
  )

type Listed = Pick<Charge, 'id' | 'chargedOn' | 'place'>

/** The place of a line added by hand: after the call-out (0) and the horses in their order (from 1). */
export const LAST_PLACE = 1000

/** Lines as they are read: by day, place in the visit, then id. */
export const inLineOrder = <C extends Listed>(charges: readonly C[]): C[] =>
  charges.toSorted((a, b) => compare(a.chargedOn, b.chargedOn) || a.place - b.place || compare(a.id, b.id))

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The lines that would become one invoice. `clientId` and `appointmentId` name their client and their visit, where they share one. */
export type Group<C extends Charge = Charge> = {
  key: string
  payerClientId: string
  clientId: string | null
  appointmentId: string | null
  charges: C[]
  totals: Sums
}

/**
 * Uninvoiced lines, grouped into the invoices they would become: for each payer one per visit, one per owner, or one. Lines without a visit
 * are grouped by their owner. Each line is in exactly one group; the groups are in the order of their oldest line.
 */
export function groupsToInvoice<C extends Charge>(charges: readonly C[], per: Money['invoicing']['per']): Group<C>[] {
  const open = inLineOrder(charges.filter(({ invoiceId }) => invoiceId === null))
  const groups = Map.groupBy(open, ({ payerClientId, clientId, appointmentId }) => {
    if (per === 'payer') return payerClientId
    return per === 'visit' && appointmentId ? `${payerClientId} ${appointmentId}` : `${payerClientId} of ${clientId}`
  })
  return [...groups].map(([key, lines]) => ({
    key,
    payerClientId: (lines[0] as C).payerClientId,
    clientId: theOne(lines.map(({ clientId }) => clientId)),
    appointmentId: theOne(lines.map(({ appointmentId }) => appointmentId)),
    charges: lines,
    totals: totalsOf(lines.map(lineOf)),
  }))
}

const theOne = (ids: readonly (string | null)[]): string | null => (new Set(ids).size === 1 ? (ids[0] ?? null) : null)

/** The series of credit notes; no invoice is numbered in it. */
export const CREDIT_SERIES = 'CN'

/** A number as people read it: INV-0042. Null while the server has not given it. */
export const numberOf = ({ series, number }: Pick<Invoice, 'series' | 'number'>): string | null =>
  number === null ? null : `${series}-${String(number).padStart(4, '0')}`

/** What is left to pay of it; for a credit note, what is left to allocate. */
export const leftOf = ({ totalPence, paidPence }: Pick<Invoice, 'totalPence' | 'paidPence'>): number => totalPence - paidPence

export type InvoiceStatus = 'paid' | 'part-paid' | 'open' | 'overdue' | 'credited'

/**
 * The status of an invoice on `today`: overdue from the day after it was due. `creditedPence` is the sum of its credit notes; an invoice
 * that they pay in full is credited.
 */
export function invoiceStatusOf(
  invoice: Pick<Invoice, 'totalPence' | 'paidPence' | 'dueOn'>,
  today: Day,
  creditedPence = 0,
): InvoiceStatus {
  if (creditedPence > 0 && creditedPence >= invoice.totalPence) return 'credited'
  if (leftOf(invoice) <= 0) return 'paid'
  if (invoice.dueOn < today) return 'overdue'
  return invoice.paidPence > 0 ? 'part-paid' : 'open'
}

/**
 * The payer for a horse's work: the one named next to the owner on its line of the visit, else the horse's payer, else its owner's, else
 * the owner.
 */
export function payerOf(
  line: Pick<VisitHorse, 'clientId' | 'payerClientId'> | undefined,
  horse: { clientId: string; payerClientId: string | null },
  owner: { payerClientId: string | null } | undefined,
): string {
  if (line && line.payerClientId !== line.clientId) return line.payerClientId
  return horse.payerClientId ?? owner?.payerClientId ?? line?.clientId ?? horse.clientId
}

/** What prices are taken from. */
export type Pricing = {
  items: readonly PriceItem[]
  overrides: readonly PriceOverride[]
  money: Money
  rates: EmergencyRates
  /** What people call a kind of work. */
  labelOf: (serviceType: string) => string
}

/** Work as it is charged: the entry, its line and visit where it has them, the horse and its owner. */
export type ChargedWork = {
  entry: Pick<WorkEntry, 'id' | 'serviceType' | 'workDate' | 'horseId' | 'visitHorseId'>
  line?: Pick<VisitHorse, 'id' | 'clientId' | 'payerClientId' | 'appointmentId' | 'place'> | undefined
  visit?: { yardId: string | null; tariff?: Tariff | undefined } | undefined
  horse: { clientId: string; payerClientId: string | null; yardId: string | null }
  owner?: { payerClientId: string | null } | undefined
}

/**
 * The charge for work, as a device shows it at once and the server makes it: its price by horse, owner, yard or list (`priceFor`) at the
 * visit's tariff. Undefined when the list has no such work, unless a person sets the price.
 */
export function chargeOfWork(work: ChargedWork, pricing: Pricing, saidPence?: number): Charge | undefined {
  const { entry, line, visit, horse, owner } = work
  const where = { horseId: entry.horseId, clientId: line?.clientId ?? horse.clientId, yardId: visit ? visit.yardId : horse.yardId }
  const price = priceFor(pricing.items, pricing.overrides, where, entry.serviceType)
  if (!price && saidPence === undefined) return undefined
  const unitPence = saidPence ?? atTariff(price?.pence ?? 0, visit?.tariff ?? 'standard', pricing.rates)
  return {
    id: chargeIdOf(entry.id),
    payerClientId: payerOf(line, horse, owner),
    clientId: where.clientId,
    appointmentId: line?.appointmentId ?? null,
    visitHorseId: line?.id ?? null,
    horseId: entry.horseId,
    workEntryId: entry.id,
    invoiceId: null,
    kind: 'work',
    description: pricing.labelOf(entry.serviceType),
    quantity: 1,
    unitPence,
    ...vatOf(pricing.money, price?.item.vatRateBp),
    chargedOn: entry.workDate,
    place: (line?.place ?? 0) + 1,
    isByHand: saidPence !== undefined,
  }
}

/** The VAT of a line: none while the practice is not registered; else the price list's rate, or the practice's standard one. */
export const vatOf = ({ vat }: Pick<Money, 'vat'>, rateBp?: number): Pick<Charge, 'vatRateBp' | 'includesVat'> =>
  vat.isRegistered ? { vatRateBp: rateBp ?? vat.rateBp, includesVat: vat.includesVat } : { vatRateBp: 0, includesVat: false }

/** A visit with a call-out charge, and the payer of its first line. */
export type CalledOut = { id: string; onDay: Day; tariff: Tariff; clientId: string; payerClientId: string }

/** The call-out of a visit, listed before the work. Undefined when its tariff has none, or the list no price for it. */
export function callOutOf(visit: CalledOut, { items, rates, money }: Pick<Pricing, 'items' | 'rates' | 'money'>): Charge | undefined {
  const callOut = callOutAt(visit.tariff, items, rates)
  if (!callOut) return undefined
  const { description, unitPence, vatRateBp } = callOut
  return {
    id: callOutIdOf(visit.id),
    payerClientId: visit.payerClientId,
    clientId: visit.clientId,
    appointmentId: visit.id,
    visitHorseId: null,
    horseId: null,
    workEntryId: null,
    invoiceId: null,
    kind: 'call-out',
    description,
    quantity: 1,
    unitPence,
    ...vatOf(money, vatRateBp),
    chargedOn: visit.onDay,
    place: 0,
    isByHand: false,
  }
}
