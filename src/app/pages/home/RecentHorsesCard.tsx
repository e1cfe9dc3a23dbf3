import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import { isGone } from '#features/records/horses/rules.ts'
import { type KnownHorse, useHorses } from '#features/records/horses/web/data.ts'
import { horseHref } from '#features/records/horses/web/HorseLink.tsx'
import { HorseRows } from '#features/records/horses/web/HorseRows.tsx'
import { HorseTable } from '#features/records/horses/web/HorseTable.tsx'
import type { Day } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Card } from '#ui/Card.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

const HorseDialog = lazy(() => import('#features/records/horses/web/HorseDialog.tsx').then((module) => ({ default: module.HorseDialog })))
const SHOWN = 6

/** Spec §2 Dashboard: the horses last worked on, then those never served. */
export function RecentHorsesCard() {
  const horses = useHorses()
  const today = useToday()
  const [, navigate] = useLocation()
  const [edited, setEdited] = useState<KnownHorse>()
  const rows = horses && recent(horses, today)
  const mayEdit = may(useSession<CurrentUser>().user?.role, 'changeRecords')
  const act = { today, onView: (id: string) => navigate(horseHref(id)), onEdit: mayEdit ? setEdited : undefined }
  return (
    <Card
      title="Recent horse records"
      action={
        <LinkButton size="sm" variant="quiet" href="/horses">
          All horses
        </LinkButton>
      }
    >
      {!rows && <SkeletonRows label="Loading horses..." rows={3} />}
      {rows?.length === 0 && <p className="px-4 py-3 text-ink-2">No horses found</p>}
      {rows && rows.length > 0 && (
        <>
          <div className="overflow-x-auto max-md:hidden">
            <HorseTable horses={rows} {...act} />
          </div>
          <div className="px-4 md:hidden">
            <HorseRows title="Recent horse records" horses={rows} none="" showsOwner isBare />
          </div>
        </>
      )}
      {edited && (
        <Suspense>
          <HorseDialog horse={edited} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
    </Card>
  )
}

const recent = (horses: readonly KnownHorse[], today: Day) =>
  horses
    .filter((horse) => !isGone(horse, today))
    .toSorted((a, b) => (b.lastService ?? '').localeCompare(a.lastService ?? ''))
    .slice(0, SHOWN)
