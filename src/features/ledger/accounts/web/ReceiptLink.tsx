import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { sendReceipt } from '#features/ledger/accounts/web/server.ts'
import { sentWords } from '#features/ledger/invoices/sent-words.ts'
import { ChannelsPanel } from '#features/ledger/invoices/web/ChannelsPanel.tsx'
import type { Payment } from '#features/ledger/payments/contract.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { Button } from '#ui/Button.tsx'
import { DropdownMenu } from '#ui/DropdownMenu.tsx'
import { toast } from '#ui/toast-store.ts'

/** Notifies a payer that their payment has come, by text or e-mail. */
export function ReceiptLink({ payment }: { payment: Pick<Payment, 'id' | 'payerClientId'> }) {
  const reachable = useReachable()
  const [isBusy, setBusy] = useState(false)
  const send = async (channel: 'sms' | 'email') => {
    setBusy(true)
    try {
      toast({ title: 'Receipt', description: sentWords(await sendReceipt(payment.id, channel)) })
    } catch (error) {
      toast({ variant: 'destructive', title: 'Receipt not sent', description: sentenceOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <DropdownMenu
      label="Send a receipt"
      trigger={
        <Button size="sm" icon={ReceiptText} disabled={!reachable} busy={isBusy} busyLabel="Sending...">
          Receipt
        </Button>
      }
    >
      <ChannelsPanel clientId={payment.payerClientId} onSend={(channel) => void send(channel)} />
    </DropdownMenu>
  )
}
