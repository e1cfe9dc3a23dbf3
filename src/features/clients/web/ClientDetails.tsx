import { Mail, MessageSquare, Navigation, Pencil, Phone } from 'lucide-react'
import type { ComponentType } from 'react'
import { waysToReach } from '#features/clients/web/contact.ts'
import type { KnownClient } from '#features/clients/web/data.ts'
import { Button } from '#ui/Button.tsx'
import { Facts } from '#ui/Facts.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Note } from '#ui/Note.tsx'
import { RecordPanel } from '#ui/RecordPanel.tsx'

/** What other features know of a client. */
export type ClientParts = {
  /** How many horses and how they stand, in a line. */
  HorseCount: ComponentType<{ clientId: string }>
  Horses: ComponentType<{ clientId: string }>
  NextVisit: ComponentType<{ clientId: string }>
}
type Props = Pick<ClientParts, 'Horses' | 'NextVisit'> & {
  client: KnownClient
  onClose: () => void
  onEdit?: (() => void) | undefined
}

/** Spec §2 Clients, View Details: how to reach them, what to know, their next visit and their horses. */
export const ClientDetails = ({ client, onClose, onEdit, Horses, NextVisit }: Props) => (
  <RecordPanel
    title={client.name}
    onClose={onClose}
    footer={
      onEdit && (
        <Button icon={Pencil} onClick={onEdit}>
          Edit
        </Button>
      )
    }
  >
    <div className="grid gap-4">
      {client.businessName && <p className="-mt-1 text-ink-2">{client.businessName}</p>}
      <Reach client={client} />
      <Facts
        facts={[
          ['Phone', client.phone ?? 'No phone number on file'],
          ['E-mail', client.email],
          ['Address', [client.address, client.postcode].filter(Boolean).join('\n')],
          ['Billed as', client.isBusiness && 'A business'],
          ['Texts', client.stoppedAt && 'Asked for no more texts'],
          ['Active', !client.isActive && 'No'],
        ]}
      />
      {client.notes && <Note className="max-h-64 overflow-y-auto whitespace-pre-line">{client.notes}</Note>}
      <NextVisit clientId={client.id} />
      <Horses clientId={client.id} />
    </div>
  </RecordPanel>
)

function Reach({ client }: { client: KnownClient }) {
  const { call, text, email, find } = waysToReach(client)
  if (!call && !email && !find) return null
  return (
    <div className="grid grid-cols-2 gap-2">
      {call && (
        <LinkButton href={call} icon={Phone}>
          Call
        </LinkButton>
      )}
      {text && (
        <LinkButton href={text} icon={MessageSquare}>
          Text
        </LinkButton>
      )}
      {email && (
        <LinkButton href={email} icon={Mail}>
          E-mail
        </LinkButton>
      )}
      {find && (
        <LinkButton href={find} icon={Navigation} target="_blank" rel="noreferrer">
          Navigate
        </LinkButton>
      )}
    </div>
  )
}
