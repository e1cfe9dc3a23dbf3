import type { Invoice } from '#features/ledger/invoices/contract.ts'
import type { Payment } from '#features/ledger/payments/contract.ts'
import type { Day } from '#lib/dates.ts'

/** Kinds of charges that are other income, not turnover, and no supply for VAT: a client pays them for being late. */
export const EXTRA_KINDS = ['late-fee', 'interest', 'compensation', 'late-cancellation'] as const

/** The balance of an account: what is owed, what is not allocated yet, and when the oldest unpaid invoice was due. Whole pence. */
export type Balance = { owedPence: number; onAccountPence: number; oldestDueOn: Day | null }

type Ledgered = Pick<Invoice, 'kind' | 'totalPence' | 'paidPence' | 'dueOn'>

/**
 * One payer's balance, from all their invoices, credit notes and payments. Money on account is allocated to debts as soon as the server
 * sees both, so one of the two is zero.
 */
export function balanceOf(invoices: readonly Ledgered[], payments: readonly Pick<Payment, 'amountPence'>[]): Balance {
  const issued = invoices.filter(({ kind }) => kind === 'invoice')
  const credits = invoices.filter(({ kind }) => kind === 'credit')
  const asked = sum(issued.map(({ totalPence }) => totalPence))
  const net = asked - sum(credits.map(({ totalPence }) => totalPence)) - sum(payments.map(({ amountPence }) => amountPence))
  const open = issued.filter((one) => one.paidPence < one.totalPence)
  return {
    owedPence: Math.max(0, net),
    onAccountPence: Math.max(0, -net),
    oldestDueOn: net > 0 ? (open.map(({ dueOn }) => dueOn).sort()[0] ?? null) : null,
  }
}

/** The part of a payment that can still be refunded. */
export const refundable = (
  payment: Pick<Payment, 'id' | 'amountPence'>,
  all: readonly Pick<Payment, 'refundsPaymentId' | 'amountPence'>[],
): number =>
  payment.amountPence + sum(all.filter(({ refundsPaymentId }) => refundsPaymentId === payment.id).map(({ amountPence }) => amountPence))

/** Money to allocate to invoices: a payment, or a credit note. */
export type Source = {
  id: string
  kind: 'payment' | 'credit'
  payerId: string
  /** The unallocated pence. Negative: more is allocated than there is, because some was refunded or it was removed. */
  freePence: number
  on: Day
  /** The invoices it was recorded for and, in `appointmentId`, the visit it was taken at: these come first. */
  invoiceIds: readonly string[]
  appointmentId: string | null
  /** Its current allocations. */
  settles: readonly SourceAllocation[]
}
export type SourceAllocation = { invoiceId: string; amountPence: number; dueOn: Day; appointmentId: string | null }
/** An invoice not all paid. */
export type Open = { id: string; payerId: string; leftPence: number; dueOn: Day; appointmentId: string | null }
/** A change of the pence allocated from a source to an invoice; negative: an allocation is reversed. */
export type Shift = { source: Source; invoiceId: string; pence: number }

/**
 * Allocates all money that can be allocated. Current allocations stay, except those whose source no longer has the money: these are
 * reversed, from the invoice due last first. A credit note goes to its own invoice; a payment to the invoice it names, then to those of the
 * visit it was taken at; what is left of either goes to the payer's oldest due. So no payer has money on account and an unpaid invoice at
 * once. Pure, and the same for the same input.
 */
export function planAllocations(sources: readonly Source[], open: readonly Open[]): Shift[] {
  const ofPayer = Map.groupBy(open, ({ payerId }) => payerId)
  return [...Map.groupBy(sources, ({ payerId }) => payerId)].flatMap(([payerId, some]) =>
    allocateForPayer(some, ofPayer.get(payerId) ?? []),
  )
}

function allocateForPayer(sources: readonly Source[], open: readonly Open[]): Shift[] {
  const shifts = new Map<string, Shift>()
  const left = new Map(open.map((one) => [one.id, { ...one }]))
  const move = (source: Source, invoice: Open, pence: number) => {
    const key = `${source.id} ${invoice.id}`
    shifts.set(key, { source, invoiceId: invoice.id, pence: (shifts.get(key)?.pence ?? 0) + pence })
    invoice.leftPence -= pence
  }
  for (const source of sources) {
    for (const { allocation, pence } of takenBack(source)) {
      const invoice = left.get(allocation.invoiceId) ?? reopened(source, allocation)
      left.set(invoice.id, invoice)
      move(source, invoice, -pence)
    }
  }
  const oldestFirst = [...left.values()].sort(byDue)
  const purses = sources.toSorted(bySource).map((source) => ({ source, pence: source.freePence }))
  for (const isMeant of MEANT) {
    for (const purse of purses) {
      for (const invoice of oldestFirst) {
        const pence = Math.min(purse.pence, invoice.leftPence)
        if (pence <= 0 || !isMeant(purse.source, invoice)) continue
        move(purse.source, invoice, pence)
        purse.pence -= pence
      }
    }
  }
  return [...shifts.values()].filter(({ pence }) => pence !== 0)
}

/** Which invoices money is for, in the order in which it goes there. */
const MEANT: readonly ((source: Source, invoice: Open) => boolean)[] = [
  (source, invoice) => source.invoiceIds.includes(invoice.id),
  (source, invoice) => source.appointmentId !== null && source.appointmentId === invoice.appointmentId,
  () => true,
]

/** The allocations that a source no longer has the money for. */
function takenBack(source: Source): { allocation: SourceAllocation; pence: number }[] {
  let missing = -source.freePence
  const lastFirst = source.settles.toSorted((a, b) => compare(b.dueOn, a.dueOn) || compare(b.invoiceId, a.invoiceId))
  return lastFirst.flatMap((allocation) => {
    const pence = Math.min(missing, allocation.amountPence)
    if (pence <= 0) return []
    missing -= pence
    return [{ allocation, pence }]
  })
}

const reopened = ({ payerId }: Source, { invoiceId, dueOn, appointmentId }: SourceAllocation): Open => ({
  ...{ id: invoiceId, payerId, dueOn, appointmentId },
  leftPence: 0,
})

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const byDue = (a: Open, b: Open) => compare(a.dueOn, b.dueOn) || compare(a.id, b.id)
/** Credit notes first: they are allocated to their own invoice. */
const bySource = (a: Source, b: Source) => compare(a.kind, b.kind) || compare(a.on, b.on) || compare(a.id, b.id)
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** What names a payment made of a statement's line, so that it is made once. */
export const refOfLine = (lineId: string): string => `bank:${lineId}`

/** The line a payment was made of; undefined for any other. */
export const lineOfRef = (providerRef: string): string | undefined => (providerRef.startsWith('bank:') ? providerRef.slice(5) : undefined)

/** How we know of a payment. */
export function cameByOf(providerRef: string | null): Payment['cameBy'] {
  if (providerRef === null) return 'hand'
  return lineOfRef(providerRef) ? 'bank' : 'card'
}
