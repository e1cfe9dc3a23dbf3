import { HandCoins, Undo2 } from 'lucide-react'
import { Link } from 'wouter'
import { numberOf } from '#features/ledger/invoices/rules.ts'
import type { KnownInvoice } from '#features/ledger/invoices/web/data.ts'
import { InvoiceLink } from '#features/ledger/invoices/web/InvoiceLink.tsx'
import type { KnownPayment } from '#features/ledger/payments/web/data.ts'
import { howWords } from '#features/ledger/payments/web/PaymentsPanel.tsx'
import { type InvoiceMoney, useInvoiceMoney } from '#features/ledger/payments/web/use-accounts.ts'
import { shortDay } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import { RowMark } from '#ui/PendingMark.tsx'

/** An invoice's payments and credit notes, each with a link. Nothing while there is none. */
export function InvoiceMoneyPanel({ invoice }: { invoice: KnownInvoice }) {
  const money = useInvoiceMoney(invoice)
  if (!money || money.length === 0) return null
  return (
    <section aria-labelledby={`settled-${invoice.id}`} className="grid gap-1">
      <h3 id={`settled-${invoice.id}`} className="text-16">
        Paid by
      </h3>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {money.map((one) => (
          <li key={one.id} className="flex items-center gap-2.5 px-3 py-2">
            {one.credit ? <Undo2 size={18} aria-hidden /> : <HandCoins size={18} aria-hidden />}
            <span className="min-w-0 flex-1">
              <What settled={one} />
            </span>
            <b className="tabular-nums">{pounds(one.pence)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}

const What = ({ settled: { payment, credit } }: { settled: InvoiceMoney }) =>
  payment ? (
    <PaymentLink payment={payment} />
  ) : credit ? (
    <InvoiceLink id={credit.id}>{numberOf(credit) ?? 'Credit note'}</InvoiceLink>
  ) : (
    'A payment'
  )

const PaymentLink = ({ payment }: { payment: KnownPayment }) => (
  <>
    <Link href={`/money?tab=payments&payment=${payment.id}`} className="link">
      {`${howWords(payment)}, ${shortDay(payment.receivedOn)}`}
    </Link>{' '}
    <RowMark of={[payment]} />
  </>
)
