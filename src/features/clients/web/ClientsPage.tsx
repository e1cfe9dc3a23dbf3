import { MapPin, Plus, Users } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { mayChangeRecords } from '#features/clients/rules.ts'
import { ClientDetails, type ClientParts } from '#features/clients/web/ClientDetails.tsx'
import { ClientList } from '#features/clients/web/ClientList.tsx'
import { type KnownClient, useClient, useClients } from '#features/clients/web/data.ts'
import type { CurrentUser } from '#features/practice/contract.ts'
import { useSession } from '#platform/web/session.ts'
import { useSyncStatus } from '#platform/web/status.ts'
import { useSelected } from '#platform/web/use-selected.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState, OfflineState } from '#ui/EmptyState.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

const ClientDialog = lazy(() => import('#features/clients/web/ClientDialog.tsx').then((module) => ({ default: module.ClientDialog })))

/** Spec §2 Clients (/clients), the Clients tab. */
export function ClientsPage({ HorseCount, Horses, NextVisit }: ClientParts) {
  const clients = useClients()
  const mayChange = mayChangeRecords(useSession<CurrentUser>().user?.role)
  const [selectedId, select] = useSelected('client')
  const selected = useClient(selectedId)
  const [edited, setEdited] = useState<KnownClient | 'new'>()
  const add = mayChange && (
    <Button variant="primary" icon={Plus} onClick={() => setEdited('new')}>
      Add Client
    </Button>
  )
  const onEdit = mayChange ? setEdited : undefined
  const actions = (
    <>
      <LinkButton href="/yards" icon={MapPin}>
        Yards
      </LinkButton>
      {clients?.length !== 0 && add}
    </>
  )
  return (
    <Page>
      <PageHeader title="Clients" actions={actions} />
      {clients?.length ? (
        <div className={selected ? 'grid gap-4 xl:grid-cols-[minmax(0,1fr)_332px]' : 'grid gap-4'}>
          <ClientList clients={clients} selectedId={selected?.id ?? null} HorseCount={HorseCount} onView={select} onEdit={onEdit} />
          {selected && (
            <ClientDetails
              client={selected}
              Horses={Horses}
              NextVisit={NextVisit}
              onClose={() => select(null)}
              onEdit={onEdit && (() => onEdit(selected))}
            />
          )}
        </div>
      ) : (
        <Card>{clients ? <NoClients add={add} /> : <SkeletonRows label="Loading clients..." />}</Card>
      )}
      {edited && (
        <Suspense>
          <ClientDialog client={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
    </Page>
  )
}

/** None on the device: because there are none, or because they have not all come yet. */
function NoClients({ add }: { add: ReactNode }) {
  const { isCopyComplete, reachable } = useSyncStatus()
  if (!isCopyComplete) {
    if (reachable) return <SkeletonRows label="Loading clients..." />
    return (
      <OfflineState>Your clients have not been fetched to this device yet. They come by themselves with the first signal.</OfflineState>
    )
  }
  return (
    <EmptyState icon={Users} title="No clients yet" action={add}>
      The people whose horses you shoe. Add one, and their horses can follow.
    </EmptyState>
  )
}
