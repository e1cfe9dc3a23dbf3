import type { Insertable } from 'kysely'
import { CAST_BAD_PAYER, cast, castHorses, FRC_NUMBER } from '#db/cast.ts'
import { ADDRESS, BANK, DUE_DAYS, INVOICING } from '#db/cast-money.ts'
import { CAST_CLIENTS, type CastClient, type CastClientKey } from '#db/cast-people.ts'
import { pick } from '#db/cast-random.ts'
import type { StopRows } from '#db/cast-rows.ts'
import type { InvoiceAsWas, InvoiceLine } from '#features/ledger/invoices/contract.ts'
import { inLineOrder, lineOf, totalsOf } from '#features/ledger/invoices/rules.ts'
import { toCharge } from '#features/ledger/invoices/server/wire.ts'
import { addDays, addMonths, type Day, instantOf, weekdayOf } from '#lib/dates.ts'
import { uuidOf } from '#lib/ids.ts'
import type { Tables } from '#platform/server/database/tables.ts'

type Bare<T extends keyof Tables> = Omit<Insertable<Tables[T]>, 'practice_id' | 'rev' | 'seq' | 'deleted_at' | 'fw'>
type Charge = Bare<'charges'>
type Invoice = Bare<'invoices'>

/** The practice's accounts on a day: every line of work, most of it invoiced, most invoices paid. */
export type Books = { charges: Charge[]; invoices: Invoice[]; payments: Bare<'payments'>[]; allocations: Bare<'allocations'>[] }

/** Slow payers: days from the invoice on. Everyone else pays on the day or within ten. */
const SLOW: Partial<Record<CastClientKey, number>> = {
  daveTranter: 50,
  jeanCadwell: 40,
  marcusYeo: 46,
  oliverPask: 33,
  [CAST_BAD_PAYER]: 90,
}
/** Businesses with many horses get one invoice at the end of the month. */
const MONTHLY = ['tomHaddon', 'marcusYeo', 'alisonWhitcombe'].map((key) => cast.clients[key as CastClientKey].id)
/** The owners of the stop that is next at 10:40 pay on the day, so nothing of theirs is open. */
const PROMPT = ['sarahPenrose', 'sianODwyer', 'meganTudge'].map((key) => cast.clients[key as CastClientKey].id)
/** The bad payer has paid nothing of the last months. */
const UNPAID_DAYS = 190
/** Of the last days a third waits until Sunday evening; of the last weeks a few invoices were written and never sent. */
const WAITING_DAYS = 5
const UNSENT_DAYS = 24
const METHODS = ['cash', 'card', 'bank-transfer', 'bank-transfer', 'bank-transfer'] as const
/** The stop of the demo day that is invoiced at 10:40; the other that is done is not yet. */
const EARLY = '08:58'

/** The accounts that follow from lines of work up to a day. */
export function booksOf(charges: readonly Charge[], rows: readonly StopRows[], today: Day): Books {
  const visits = new Map(rows.map(({ visit }) => [visit.id, visit]))
  const groups = [...Map.groupBy(charges, keyOf)].filter(([key, lines]) => isInvoiced(key, lines[0] as Charge, today))
  const made = groups
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, lines], index) => withPayment(invoiceOf(key, lines, visits, index + 1), today))
  const invoiceOfCharge = new Map(made.flatMap(({ invoice, lines }) => lines.map(({ id }) => [id, invoice.id] as const)))
  const paid = made.flatMap(({ payment }) => payment ?? [])
  return {
    charges: charges.map((charge) => ({ ...charge, invoice_id: invoiceOfCharge.get(charge.id) ?? null })),
    invoices: made.map(({ invoice }) => invoice),
    payments: paid,
    allocations: paid.map(({ id, invoice_id, amount_pence }) => ({
      id: uuidOf('cast', 'allocation', id),
      payment_id: id,
      credit_id: null,
      invoice_id: invoice_id ?? '',
      amount_pence,
    })),
  }
}

/** The due day of each client's oldest unpaid invoice; as the service stores it. */
export function oldestDue({ invoices }: Books): Map<string, Day> {
  const found = new Map<string, Day>()
  for (const { payer_client_id, due_on, total_pence, paid_pence } of invoices) {
    if (paid_pence !== total_pence && due_on < (found.get(payer_client_id) ?? '9999')) found.set(payer_client_id, due_on)
  }
  return found
}

function isInvoiced(key: string, charge: Charge, today: Day): boolean {
  const { charged_on: day } = charge
  if (isMonthly(charge)) return issueDay(charge) < today
  if (day === today) return key.includes(cast.clients.ruthOckham.id)
  if (PROMPT.includes(charge.payer_client_id)) return true
  return day < addDays(today, -WAITING_DAYS) || pick(`waits ${key}`, [true, false, true])
}

