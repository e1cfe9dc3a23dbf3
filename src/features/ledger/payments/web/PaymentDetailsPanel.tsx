import { Trash2, Undo2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { numberOf } from '#features/ledger/invoices/rules.ts'
import { useInvoices } from '#features/ledger/invoices/web/data.ts'
import { InvoiceLink } from '#features/ledger/invoices/web/InvoiceLink.tsx'
import type { Allocation } from '#features/ledger/payments/contract.ts'
import { refundable } from '#features/ledger/payments/rules.ts'
import { type KnownPayment, removePayment, usePayments } from '#features/ledger/payments/web/data.ts'
import { howWords } from '#features/ledger/payments/web/PaymentsPanel.tsx'
import { ClientLink } from '#features/records/clients/web/ClientLink.tsx'
import { dayAndYear } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import { offlineHref } from '#platform/web/sync/offline-href.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { Button } from '#ui/Button.tsx'
import { Facts } from '#ui/Facts.tsx'
import { RecordPanel } from '#ui/RecordPanel.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { SyncNote } from '#ui/SyncNote.tsx'
import { withToast } from '#ui/with-toast.ts'

const PaymentDialog = lazy(() =>
  import('#features/ledger/payments/web/PaymentDialogCard.tsx').then((m) => ({ default: m.PaymentDialogCard })),
)

type Props = {
  payment: KnownPayment
  onClose: () => void
  /** The control that sends its payer a receipt. */
  receipt: ReactNode
}

const CAME = { hand: null, bank: 'from a bank statement', card: 'paid online' } as const
/** A bank has no card payments: their lines are of the reader. */
const cameWords = ({ cameBy, method }: KnownPayment) => (cameBy === 'bank' && method === 'card' ? 'from your card reader' : CAME[cameBy])

/** One payment: its allocations, and the actions on it. */
export function PaymentDetailsPanel({ payment, onClose, receipt }: Props) {
  const payments = usePayments()
  const [isRefunding, setRefunding] = useState(false)
  const isTaken = payment.amountPence > 0
  const left = isTaken && payments ? refundable(payment, payments) : 0
  const first = payments?.find(({ id }) => id === payment.refundsPaymentId)
  const remove = () => {
    onClose()
    return withToast(isTaken ? 'Payment removed' : 'Removed', 'What it paid is owed again.', () => removePayment(payment))
  }
  return (
    <RecordPanel title={isTaken ? 'Payment' : 'Refunded'} onClose={onClose}>
      <div className="grid gap-4">
        <SyncNote {...payment} href={offlineHref('payments', payment.id)} />
        <b className="text-30">{pounds(payment.amountPence)}</b>
        <Facts
          facts={[
            [isTaken ? 'From' : 'To', <ClientLink key="who" id={payment.payerClientId} />],
            ['On', dayAndYear(payment.receivedOn)],
            ['How', [howWords(payment), cameWords(payment)].filter(Boolean).join(', ')],
            ['Reference', payment.reference],
            ['Out of', first && `${pounds(first.amountPence)} of ${dayAndYear(first.receivedOn)}`],
          ]}
        />
        {isTaken && <AllocatedTo payment={payment} />}
        <div className="flex flex-wrap gap-2">
          {isTaken && !payment.isOffline && receipt}
          {left > 0 && !payment.isOffline && (
            <Button size="sm" icon={Undo2} onClick={() => setRefunding(true)}>
              Refund
            </Button>
          )}
          {payment.cameBy === 'hand' && (
            <Button size="sm" variant="danger" icon={Trash2} onClick={remove}>
              Remove, it was a mistake
            </Button>
          )}
        </div>
        {payment.cameBy === 'bank' && (
          <p className="text-14 text-ink-2">It was made of a line under Money, Bank. If it's wrong, unmatch the line there.</p>
        )}
      </div>
      <Suspense>
        {isRefunding && (
          <PaymentDialog payerClientId={payment.payerClientId} refundOf={payment} amountPence={left} onClose={() => setRefunding(false)} />
        )}
      </Suspense>
    </RecordPanel>
  )
}

/** Which invoices a payment went to; the rest is on account. */
function AllocatedTo({ payment }: { payment: KnownPayment }) {
  const [all, invoices, payments] = [useRows<Allocation>('allocations'), useInvoices(), usePayments()]
  if (!all || !invoices || !payments) return <SkeletonRows label="Loading what it settles..." rows={1} />
  const allocations = all.filter(({ paymentId }) => paymentId === payment.id)
  const back = payments.filter(({ refundsPaymentId }) => refundsPaymentId === payment.id)
  const used = allocations.reduce((sum, { amountPence }) => sum + amountPence, 0)
  const returned = back.reduce((sum, { amountPence }) => sum - amountPence, 0)
  const rest = payment.amountPence - used - returned
  if (payment.isOffline) return <p className="text-14 text-ink-2">What it pays is worked out once it's sent.</p>
  return (
    <section aria-label="What it pays" className="rounded-lg border border-line">
      <ul className="divide-y divide-line">
        {allocations.map(({ id, invoiceId, amountPence }) => (
          <li key={id} className="flex justify-between gap-3 px-3 py-2">
            <InvoiceLink id={invoiceId}>{invoiceWords(invoices.find((one) => one.id === invoiceId))}</InvoiceLink>
            <span className="tabular-nums">{pounds(amountPence)}</span>
          </li>
        ))}
        {returned > 0 && <Rest words="Refunded" pence={returned} />}
        {rest > 0 && <Rest words="On account" pence={rest} />}
      </ul>
    </section>
  )
}

const Rest = ({ words, pence }: { words: string; pence: number }) => (
  <li className="flex justify-between gap-3 px-3 py-2">
    <span>{words}</span>
    <span className="tabular-nums">{pounds(pence)}</span>
  </li>
)

const invoiceWords = (invoice: Parameters<typeof numberOf>[0] | undefined) => (invoice && numberOf(invoice)) ?? 'An invoice'
