import { Mail, MessageSquareText } from 'lucide-react'
import type { SendingChannel } from '#features/ledger/invoices/sending-contract.ts'
import { useClient } from '#features/records/clients/web/data.ts'
import { MenuItem } from '#ui/DropdownMenu.tsx'

type Props = { clientId: string; onSend: (channel: SendingChannel) => void }

/** The ways to send a paper to its payer, as entries of a menu; one that is not available shows why. */
export function ChannelsPanel({ clientId, onSend }: Props) {
  const client = useClient(clientId)
  const noText = !client?.phoneE164 ? 'no mobile number' : client.stoppedAt ? 'asked for no more texts' : null
  return (
    <>
      <MenuItem icon={MessageSquareText} disabled={noText !== null} onSelect={() => onSend('sms')}>
        {noText ? `Text: ${noText}` : `Text ${client?.name}`}
      </MenuItem>
      <MenuItem icon={Mail} disabled={!client?.email} onSelect={() => onSend('email')}>
        {client?.email ? `E-mail ${client.name}` : 'E-mail: no address'}
      </MenuItem>
    </>
  )
}
