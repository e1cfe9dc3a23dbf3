import { EllipsisVertical, Merge, Pencil, UserRoundCheck, UserRoundX } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { ClientFacts } from '#features/records/clients/web/ClientFacts.tsx'
import { ConsentChoice } from '#features/records/clients/web/ConsentChoice.tsx'
import { changeClient, type KnownClient } from '#features/records/clients/web/data.ts'
import { SmsSettings } from '#features/records/clients/web/SmsSettings.tsx'
import { offlineHref } from '#platform/web/sync/offline-href.ts'
import { PersonAvatar } from '#ui/Avatar.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { DropdownMenu, MenuItem } from '#ui/DropdownMenu.tsx'
import { RecordPanel } from '#ui/RecordPanel.tsx'
import { SyncNote } from '#ui/SyncNote.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { toast } from '#ui/toast-store.ts'

/** What other features know of a client. */
export type ClientParts = {
  /** The number of horses and their status, in a line. */
  HorseCount: ComponentType<{ clientId: string }>
  Horses: ComponentType<{ clientId: string }>
  NextVisit: ComponentType<{ clientId: string }>
  /** Everything that was and will be with them. */
  Timeline: ComponentType<{ clientId: string }>
  /** Figures at a glance; absent for members who see no money. */
  Figures?: ComponentType<{ clientId: string }> | undefined
  /** What they owe and paid; absent for members who see no money. */
  Money?: ComponentType<{ clientId: string }> | undefined
  /** A short label of what they owe. */
  Balance: ComponentType<{ clientId: string; isShort?: boolean }>
  /** The yards they answer or pay for. */
  Yards: ComponentType<{ clientId: string }>
  /** Whether they use the portal, and what they opened there. */
  Portal: ComponentType<{ clientId: string }>
  /** Whether they agree to photos in public. */
  Photos: ComponentType<{ clientId: string }>
  /** Takes an act back that the server did. */
  onUndo: (activityId: string) => Promise<void>
}
type Props = Omit<ClientParts, 'HorseCount' | 'Balance' | 'onUndo'> & {
  client: KnownClient
  onClose: () => void
  /** Absent for members who may not change one. */
  onEdit?: (() => void) | undefined
  onMerge?: (() => void) | undefined
}

/** Spec §2 Clients, View Details: tabs Details, SMS Settings and Horses, and what there was with them. */
export function ClientDetails({
  client,
  onClose,
  onEdit,
  onMerge,
  Figures,
  Horses,
  Money,
  NextVisit,
  Photos,
  Portal,
  Timeline,
  Yards,
}: Props) {
  const [tab, setTab] = useState('details')
  const parts = [
    {
      value: 'details',
      label: 'Details',
      content: (
        <div className="grid gap-4">
          <ClientFacts client={client} />
          {Figures && <Figures clientId={client.id} />}
          <Yards clientId={client.id} />
          <NextVisit clientId={client.id} />
          <Photos clientId={client.id} />
        </div>
      ),
    },
    {
      value: 'sms',
      label: 'SMS Settings',
      content: (
        <div className="grid gap-5">
          <SmsSettings client={client} onEdit={onEdit} />
          <ConsentChoice client={client} mayChange={onEdit !== undefined} />
        </div>
      ),
    },
    { value: 'horses', label: 'Horses', content: <Horses clientId={client.id} /> },
    ...(Money ? [{ value: 'money', label: 'Money', content: <Money clientId={client.id} /> }] : []),
    { value: 'portal', label: 'Portal', content: <Portal clientId={client.id} /> },
    { value: 'timeline', label: 'Timeline', content: <Timeline clientId={client.id} /> },
  ]
  return (
    <RecordPanel title={client.name} onClose={onClose} footer={onEdit && <Footer client={client} onEdit={onEdit} onMerge={onMerge} />}>
      {/* The row of tabs scrolls, the panel does not. */}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 [&_[role=tablist]]:gap-3">
        <Head client={client} />
        <SyncNote isPending={client.isPending} needsAttention={client.needsAttention} href={offlineHref('clients', client.id)} />
        <Tabs label="Client" value={tab} onChange={setTab} tabs={parts} />
      </div>
    </RecordPanel>
  )
}

const Head = ({ client }: { client: KnownClient }) => (
  <div className="flex items-center gap-3">
    <PersonAvatar name={client.name} size="lg" />
    <div className="grid min-w-0 gap-1">
      {client.businessName && <p className="text-ink-2">{client.businessName}</p>}
      <div className="flex flex-wrap gap-1.5">
        {!client.isActive && <Badge tone="line">Not active</Badge>}
        {client.isBusiness && <Badge tone="line">Business</Badge>}
        {(client.tags ?? []).map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </div>
    </div>
  </div>
)

const Footer = ({ client, onEdit, onMerge }: { client: KnownClient; onEdit: () => void; onMerge: Props['onMerge'] }) => (
  <>
    <Button icon={Pencil} onClick={onEdit}>
      Edit
    </Button>
    <DropdownMenu label="More" trigger={<Button icon={EllipsisVertical}>More</Button>}>
      {onMerge && (
        <MenuItem icon={Merge} onSelect={onMerge}>
          Merge with another record
        </MenuItem>
      )}
      <MenuItem icon={client.isActive ? UserRoundX : UserRoundCheck} onSelect={() => void setActive(client, !client.isActive)}>
        {client.isActive ? 'Set as not active' : 'Set as active'}
      </MenuItem>
    </DropdownMenu>
  </>
)

/** Inactive clients are hidden and never texted; their horses and history stay. */
async function setActive(client: KnownClient, isActive: boolean): Promise<void> {
  if (!(await changeClient(client.id, { isActive }))) return
  toast({
    title: isActive ? `${client.name} is active again` : `${client.name} is no longer active`,
    description: isActive
      ? 'Texts go to them as their settings say.'
      : "Their horses and history are kept, hidden, and they're never texted.",
    action: { label: 'Undo', run: () => void changeClient(client.id, { isActive: !isActive }) },
  })
}
