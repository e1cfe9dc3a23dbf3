import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { byDueAt, byOwnerAt, horsesAt } from '#app/pages/yards/yard-horses.ts'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { mayChangeRecords } from '#features/records/clients/rules.ts'
import { type KnownHorse, useHorses } from '#features/records/horses/web/data.ts'
import { HorseRows } from '#features/records/horses/web/HorseRows.tsx'
import { canon } from '#lib/ids.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { Segmented } from '#ui/Segmented.tsx'

const HorseDialog = lazy(() => import('#features/records/horses/web/HorseDialog.tsx').then((module) => ({ default: module.HorseDialog })))

type By = 'due' | 'owner'
const ORDERS = [
  { value: 'due' as const, label: 'By due date' },
  { value: 'owner' as const, label: 'By owner' },
]

/** The horses standing at a yard, grouped by how soon they are due or by whose they are. */
export function YardHorses({ yardId }: { yardId: string }) {
  const today = useToday()
  const [by, setBy] = useState<By>('due')
  const all = useHorses()
  if (!all) return null
  const horses = horsesAt(all, canon(yardId), today)
  const groups = by === 'due' ? byDueAt(horses, today) : byOwnerAt(horses)
  return (
    <section aria-label="Horses here" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-16">{horses.length === 1 ? '1 horse here' : `${horses.length || 'No'} horses here`}</h3>
        {horses.length > 1 && <Segmented label="Group horses" value={by} onChange={setBy} options={ORDERS} />}
      </div>
      {horses.length === 0 && <p className="text-ink-2">No horses here yet.</p>}
      {groups.map(({ title, horses: group }) => (
        <HorseRows key={title} title={title} horses={group as KnownHorse[]} none="" showsOwner={by === 'due'} />
      ))}
      <AddHorse yardId={yardId} />
    </section>
  )
}

function AddHorse({ yardId }: { yardId: string }) {
  const mayChange = mayChangeRecords(useSession<CurrentUser>().user?.role)
  const [isAdding, setAdding] = useState(false)
  if (!mayChange) return null
  return (
    <>
      <Button icon={Plus} onClick={() => setAdding(true)}>
        Add Horse
      </Button>
      {isAdding && (
        <Suspense>
          <HorseDialog presets={{ yardId }} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}
