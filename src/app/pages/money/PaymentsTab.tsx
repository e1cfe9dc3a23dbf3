import { ReceiptLink } from '#features/ledger/accounts/web/ReceiptLink.tsx'
import { PaymentDetailsPanel } from '#features/ledger/payments/web/PaymentDetailsPanel.tsx'
import { type PaymentRecordProps, PaymentsPanel } from '#features/ledger/payments/web/PaymentsPanel.tsx'

/** The payments, each with its receipt. */
export const PaymentsTab = () => <PaymentsPanel Record={PaymentRecord} />

const PaymentRecord = ({ payment, onClose }: PaymentRecordProps) => (
  <PaymentDetailsPanel payment={payment} onClose={onClose} receipt={<ReceiptLink payment={payment} />} />
)
