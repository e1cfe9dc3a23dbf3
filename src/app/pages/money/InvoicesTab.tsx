import { lazy, Suspense, useState } from 'react'
import { leftOf } from '#features/ledger/invoices/rules.ts'
import { InvoiceDetailsPanel } from '#features/ledger/invoices/web/InvoiceDetailsPanel.tsx'
import { type InvoiceRecordProps, InvoicesPanel } from '#features/ledger/invoices/web/InvoicesPanel.tsx'
import { InvoiceMoneyPanel } from '#features/ledger/payments/web/InvoiceMoneyPanel.tsx'
import { Button } from '#ui/Button.tsx'

const PaymentDialog = lazy(() =>
  import('#features/ledger/payments/web/PaymentDialogCard.tsx').then((m) => ({ default: m.PaymentDialogCard })),
)

/** The invoices, each with the money that came for it. */
export const InvoicesTab = () => <InvoicesPanel Record={InvoiceRecord} />

function InvoiceRecord({ invoice, onClose }: InvoiceRecordProps) {
  const [isTaking, setTaking] = useState(false)
  const left = invoice.kind === 'invoice' ? leftOf(invoice) : 0
  const payment = left > 0 && (
    <Button variant="primary" onClick={() => setTaking(true)}>
      Take payment
    </Button>
  )
  return (
    <>
      <InvoiceDetailsPanel invoice={invoice} onClose={onClose} settled={<InvoiceMoneyPanel invoice={invoice} />} payment={payment} />
      <Suspense>
        {isTaking && (
          <PaymentDialog payerClientId={invoice.payerClientId} invoiceId={invoice.id} amountPence={left} onClose={() => setTaking(false)} />
        )}
      </Suspense>
    </>
  )
}
