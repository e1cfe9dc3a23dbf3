import { MapPin, Plus, Users, UsersRound } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { Pair } from '#features/records/clients/duplicates.ts'
import { mayChangeRecords } from '#features/records/clients/rules.ts'
import { ClientDetails, type ClientParts } from '#features/records/clients/web/ClientDetails.tsx'
import { ClientList } from '#features/records/clients/web/ClientList.tsx'
import { type KnownClient, useClient, useClients, useDuplicates } from '#features/records/clients/web/data.ts'
import { ImportLink } from '#features/records/clients/web/ImportLink.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { useCopyComplete, useReachable } from '#platform/web/sync/status.ts'
import { useSelected } from '#platform/web/use-selected.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState, OfflineState } from '#ui/EmptyState.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { MissingNote } from '#ui/MissingNote.tsx'
import { Note } from '#ui/Note.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'

const ClientDialog = lazy(() =>
  import('#features/records/clients/web/ClientDialog.tsx').then((module) => ({ default: module.ClientDialog })),
)

const MergeDialog = lazy(() => import('#features/records/clients/web/MergeDialog.tsx').then((module) => ({ default: module.MergeDialog })))
const DuplicatesDialog = lazy(() =>
  import('#features/records/clients/web/DuplicatesDialog.tsx').then((module) => ({ default: module.DuplicatesDialog })),
)

/** The dialog over the list: a form, a record to merge, or the records that look alike and over them the pair that is compared. */
type Over = { form: KnownClient | 'new' } | { merge: KnownClient } | { alike: true; pair?: Pair<KnownClient> }

/** A part of /clients next to the list: it brings its own buttons. */
type OtherTab = { value: string; label: ReactNode; content: ReactNode }
type Props = ClientParts & {
  /** The clients who owe money; absent for members who see no money. */
  owing?: ReadonlySet<string> | undefined
  /** How clients are invited into the portal. */
  invite?: ReactNode
  /** The other screens under Clients, each with its own tab, named in the address. */
  others: readonly OtherTab[]
}

const CLIENTS = 'clients'

/** Spec §2 Clients (/clients): the tab of that name, and next to it the tabs of other features. */
export function ClientsPage({ HorseCount, Balance, owing, onUndo, others, invite, ...parts }: Props) {
  const [named, setTab] = useSelected('tab')
  const tab = others.some(({ value }) => value === named) ? (named ?? CLIENTS) : CLIENTS
  const clients = useClients()
  const mayChange = mayChangeRecords(useSession<CurrentUser>().user?.role)
  const [selectedId, select] = useSelected('client')
  const selected = useClient(selectedId)
  const isCopyComplete = useCopyComplete()
  const [over, setOver] = useState<Over>()
  const edit = (client: KnownClient | 'new') => setOver({ form: client })
  const openMerged = (keptId: string) => {
    setOver(undefined)
    select(keptId)
  }
  const add = mayChange && (
    <Button variant="primary" icon={Plus} onClick={() => edit('new')}>
      Add Client
    </Button>
  )
  const onEdit = mayChange ? edit : undefined
  const tiles = { HorseCount, Balance, owing, selectedId: selected?.id ?? null }
  const actions = (
    <>
      <LinkButton href="/yards" icon={MapPin}>
        Yards
      </LinkButton>
      {clients?.length !== 0 && invite}
      {clients?.length !== 0 && add}
    </>
  )
  const list = (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      {selectedId && selected === null && <MissingNote what="client" isComplete={isCopyComplete} onClose={() => select(null)} />}
      {mayChange && <AlikeNote onLook={() => setOver({ alike: true })} />}
      {clients?.length ? (
        <div className={selected ? 'grid gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(460px,38%)]' : 'grid grid-cols-[minmax(0,1fr)] gap-4'}>
          <ClientList clients={clients} {...tiles} onView={select} onEdit={onEdit} />
          {selected && (
            <ClientDetails
              key={selected.id}
              {...parts}
              client={selected}
              onClose={() => select(null)}
              onEdit={onEdit && (() => onEdit(selected))}
              onMerge={() => setOver({ merge: selected })}
            />
          )}
        </div>
      ) : (
        <Card>{clients ? <NoClients add={add} /> : <SkeletonRows label="Loading clients..." />}</Card>
      )}
    </div>
  )
  return (
    <Page>
      <PageHeader title="Clients" actions={tab === CLIENTS && actions} />
      {/* The row of tabs scrolls, the page does not. What can be done with a record stays clear of the card that floats below. */}
      <div className="min-w-0 [--above-record:216px]">
        <Tabs
          label="Clients"
          value={tab}
          onChange={(value) => setTab(value === CLIENTS ? null : value)}
          tabs={[{ value: CLIENTS, label: 'Clients', content: list }, ...others]}
        />
      </div>
      <Suspense>
        {over && 'form' in over && <ClientDialog client={over.form === 'new' ? undefined : over.form} onClose={() => setOver(undefined)} />}
        {over && 'alike' in over && (
          <DuplicatesDialog onClose={() => setOver(undefined)} onCompare={(pair) => setOver({ alike: true, pair })} />
        )}
      </Suspense>
      {/* In its own Suspense, so that the list of pairs stays visible while this one is fetched. */}
      <Suspense>
        {over && 'alike' in over && over.pair && (
          <MergeDialog
            kept={over.pair.one}
            otherId={over.pair.other.id}
            onClose={() => setOver({ alike: true })}
            onMerged={openMerged}
            onUndo={onUndo}
          />
        )}
        {over && 'merge' in over && (
          <MergeDialog kept={over.merge} onClose={() => setOver(undefined)} onMerged={openMerged} onUndo={onUndo} />
        )}
      </Suspense>
    </Page>
  )
}

/** A note that some records look like one person, shown while any do. */
function AlikeNote({ onLook }: { onLook: () => void }) {
  const { length } = useDuplicates()
  if (length === 0) return null
  return (
    <Note tone="due" icon={UsersRound} className="items-center">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p>{length === 1 ? 'Two records look like the same person.' : `${length} pairs of records look like the same person.`}</p>
        <Button size="sm" onClick={onLook}>
          Review
        </Button>
      </div>
    </Note>
  )
}

/** None on the device: because there are none, or because they have not all come yet. */
function NoClients({ add }: { add: ReactNode }) {
  const [isCopyComplete, reachable] = [useCopyComplete(), useReachable()]
  if (!isCopyComplete) {
    if (reachable) return <SkeletonRows label="Loading clients..." />
    return <OfflineState>Your clients haven't been fetched to this device yet. They'll come as soon as you have signal.</OfflineState>
  }
  return (
    <EmptyState
      icon={Users}
      title="No clients yet"
      action={
        add && (
          <>
            {add}
            <ImportLink />
          </>
        )
      }
    >
      The people whose horses you shoe. Add one, then add their horses.
    </EmptyState>
  )
}
