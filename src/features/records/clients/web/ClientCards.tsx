import { MapPin, Phone } from 'lucide-react'
import type { ComponentType } from 'react'
import { placeOf } from '#features/records/clients/rules.ts'
import { waysToReach } from '#features/records/clients/web/contact.ts'
import type { KnownClient } from '#features/records/clients/web/data.ts'
import { PersonAvatar } from '#ui/Avatar.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { PendingMark } from '#ui/PendingMark.tsx'

export type ClientCardsProps = {
  clients: readonly KnownClient[]
  selectedId: string | null
  onView: (id: string) => void
  /** Absent for members who may not change one. */
  onEdit?: ((client: KnownClient) => void) | undefined
  /** The number of horses and their status, from the horses feature. */
  HorseCount: ComponentType<{ clientId: string }>
  /** A short label of what they owe. */
  Balance: ComponentType<{ clientId: string; isShort?: boolean }>
}

/** Spec §2 Clients: the card grid, from 768 px. */
export const ClientCards = ({ clients, selectedId, ...act }: ClientCardsProps) => (
  <ul className={cx('grid content-start gap-3 sm:grid-cols-2', selectedId ? 'lg:max-xl:grid-cols-3' : 'lg:grid-cols-3')}>
    {clients.map((client) => (
      <ClientTile key={client.id} client={client} isSelected={client.id === selectedId} {...act} />
    ))}
  </ul>
)

type TileProps = Omit<ClientCardsProps, 'clients' | 'selectedId'> & { client: KnownClient; isSelected: boolean }

const LINE = 'flex min-w-0 items-center gap-2'

const ClientTile = ({ client, isSelected, onView, onEdit, HorseCount, Balance }: TileProps) => (
  <li
    {...(isSelected && { 'aria-current': 'true' as const })}
    className={cx(
      'flex min-w-0 flex-col gap-2 rounded-lg border bg-surface p-3.5',
      isSelected ? 'border-ember shadow-[inset_0_0_0_1px_var(--ember)]' : 'border-line',
    )}
  >
    <div className="flex items-center gap-3">
      <PersonAvatar name={client.name} />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-16 tracking-normal">{client.name}</h2>
        <p className="truncate text-14 text-ink-2">{client.businessName}</p>
      </div>
      <PendingMark isPending={client.isPending} needsAttention={client.needsAttention} />
      {!client.isActive && <Badge tone="line">Not active</Badge>}
    </div>
    <PhoneLine client={client} />
    {(client.address || client.postcode) && (
      <p className={LINE}>
        <MapPin size={18} aria-hidden className="shrink-0 text-ink-2" />
        <span className="truncate">{placeOf(client)}</span>
      </p>
    )}
    <HorseCount clientId={client.id} />
    <Balance clientId={client.id} />
    <div className="mt-auto flex gap-2 pt-1">
      <Button size="sm" className="flex-1" onClick={() => onView(client.id)} aria-label={`View Details of ${client.name}`}>
        View Details
      </Button>
      {onEdit && (
        <Button size="sm" variant="quiet" onClick={() => onEdit(client)} aria-label={`Edit ${client.name}`}>
          Edit
        </Button>
      )}
    </div>
  </li>
)

function PhoneLine({ client }: { client: KnownClient }) {
  const { call } = waysToReach(client)
  return (
    <p className={LINE}>
      <Phone size={18} aria-hidden className="shrink-0 text-ink-2" />
      {call ? (
        <a {...call} className="min-w-0 truncate tabular-nums no-underline hover:underline">
          {client.phone}
        </a>
      ) : (
        <span className="text-ink-2">{client.phone ?? 'No phone number on file'}</span>
      )}
    </p>
  )
}
