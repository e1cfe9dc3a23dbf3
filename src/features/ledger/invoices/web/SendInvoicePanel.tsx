import { Copy, Link2Off, Send, Share2 } from 'lucide-react'
import type { SendingChannel } from '#features/ledger/invoices/sending-contract.ts'
import { sentWords } from '#features/ledger/invoices/sent-words.ts'
import { ChannelsPanel } from '#features/ledger/invoices/web/ChannelsPanel.tsx'
import type { KnownInvoice } from '#features/ledger/invoices/web/data.ts'
import { linkInvoice, sendInvoice, takeBackLinks } from '#features/ledger/invoices/web/server.ts'
import { useActWithToast } from '#features/ledger/invoices/web/use-act-with-toast.ts'
import { copyText } from '#platform/web/device/clipboard.ts'
import { canShare, share } from '#platform/web/device/share.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { Button } from '#ui/Button.tsx'
import { DropdownMenu, MenuItem, MenuSeparator } from '#ui/DropdownMenu.tsx'

type Props = { invoice: KnownInvoice; isPrimary: boolean }

/** The ways to send an invoice to its payer: by text, by e-mail, or by a link handed over oneself. */
export function SendInvoicePanel({ invoice, isPrimary }: Props) {
  const reachable = useReachable()
  const { isBusy, act } = useActWithToast()
  const send = (channel: SendingChannel) =>
    void act(async () => ({ title: 'Invoice', description: sentWords(await sendInvoice(invoice.id, channel)) }))
  return (
    <DropdownMenu
      label="Send this invoice"
      trigger={
        <Button variant={isPrimary ? 'primary' : 'plain'} icon={Send} disabled={!reachable} busy={isBusy} busyLabel="Sending...">
          Send
        </Button>
      }
    >
      <ChannelsPanel clientId={invoice.payerClientId} onSend={send} />
      <MenuSeparator />
      <MenuItem icon={Copy} onSelect={() => void act(() => copy(invoice.id))}>
        Copy its link
      </MenuItem>
      {canShare() && (
        <MenuItem icon={Share2} onSelect={() => void act(() => pass(invoice.id))}>
          Share its link
        </MenuItem>
      )}
      <MenuItem icon={Link2Off} onSelect={() => void act(() => takeBack(invoice.id))}>
        Stop sharing
      </MenuItem>
    </DropdownMenu>
  )
}

async function copy(id: string) {
  const { url } = await linkInvoice(id)
  await copyText(url)
  return { title: 'Link copied', description: 'Anyone who has it sees this invoice, and nothing else.' }
}

async function pass(id: string) {
  const { url } = await linkInvoice(id)
  // Closed without choosing: nothing was shared.
  await share({ url })
  return { title: 'Link made', description: 'Anyone who has it sees this invoice, and nothing else.' }
}

async function takeBack(id: string) {
  await takeBackLinks(id)
  return { title: 'No longer shared', description: 'Its links no longer work.' }
}
