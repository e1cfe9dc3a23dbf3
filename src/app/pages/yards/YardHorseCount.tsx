import { horsesAt } from '#app/pages/yards/yard-horses.ts'
import { useHorses } from '#features/records/horses/web/data.ts'
import { memoLast } from '#lib/memo-last.ts'
import { useToday } from '#platform/web/use-today.ts'
import { StatusBadge } from '#ui/StatusBadge.tsx'

/** How many horses stand at a yard, and the worst status among them. */
export function YardHorseCount({ yardId }: { yardId: string }) {
  const today = useToday()
  const horses = useHorses()
  if (!horses) return null
  const here = horsesAt(byYard(horses).get(yardId) ?? [], yardId, today)
  const worst = (['overdue', 'due-soon'] as const).find((status) => here.some((horse) => horse.status === status))
  return (
    <>
      {worst && <StatusBadge status={worst} />}
      <span className="text-14 md:min-w-16 md:text-right whitespace-nowrap text-ink-2 tabular-nums">
        {here.length === 1 ? '1 horse' : `${here.length || 'No'} horses`}
      </span>
    </>
  )
}

const byYard = memoLast((horses: NonNullable<ReturnType<typeof useHorses>>) => Map.groupBy(horses, (horse) => horse.yardId ?? ''))
