import { GripVertical } from 'lucide-react'
import { morningOf, previewWords } from '#features/visits/appointments/notify-plan.ts'
import { moveToDay } from '#features/visits/appointments/rules.ts'
import type { KnownVisit } from '#features/visits/appointments/web/data.ts'
import { useCircumstances, useNotifyPlan } from '#features/visits/appointments/web/use-notify-plan.ts'
import { type Day, shortDay, type WallTime } from '#lib/dates.ts'
import { Kbd } from '#ui/Kbd.tsx'

type Props = { visit: KnownVisit; day: Day /** Another time of day than its own. */; time?: WallTime; isSilent: boolean }

/** While a visit is dragged: where it goes, and who is notified of it (mock 08). */
export function MoveBar({ visit, day, time, isSilent }: Props) {
  const planOf = useNotifyPlan(visit.id)
  const circumstances = useCircumstances()
  const there = moveToDay(visit, day, time)
  const plan = isSilent ? { names: [], because: 'silent' as const } : planOf?.(visit, there)
  const at = visit.isCallOnly ? visit.callPeriod : (time ?? visit.localStart)
  return (
    <div className="pointer-events-none fixed inset-x-3 bottom-[calc(var(--bar-bottom)+12px)] z-30 flex md:right-auto md:bottom-6 md:left-6">
      <p className="flex items-center gap-2 rounded-lg bg-forge px-3.5 py-2 text-14 text-on-forge shadow-pop">
        <GripVertical size={20} aria-hidden className="shrink-0" />
        <span>
          Moving to{' '}
          <b className="font-bold">
            {shortDay(day)}, {at}
          </b>
          . {plan && previewWords(plan, circumstances, morningOf('moved', [visit, { ...visit, ...there }], circumstances))}
        </span>
        <Kbd onForge>Shift</Kbd>
        <span className="hidden whitespace-nowrap md:inline">no text</span>
      </p>
    </div>
  )
}
