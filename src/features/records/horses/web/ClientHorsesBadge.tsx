import { isGone } from '#features/records/horses/rules.ts'
import { type KnownHorse, useHorsesByOwner } from '#features/records/horses/web/data.ts'
import { useToday } from '#platform/web/use-today.ts'
import { HorseshoeIcon } from '#ui/icons.tsx'
import { StatusBadge } from '#ui/StatusBadge.tsx'

/** The number of a client's horses, and their worst status: `6 horses`, Overdue. */
export function ClientHorsesBadge({ clientId }: { clientId: string }) {
  const today = useToday()
  const owned = useHorsesByOwner()
  const horses = owned?.get(clientId)?.filter((horse) => !isGone(horse, today)) ?? []
  const worst = worstOf(horses)
  return (
    <p className="flex min-h-[26px] min-w-0 items-center gap-2">
      <span aria-hidden className="shrink-0 text-ink-2">
        <HorseshoeIcon size={18} />
      </span>
      <span className="flex-1">{!owned ? '' : horses.length === 1 ? '1 horse' : `${horses.length || 'No'} horses`}</span>
      {worst && <StatusBadge status={worst} />}
    </p>
  )
}

const worstOf = (horses: readonly KnownHorse[]) =>
  (['overdue', 'due-soon'] as const).find((status) => horses.some((horse) => horse.status === status))
