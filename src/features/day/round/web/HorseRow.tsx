import { Ban, CircleCheck, EllipsisVertical, PencilLine, Undo2 } from 'lucide-react'
import { finish, reopen } from '#features/day/closeout/web/data.ts'
import type { RoundStop, StopHorse } from '#features/day/round/round-day.ts'
import type { OpenDialog } from '#features/day/round/web/round-dialog.ts'
import { dueInWords } from '#features/records/horses/rules.ts'
import { useKinds } from '#features/records/kinds/web/use-kinds.ts'
import { useToday } from '#platform/web/use-today.ts'
import { HorseAvatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { DropdownMenu, MenuItem } from '#ui/DropdownMenu.tsx'
import { RowMark } from '#ui/PendingMark.tsx'
import { StatusBadge } from '#ui/StatusBadge.tsx'
import { withToast } from '#ui/with-toast.ts'

type Props = { stop: RoundStop; of: StopHorse; openDialog: OpenDialog }

/** One horse of the current stop: coat, name, planned work, state; further actions are in its menu. */
export function HorseRow({ stop, of, openDialog }: Props) {
  const { line, horse, name } = of
  const { labelOf } = useKinds()
  return (
    <li className="flex min-w-0 items-center gap-3 py-1">
      <HorseAvatar color={horse?.color} size="sm" />
      <p className="min-w-0 flex-1">
        <b>{name}</b>{' '}
        <span className="text-ink-2">{line.outcome === 'not_done' ? line.reason : line.plannedWork && labelOf(line.plannedWork)}</span>{' '}
        <RowMark of={[line]} />
      </p>
      {line.outcome === null ? <DueBadge of={of} /> : <Outcome outcome={line.outcome} />}
      <DropdownMenu
        label={`About ${name}`}
        trigger={<Button variant="quiet" size="icon" aria-label={`More for ${name}`} icon={EllipsisVertical} />}
      >
        {line.outcome === null ? (
          <>
            <MenuItem icon={CircleCheck} onSelect={() => void withToast(`${name} done`, 'Saved as work.', () => finish(stop, [{ line }]))}>
              Done
            </MenuItem>
            <MenuItem icon={PencilLine} onSelect={() => openDialog({ what: 'closeout', stop, of })}>
              Write down the work...
            </MenuItem>
            <MenuItem icon={Ban} onSelect={() => openDialog({ what: 'not-done', stop, of })}>
              Not done because...
            </MenuItem>
          </>
        ) : (
          <MenuItem icon={Undo2} onSelect={() => void withToast('Reopened', stop.name, () => reopen(stop))}>
            Reopen the stop
          </MenuItem>
        )}
      </DropdownMenu>
    </li>
  )
}

/** What matters before it is done: that it is due, or how long it is over. One that is well within its cycle needs no badge. */
function DueBadge({ of: { horse, status } }: { of: StopHorse }) {
  const today = useToday()
  if (!horse?.nextDue || (status !== 'overdue' && status !== 'due-soon')) return null
  return <StatusBadge status={status}>{status === 'overdue' ? dueInWords(horse.nextDue, today) : 'Due'}</StatusBadge>
}

const Outcome = ({ outcome }: { outcome: 'done' | 'not_done' }) => (
  <StatusBadge status={outcome === 'done' ? 'complete' : 'skipped'}>{outcome === 'done' ? 'Done' : 'Not done'}</StatusBadge>
)
