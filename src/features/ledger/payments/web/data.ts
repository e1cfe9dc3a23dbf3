import type { NewPayment, Payment } from '#features/ledger/payments/contract.ts'
import type { Day } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { memoLast } from '#lib/memo-last.ts'
import { type Change, record } from '#platform/web/sync/outbox.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** A payment, or money given back, as this device holds it. */
export type KnownPayment = Kept<Payment>

/** Payments and money given back, newest first; undefined while they load. */
export function usePayments(): readonly KnownPayment[] | undefined {
  const rows = useRows<Payment>('payments')
  return rows && newestFirst(rows)
}

/** How a payer paid last, as they likely will again; cash when unknown. */
export const useLastMethod = (payerClientId: string | undefined): Payment['method'] =>
  usePayments()?.find((payment) => payment.payerClientId === payerClientId && payment.amountPence > 0)?.method ?? 'cash'

type Taken = Pick<Payment, 'payerClientId' | 'amountPence' | 'method'> & {
  receivedOn: Day
  reference?: string | null
  appointmentId?: string | null
  invoiceId?: string | null
}

/** Records money taken; returns its id. The server decides its allocations. */
export async function takePayment(taken: Taken): Promise<string> {
  const change = taking(taken)
  return (await record([change])) ? change.id : ''
}

/** Records money given back out of a payment; its id. `amountPence` is what goes back, above nothing. */
export async function refundPayment(
  payment: KnownPayment,
  { amountPence, ...how }: { amountPence: number; method: Payment['method']; receivedOn: Day; reference?: string | null },
): Promise<string> {
  const change = taking({ ...how, payerClientId: payment.payerClientId, amountPence: -amountPence, refundsPaymentId: payment.id })
  return (await record([change])) ? change.id : ''
}

/** Removes a payment recorded by mistake; undoing records it again. Undefined: it was gone. */
export async function removePayment(payment: KnownPayment): Promise<(() => Promise<boolean>) | undefined> {
  if ((await record([{ action: 'DELETE', entity: 'payments', id: payment.id }])) === false) return undefined
  const { payerClientId, amountPence, method, receivedOn, reference, refundsPaymentId, appointmentId, invoiceId } = payment
  const again = taking({ payerClientId, amountPence, method, receivedOn, reference, refundsPaymentId, appointmentId, invoiceId })
  return async () => (await record([again])) !== false
}

function taking(data: NewPayment & { payerClientId: string }): Change & { id: string } {
  return { action: 'CREATE', entity: 'payments', id: uuidv7(), data, alsoShow: { ...BLANK, ...data } }
}

/** What the server fills in when a field is left out. */
const BLANK = {
  reference: null,
  refundsPaymentId: null,
  appointmentId: null,
  invoiceId: null,
  memberId: null,
  cameBy: 'hand',
} satisfies Partial<Payment>

const newestFirst = memoLast((rows: readonly KnownPayment[]) =>
  rows.toSorted((a, b) => b.receivedOn.localeCompare(a.receivedOn) || b.id.localeCompare(a.id)),
)
