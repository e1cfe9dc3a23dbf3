import { MapPin, Pencil, Plus } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { mayChangeRecords } from '#features/clients/rules.ts'
import { ClientLink } from '#features/clients/web/ClientLink.tsx'
import type { CurrentUser } from '#features/practice/contract.ts'
import { type KnownYard, useYard, useYards } from '#features/yards/web/data.ts'
import { useSession } from '#platform/web/session.ts'
import { useSyncStatus } from '#platform/web/status.ts'
import { useSelected } from '#platform/web/use-selected.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Facts } from '#ui/Facts.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { Note } from '#ui/Note.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { RecordPanel } from '#ui/RecordPanel.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

const YardDialog = lazy(() => import('#features/yards/web/YardDialog.tsx').then((module) => ({ default: module.YardDialog })))

type Props = {
  /** The horses at a yard, from the horses feature. */
  Horses: ComponentType<{ yardId: string }>
}

/** The yards where horses stand (/yards), reached from Clients. */
export function YardsPage({ Horses }: Props) {
  const yards = useYards()
  const mayChange = mayChangeRecords(useSession<CurrentUser>().user?.role)
  const [selectedId, select] = useSelected('yard')
  const selected = useYard(selectedId)
  const [edited, setEdited] = useState<KnownYard | 'new'>()
  const add = mayChange && (
    <Button variant="primary" icon={Plus} onClick={() => setEdited('new')}>
      Add Yard
    </Button>
  )
  return (
    <Page>
      <PageHeader title="Yards" subtitle="Where the horses stand, and how to get in" actions={yards?.length !== 0 && add} />
      <div className={selected ? 'grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_332px]' : 'grid gap-4'}>
        <Card aria-label="Yards">
          {yards?.length ? (
            <List>
              {yards.map((yard) => (
                <ListRow
                  key={yard.id}
                  lead={<MapPin size={20} aria-hidden className="shrink-0 text-ink-2" />}
                  title={yard.name}
                  detail={[yard.address, yard.postcode].filter(Boolean).join(', ') || 'No address yet'}
                  selected={yard.id === selected?.id}
                  onClick={() => select(yard.id)}
                />
              ))}
            </List>
          ) : (
            <NoYards isLoading={!yards} add={add} />
          )}
        </Card>
        {selected && (
          <YardRecord
            yard={selected}
            Horses={Horses}
            onClose={() => select(null)}
            onEdit={mayChange ? () => setEdited(selected) : undefined}
          />
        )}
      </div>
      {edited && (
        <Suspense>
          <YardDialog yard={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
    </Page>
  )
}

type RecordProps = Props & { yard: KnownYard; onClose: () => void; onEdit: (() => void) | undefined }

const YardRecord = ({ yard, Horses, onClose, onEdit }: RecordProps) => {
  const place = [yard.address, yard.postcode].filter(Boolean).join(', ')
  const footer = onEdit && (
    <Button icon={Pencil} onClick={onEdit}>
      Edit
    </Button>
  )
  return (
    <RecordPanel title={yard.name} onClose={onClose} footer={footer}>
      <div className="grid gap-4">
        {place && (
          <LinkButton href={directionsTo(place)} icon={MapPin} target="_blank" rel="noreferrer">
            Navigate
          </LinkButton>
        )}
        <Facts
          facts={[
            ['Address', [yard.address, yard.postcode].filter(Boolean).join('\n')],
            ['Gate code', yard.gateCode],
            ['Cover', yard.hasCover === null ? null : yard.hasCover ? 'Yes' : 'No'],
            ['Lights', yard.hasLights === null ? null : yard.hasLights ? 'Yes' : 'No'],
            ['Contact', yard.contactClientId && <ClientLink id={yard.contactClientId} />],
          ]}
        />
        {yard.accessNotes && <Note className="whitespace-pre-line">{yard.accessNotes}</Note>}
        <Horses yardId={yard.id} />
      </div>
    </RecordPanel>
  )
}

const directionsTo = (place: string) => `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(place)}`

function NoYards({ isLoading, add }: { isLoading: boolean; add: ReactNode }) {
  const { isCopyComplete, reachable } = useSyncStatus()
  if (isLoading || (!isCopyComplete && reachable)) return <SkeletonRows label="Loading yards..." />
  return (
    <EmptyState icon={MapPin} title="No yards yet" action={add}>
      A yard is a livery or field where several horses stand: its gate code and access notes are on every visit there.
    </EmptyState>
  )
}
