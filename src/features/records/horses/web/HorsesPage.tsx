import { Plus } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { mayChangeRecords } from '#features/records/clients/rules.ts'
import { ImportLink } from '#features/records/clients/web/ImportLink.tsx'
import { type KnownHorse, useHorse, useHorses } from '#features/records/horses/web/data.ts'
import { HorseList } from '#features/records/horses/web/HorseList.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { useCopyComplete, useReachable } from '#platform/web/sync/status.ts'
import { useSelected } from '#platform/web/use-selected.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState, OfflineState } from '#ui/EmptyState.tsx'
import { HorseshoeIcon } from '#ui/icons.tsx'
import { MissingNote } from '#ui/MissingNote.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

const HorseDialog = lazy(() => import('#features/records/horses/web/HorseDialog.tsx').then((module) => ({ default: module.HorseDialog })))

/** One horse opened from the list. */
export type HorseRecordProps = {
  horse: KnownHorse
  onClose: () => void
  /** Absent for members who may not change it. */
  onEdit?: (() => void) | undefined
}
type Props = {
  /** A horse with all that other features know of it. */
  Record: ComponentType<HorseRecordProps>
}

/** Spec §2 Horses (/horses). */
export function HorsesPage({ Record }: Props) {
  const horses = useHorses()
  const mayChange = mayChangeRecords(useSession<CurrentUser>().user?.role)
  const [selectedId, select] = useSelected('horse')
  const selected = useHorse(selectedId)
  const isCopyComplete = useCopyComplete()
  const [edited, setEdited] = useState<KnownHorse | 'new'>()
  const add = mayChange && (
    <Button variant="primary" icon={Plus} onClick={() => setEdited('new')}>
      Add Horse
    </Button>
  )
  const onEdit = mayChange ? setEdited : undefined
  return (
    <Page>
      <PageHeader
        title="Horses"
        subtitle={<span className="max-md:sr-only">Manage horse records and work history</span>}
        actions={horses?.length !== 0 && add}
      />
      {selectedId && selected === null && <MissingNote what="horse" isComplete={isCopyComplete} onClose={() => select(null)} />}
      {horses?.length ? (
        <div className={selected ? 'grid gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(460px,38%)]' : 'grid gap-4'}>
          <HorseList horses={horses} selectedId={selected?.id ?? null} onView={select} onEdit={onEdit} />
          {selected && (
            <Record key={selected.id} horse={selected} onClose={() => select(null)} onEdit={onEdit && (() => onEdit(selected))} />
          )}
        </div>
      ) : (
        <Card>{horses ? <NoHorses add={add} /> : <SkeletonRows label="Loading horses..." />}</Card>
      )}
      {edited && (
        <Suspense>
          <HorseDialog horse={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
    </Page>
  )
}

/** None on the device: because there are none, or because they have not all come yet. */
function NoHorses({ add }: { add: ReactNode }) {
  const [isCopyComplete, reachable] = [useCopyComplete(), useReachable()]
  if (!isCopyComplete) {
    if (reachable) return <SkeletonRows label="Loading horses..." />
    return <OfflineState>Your horses haven't been fetched to this device yet. They'll come as soon as you have signal.</OfflineState>
  }
  return (
    <EmptyState
      icon={HorseshoeIcon}
      title="No horses yet"
      action={
        add && (
          <>
            {add}
            <ImportLink />
          </>
        )
      }
    >
      Get started by adding your first horse.
    </EmptyState>
  )
}
