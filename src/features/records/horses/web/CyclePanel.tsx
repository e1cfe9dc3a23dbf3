import { lazy, Suspense, useState } from 'react'
import { learnedGap } from '#features/records/horses/learned-gap.ts'
import { pauseOn, type Service, weeksInWords } from '#features/records/horses/rules.ts'
import { CycleBar } from '#features/records/horses/web/CycleBar.tsx'
import { changeWithToast } from '#features/records/horses/web/change-with-toast.ts'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { useKinds } from '#features/records/kinds/web/use-kinds.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'

const CycleDialog = lazy(() => import('#features/records/horses/web/CycleDialog.tsx').then((module) => ({ default: module.CycleDialog })))

const [SHORTEST, LONGEST] = [7, 366]

/** Where a horse is in its cycle, how often it is due, and how often it is truly done, to be taken over in one press. Without its `bar` where that is in sight already. */
export function CyclePanel({ horse, mayChange, bar = true }: { horse: KnownHorse; mayChange: boolean; bar?: boolean }) {
  const today = useToday()
  const { labelOf } = useKinds()
  const [isChanging, setChanging] = useState(false)
  return (
    <section aria-label="Cycle" className="grid gap-2">
      {bar && !pauseOn(horse, today) && horse.status !== 'none' && <CycleBar horse={horse} />}
      <div className="flex items-center justify-between gap-3">
        <ul className="min-w-0">
          {cycleInWords(horse, labelOf).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {mayChange && (
          <Button size="sm" aria-label={`Change the cycle of ${horse.name}`} onClick={() => setChanging(true)}>
            Change
          </Button>
        )}
      </div>
      <Learned horse={horse} mayChange={mayChange} />
      {isChanging && (
        <Suspense>
          <CycleDialog horse={horse} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </section>
  )
}

function Learned({ horse, mayChange }: { horse: KnownHorse; mayChange: boolean }) {
  const services = useRows<Service>('work_entries', { horseId: horse.id })
  const learned = services && learnedGap(services, { pauses: horse.pauses })
  if (!learned) return null
  const { days, gaps } = learned
  const take = () =>
    changeWithToast(horse, { cycleDays: days, winterCycleDays: null }, `${horse.name} is due every ${weeksInWords(days)} from now on`)
  const isOwn = days === horse.cycleDays && horse.winterCycleDays === null
  return (
    <div className="flex items-center justify-between gap-3">
      <p className="min-w-0 text-ink-2">
        Actually every {weeksInWords(days)} ({gaps === 1 ? 'its one gap' : `last ${gaps} gaps`})
      </p>
      {mayChange && !isOwn && days >= SHORTEST && days <= LONGEST && (
        <Button size="sm" aria-label={`Use it: ${weeksInWords(days)} as the cycle of ${horse.name}`} onClick={() => take()}>
          Use it
        </Button>
      )}
    </div>
  )
}

/** `Every 6 weeks, in winter 8 weeks`, and a line for each kind of work that differs. */
function cycleInWords({ cycleDays, winterCycleDays, cycleRules }: KnownHorse, labelOf: (serviceType: string) => string): string[] {
  const usual = cycleDays ? `Every ${both(cycleDays, winterCycleDays)}` : 'No cycle yet'
  return [usual, ...cycleRules.map((rule) => `After ${labelOf(rule.serviceType).toLowerCase()}: ${both(rule.days, rule.winterDays)}`)]
}

const both = (days: number, winterDays: number | null) =>
  winterDays === null ? weeksInWords(days) : `${weeksInWords(days)}, in winter ${weeksInWords(winterDays)}`
