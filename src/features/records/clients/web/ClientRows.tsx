import { Phone } from 'lucide-react'
import { placeOf } from '#features/records/clients/rules.ts'
import type { ClientCardsProps } from '#features/records/clients/web/ClientCards.tsx'
import { waysToReach } from '#features/records/clients/web/contact.ts'
import type { KnownClient } from '#features/records/clients/web/data.ts'
import { initialOf } from '#lib/collate.ts'
import { PersonAvatar } from '#ui/Avatar.tsx'
import { Badge } from '#ui/Badge.tsx'
import { PendingMark } from '#ui/PendingMark.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'

type Props = Pick<ClientCardsProps, 'clients' | 'onView' | 'Balance'> & {
  /** By the best match, which needs no headings. */
  isRanked: boolean
}

/** The clients on a phone: a row each under its letter; the row opens the record, the receiver rings. */
export const ClientRows = ({ clients, isRanked, ...act }: Props) => (
  <div className="-mx-3 border-b border-line">
    {[...Map.groupBy(clients, ({ name }) => (isRanked ? '' : initialOf(name)))].map(([letter, some]) => (
      <section key={letter} {...(letter && { 'aria-label': letter })}>
        {letter && <h2 className="flex h-8 items-end px-3 pb-1 text-14 tracking-normal">{letter}</h2>}
        <ul className="divide-y divide-line border-t border-line bg-surface">
          {some.map((client) => (
            <Row key={client.id} client={client} {...act} />
          ))}
        </ul>
      </section>
    ))}
  </div>
)

type RowProps = Pick<Props, 'onView' | 'Balance'> & { client: KnownClient }

function Row({ client, onView, Balance }: RowProps) {
  const { call } = waysToReach(client)
  return (
    <li className="flex h-16 items-center">
      <button
        type="button"
        onClick={() => onView(client.id)}
        className="flex h-full min-w-0 flex-1 items-center gap-3 pl-3 text-left hover:bg-sunken focus-visible:-outline-offset-3"
      >
        <PersonAvatar name={client.name} />
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-1.5 font-bold">
            <span className="truncate">{client.name}</span>
            <PendingMark isPending={client.isPending} needsAttention={client.needsAttention} />
          </span>
          <span className="block truncate text-14 text-ink-2">{client.businessName ?? placeOf(client)}</span>
        </span>
        {client.isActive ? <Balance clientId={client.id} isShort /> : <Badge tone="line">Not active</Badge>}
      </button>
      {call ? (
        <a {...call} className="grid h-full w-13 shrink-0 place-items-center text-ink-2 focus-visible:-outline-offset-3">
          <Phone size={20} aria-hidden />
          <VisuallyHidden>{`Call ${client.name}`}</VisuallyHidden>
        </a>
      ) : (
        <span className="w-3 shrink-0" />
      )}
    </li>
  )
}