function invoiceOf(key: string, charges: Charge[], visits: ReadonlyMap<string, StopRows['visit']>, number: number) {
  const [first] = charges as [Charge]
  const payerId = first.payer_client_id
  const day = issueDay(first)
  const visitId = isMonthly(first) ? null : first.appointment_id
  const lines = inLineOrder(charges.map((charge) => toCharge({ ...DEFAULTS, ...charge } as never))).map(
    (charge): InvoiceLine => ({
      chargeId: charge.id,
      kind: charge.kind,
      chargedOn: charge.chargedOn,
      description: charge.description,
      horseName: HORSES.get(charge.horseId ?? '') ?? null,
      ownerName: charge.clientId === payerId ? null : (CLIENTS.get(charge.clientId)?.name ?? null),
      quantity: charge.quantity,
      unitPence: charge.unitPence,
      vatRateBp: charge.vatRateBp,
      includesVat: charge.includesVat,
      ...lineOf(charge),
    }),
  )
  const { netPence, vatPence, grossPence } = totalsOf(lines)
  const invoice: Invoice = {
    id: uuidOf('cast', 'invoice', key),
    payer_client_id: payerId,
    series: 'INV',
    number,
    appointment_id: visitId ?? null,
    issued_on: day,
    due_on: addDays(day, DUE_DAYS),
    note: null,
    credits_invoice_id: null,
    as_was: asWasOf(payerId, visits.get(visitId ?? ''), lines),
    net_pence: netPence,
    vat_pence: vatPence,
    total_pence: grossPence,
    paid_pence: 0,
    sent_at: null,
    member_id: cast.owner.memberId,
  }
  return { invoice, lines: charges }
}

const DEFAULTS = { quantity: 1, vat_rate_bp: 0, includes_vat: false, is_by_hand: false }

/** In the order of the invoices' numbers. */
const keyOf = (charge: Charge) => `${issueDay(charge)} ${isMonthly(charge) ? 'month' : charge.appointment_id} ${charge.payer_client_id}`
const isMonthly = ({ payer_client_id }: Charge) => MONTHLY.includes(payer_client_id)

/** The day of the work, or the last working day of its month. */
function issueDay(charge: Charge): Day {
  if (!isMonthly(charge)) return charge.charged_on
  const last = addDays(`${addMonths(charge.charged_on, 1).slice(0, 7)}-01`, -1)
  return addDays(last, -({ 0: 2, 6: 1 }[weekdayOf(last) as 0 | 6] ?? 0))
}

function asWasOf(payerId: string, visit: StopRows['visit'] | undefined, lines: InvoiceLine[]): InvoiceAsWas {
  const payer = CLIENTS.get(payerId)
  return {
    practice: { name: cast.practice.name, ...ADDRESS, frcNumber: FRC_NUMBER, vatNumber: null },
    payer: {
      name: payer?.name ?? '',
      businessName: payer?.business ?? null,
      isBusiness: payer?.business !== undefined,
      address: payer?.at ?? null,
      postcode: payer?.postcode ?? null,
    },
    bank: BANK,
    terms: INVOICING.terms,
    visit: visit ? { onDay: visit.on_day, location: visit.location ?? null, title: visit.title ?? '' } : null,
    creditsNumber: null,
    lines,
  }
}

const CLIENTS = new Map(Object.entries<CastClient>(CAST_CLIENTS).map(([key, client]) => [cast.clients[key as CastClientKey].id, client]))
const HORSES = new Map(castHorses.map(({ id, name }) => [id, name]))

/** With its payment, where there is one by now; a paid one was sent, unless it was paid at the stop. */
function withPayment({ invoice, lines }: { invoice: Invoice; lines: Charge[] }, today: Day) {
  const { method, on } = habitOf(invoice, today)
  const isNew = invoice.issued_on > addDays(today, -UNSENT_DAYS)
  const isUnsent =
    isNew &&
    !isSlow(invoice) &&
    method === 'bank-transfer' &&
    invoice.issued_on < today &&
    pick(`unsent ${invoice.id}`, [0, 1, 2, 3, 4]) === 0
  const sent_at = isUnsent ? null : sentAt(invoice, today)
  if (isUnsent || !on || on > today) return { invoice: { ...invoice, sent_at }, lines, payment: undefined }
  const payment: Bare<'payments'> = {
    id: uuidOf('cast', 'payment', invoice.id),
    payer_client_id: invoice.payer_client_id,
    amount_pence: invoice.total_pence,
    method,
    received_on: on,
    reference: method === 'bank-transfer' ? `INV-${String(invoice.number).padStart(4, '0')}` : null,
    appointment_id: on === invoice.issued_on ? (invoice.appointment_id ?? null) : null,
    invoice_id: invoice.id,
    member_id: cast.owner.memberId,
    provider_ref: null,
    refunds_payment_id: null,
  }
  return { invoice: { ...invoice, sent_at, paid_pence: invoice.total_pence }, lines, payment }
}

const sentAt = ({ issued_on }: Invoice, today: Day): Date => instantOf(issued_on, issued_on === today ? EARLY : '17:40', cast.practice.zone)

const isSlow = ({ payer_client_id }: Invoice) => Object.keys(SLOW).some((key) => cast.clients[key as CastClientKey].id === payer_client_id)

/** How and when an invoice is paid; undefined: not at all. */
function habitOf({ id, payer_client_id, issued_on }: Invoice, today: Day): { method: (typeof METHODS)[number]; on?: Day } {
  const slow = Object.entries(SLOW).find(([key]) => cast.clients[key as CastClientKey].id === payer_client_id)
  if (slow?.[0] === CAST_BAD_PAYER && issued_on > addDays(today, -UNPAID_DAYS)) return { method: 'bank-transfer' }
  if (slow) return { method: 'bank-transfer', on: addDays(issued_on, slow[1] + Number(pick(`slow ${id}`, [-3, 0, 2, 5]))) }
  const method = PROMPT.includes(payer_client_id) ? 'card' : pick(`method ${payer_client_id}`, METHODS)
  return { method, on: method === 'bank-transfer' ? addDays(issued_on, pick(`pays ${id}`, [1, 2, 3, 4, 6, 9, 12])) : issued_on }
}
