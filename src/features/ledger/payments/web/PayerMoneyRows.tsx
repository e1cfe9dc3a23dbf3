import { Undo2 } from 'lucide-react'
import { numberOf, type Sums } from '#features/ledger/invoices/rules.ts'
import type { KnownInvoice } from '#features/ledger/invoices/web/data.ts'
import { InvoiceStatusBadge } from '#features/ledger/invoices/web/InvoiceStatusBadge.tsx'
import { methodWords } from '#features/ledger/payments/method-words.ts'
import { type KnownPayment, removePayment } from '#features/ledger/payments/web/data.ts'
import { pounds } from '#lib/money.ts'
import { Button } from '#ui/Button.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { RowMark } from '#ui/PendingMark.tsx'
import { withToast } from '#ui/with-toast.ts'

/** What is still to be invoiced, and the unpaid part of the whole. */
export function Totals({ totals, duePence, hasMore }: { totals: Sums; duePence: number; hasMore: boolean }) {
  const rows = [totals.vatPence !== 0 && (['VAT', totals.vatPence] as const), ['Total', totals.grossPence] as const].filter(
    (row) => row !== false,
  )
  return (
    <dl className="mx-3.5 mb-3 grid gap-0.5 border-t border-line-2 pt-2">
      {(!hasMore || totals.grossPence !== 0) &&
        rows.map(([name, pence]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt>{name}</dt>
            <dd className="tabular-nums">{pounds(pence)}</dd>
          </div>
        ))}
      {hasMore && (
        <div className="flex justify-between gap-4 font-bold">
          <dt>{duePence > 0 ? 'Left to pay' : 'Paid'}</dt>
          <dd className="tabular-nums">{duePence > 0 ? pounds(duePence) : 'in full'}</dd>
        </div>
      )}
    </dl>
  )
}

/** An invoice of the visit, and its status. */
export const InvoiceRow = ({ invoice }: { invoice: KnownInvoice }) => (
  <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
    <span className="min-w-0 flex-1">
      <b>{numberOf(invoice) ?? 'Invoice'}</b> <span className="tabular-nums">{pounds(invoice.totalPence)}</span>
      <span className="block text-14 text-ink-2">{sentWords(invoice)}</span>
    </span>
    <InvoiceStatusBadge invoice={invoice} />
    {invoice.number !== null && (
      <LinkButton size="sm" variant="quiet" href={`/money?tab=invoices&invoice=${invoice.id}`} aria-label={`View ${numberOf(invoice)}`}>
        View
      </LinkButton>
    )}
  </li>
)

/** How an invoice goes or went to its payer. */
function sentWords({ number, sentAt, askedToSend }: KnownInvoice): string {
  const way = askedToSend && (askedToSend === 'sms' ? 'by text' : 'by e-mail')
  if (number === null) return way ? `Gets its number when there's signal, then goes ${way}` : "Gets its number when there's signal"
  if (sentAt) return 'Sent'
  return way ? `Goes ${way} when there's signal` : 'Never sent'
}

/** Money taken at the visit; taken by mistake, it can be undone. */
export const PaymentRow = ({ payment }: { payment: KnownPayment }) => (
  <li className="flex min-h-12 items-center gap-3 py-1.5">
    <span className="min-w-0 flex-1">
      {`${payment.amountPence < 0 ? 'Refunded' : 'Paid'}, ${methodWords(payment.method)}`} <RowMark of={[payment]} />
    </span>
    <span className="tabular-nums">{pounds(payment.amountPence)}</span>
    <Button
      variant="quiet"
      size="icon"
      icon={Undo2}
      aria-label={`Remove the payment of ${pounds(payment.amountPence)}`}
      onClick={() =>
        withToast('Payment removed', `${pounds(payment.amountPence)}, ${methodWords(payment.method)}.`, () => removePayment(payment))
      }
    />
  </li>
)
