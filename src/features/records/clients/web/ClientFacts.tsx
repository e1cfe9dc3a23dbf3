import { Mail, MessageSquare, Navigation, Phone } from 'lucide-react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { CHANNELS } from '#features/records/clients/rules.ts'
import { ClientLink } from '#features/records/clients/web/ClientLink.tsx'
import { waysToReach } from '#features/records/clients/web/contact.ts'
import type { KnownClient } from '#features/records/clients/web/data.ts'
import { placeFacts } from '#features/records/clients/web/PlaceLink.tsx'
import { dayAndYear, dayOf } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Facts } from '#ui/Facts.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Note } from '#ui/Note.tsx'

/** How to reach a client and what to know of them. */
export function ClientFacts({ client }: { client: KnownClient }) {
  const zone = useSession<CurrentUser>().user?.practice.zone ?? 'Europe/London'
  return (
    <>
      <Reach client={client} />
      <Facts
        facts={[
          ['Phone', client.phone ?? 'No phone number on file'],
          ['E-mail', client.email],
          ['Prefers', CHANNELS.find(({ value }) => value === client.preferredChannel && value !== 'sms')?.label],
          ['Address', [client.address, client.postcode].filter(Boolean).join('\n')],
          ...placeFacts(client),
          ['Billed as', client.isBusiness && 'A business'],
          ['Usually paid by', client.payerClientId && <ClientLink id={client.payerClientId} />],
          ['Texts', client.stoppedAt && `Asked for no more texts on ${dayAndYear(dayOf(client.stoppedAt, zone))}`],
        ]}
      />
      {client.notes && <Note className="max-h-64 overflow-y-auto whitespace-pre-line">{client.notes}</Note>}
    </>
  )
}

function Reach({ client }: { client: KnownClient }) {
  const { call, text, email, find } = waysToReach(client)
  if (!call && !email && !find) return null
  return (
    <div className="grid grid-cols-2 gap-2">
      {call && (
        <LinkButton {...call} icon={Phone}>
          Call
        </LinkButton>
      )}
      {text && (
        <LinkButton {...text} icon={MessageSquare}>
          Text
        </LinkButton>
      )}
      {email && (
        <LinkButton {...email} icon={Mail}>
          E-mail
        </LinkButton>
      )}
      {find && (
        <LinkButton icon={Navigation} target="_blank" rel="noreferrer" {...find}>
          Navigate
        </LinkButton>
      )}
    </div>
  )
}
