import { MessageSquare, Navigation, Pencil, Phone } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { ClientLink } from '#features/records/clients/web/ClientLink.tsx'
import { placeFacts } from '#features/records/clients/web/PlaceLink.tsx'
import { ReachLink } from '#features/records/clients/web/ReachLink.tsx'
import type { KnownYard } from '#features/records/yards/web/data.ts'
import { directionsTo, positionOf } from '#lib/position.ts'
import { outside } from '#platform/web/device/outside.ts'
import { useIsOnNetwork } from '#platform/web/device/use-is-on-network.ts'
import { useSession } from '#platform/web/session/session.ts'
import { offlineHref } from '#platform/web/sync/offline-href.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Facts } from '#ui/Facts.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { MapView } from '#ui/MapView.tsx'
import { Note } from '#ui/Note.tsx'
import { RecordPanel } from '#ui/RecordPanel.tsx'
import { SyncNote } from '#ui/SyncNote.tsx'

/** What other features know of a yard. */
export type YardParts = {
  /** The horses kept there, by owner or by due date. */
  Horses: ComponentType<{ yardId: string }>
  NextVisit: ComponentType<{ yardId: string }>
  /** What was agreed for work there apart from the price list. */
  Prices: ComponentType<{ yardId: string }>
  /** Books the next visit of all horses there; absent for members who may not book. */
  Rebook?: ComponentType<{ yardId: string }> | undefined
  /** Invites the owners of the horses there into the portal. */
  Invite?: ComponentType<{ yardId: string }> | undefined
  /** Who manages the yard and sees its board in the portal. */
  Manager?: ComponentType<{ yardId: string }> | undefined
}
type Props = YardParts & { yard: KnownYard; onClose: () => void; onEdit: (() => void) | undefined }

/** A yard: how to find it, get in and work there, the next visit, and the horses kept there. */
export function YardRecord({ yard, onClose, onEdit, Horses, NextVisit, Prices, Rebook, Invite, Manager }: Props) {
  const footer = onEdit && (
    <Button icon={Pencil} onClick={onEdit}>
      Edit
    </Button>
  )
  return (
    <RecordPanel title={yard.name} onClose={onClose} footer={footer}>
      <div className="grid gap-4">
        <SyncNote isPending={yard.isPending} needsAttention={yard.needsAttention} href={offlineHref('yards', yard.id)} />
        <WaysThere yard={yard} />
        <Facts
          facts={[
            ['Gate code', yard.gateCode && <span className="text-18 font-bold tabular-nums">{yard.gateCode}</span>],
            ['Address', addressOf(yard)],
            ...placeFacts(yard),
            ['Contact', yard.contactClientId && <ClientLink id={yard.contactClientId} />],
            ['Pays', yard.payerClientId && <ClientLink id={yard.payerClientId} />],
          ]}
        />
        <Conditions yard={yard} />
        {yard.accessNotes && <Note className="whitespace-pre-line">{yard.accessNotes}</Note>}
        <NextVisit yardId={yard.id} />
        {Rebook && onEdit && <Rebook yardId={yard.id} />}
        <Horses yardId={yard.id} />
        {Invite && <Invite yardId={yard.id} />}
        {Manager && <Manager yardId={yard.id} />}
        <Prices yardId={yard.id} />
        <YardMap yard={yard} />
      </div>
    </RecordPanel>
  )
}

/** Address and postcode on their lines. */
const addressOf = (yard: KnownYard) => [yard.address, yard.postcode].filter(Boolean).join('\n')

function WaysThere({ yard }: { yard: KnownYard }) {
  const way = directionsTo(yard, [yard.address, yard.postcode].filter(Boolean).join(', '))
  return (
    <div className="flex flex-wrap gap-2 [&>*]:flex-1">
      {way && (
        <LinkButton icon={Navigation} target="_blank" rel="noreferrer" {...outside(way)}>
          Navigate
        </LinkButton>
      )}
      {yard.contactClientId && <ReachLink clientId={yard.contactClientId} by="call" icon={Phone} label="Call" />}
      {yard.contactClientId && <ReachLink clientId={yard.contactClientId} by="text" icon={MessageSquare} label="Text" />}
    </div>
  )
}

/** Cover and lights, where they are recorded. */
function Conditions({ yard }: { yard: KnownYard }) {
  const known: [boolean | null, ReactNode, ReactNode][] = [
    [yard.hasCover, 'Cover to work under', 'No cover'],
    [yard.hasLights, 'Lights after dark', 'No lights'],
  ]
  const told = known.filter(([is]) => is !== null)
  if (told.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      {told.map(([is, yes, no]) => (
        <Badge key={String(yes)} tone={is ? 'ok' : 'due'}>
          {is ? yes : no}
        </Badge>
      ))}
    </div>
  )
}

/** Only on a real map: a sketch with a single place shows nothing useful. */
function YardMap({ yard }: { yard: KnownYard }) {
  const styleUrl = useSession<CurrentUser>().user?.mapStyleUrl ?? null
  const isOnNetwork = useIsOnNetwork()
  const at = positionOf(yard)
  if (!styleUrl || !at) return null
  return (
    <MapView
      label={`Map of ${yard.name}`}
      styleUrl={styleUrl}
      isOnNetwork={isOnNetwork}
      points={[{ id: yard.id, position: at, label: yard.name, tone: 'now' }]}
      className="h-56"
    />
  )
}
