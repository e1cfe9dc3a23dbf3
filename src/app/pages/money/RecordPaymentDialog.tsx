import { useState } from 'react'
import { PaymentDialogCard } from '#features/ledger/payments/web/PaymentDialogCard.tsx'
import { useAccounts } from '#features/ledger/payments/web/use-accounts.ts'
import { ClientPicker } from '#features/records/clients/web/ClientPicker.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'

/** Money taken: first from whom, then how much, which begins with what they owe. Mount it to open it. */
export function RecordPaymentDialog({ onClose }: { onClose: () => void }) {
  const accounts = useAccounts()
  const [payerClientId, choose] = useState<string | null>(null)
  if (payerClientId)
    return <PaymentDialogCard payerClientId={payerClientId} amountPence={accounts?.get(payerClientId)?.owedPence} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Record payment"
      startsTyping
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      <Field label="Who paid" help="It settles their oldest invoice first. Anything over stays on account.">
        <ClientPicker value={null} onChange={choose} />
      </Field>
    </Dialog>
  )
}
