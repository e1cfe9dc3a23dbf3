import { Circle, CircleCheck, Pencil, UserRound } from 'lucide-react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { HorseLink } from '#features/records/horses/web/HorseLink.tsx'
import { dueInWords, isOverdue } from '#features/visits/tasks/rules.ts'
import { tick } from '#features/visits/tasks/web/data.ts'
import type { ListedTask } from '#features/visits/tasks/web/use-tasks.ts'
import { dayOf, shortDay } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { RowMark } from '#ui/PendingMark.tsx'
import { withToast } from '#ui/with-toast.ts'

type Props = {
  task: ListedTask
  /** Opens it to be changed; without it, it is only ticked off here. */
  onEdit?: ((task: ListedTask) => void) | undefined
}

/** One task: ticked off with one press, with its subject. */
export function TaskRow({ task, onEdit }: Props) {
  const today = useToday()
  const zone = useSession<CurrentUser>().user?.practice.zone ?? 'Europe/London'
  const isDone = task.doneAt !== null
  const words = task.doneAt ? `Done ${shortDay(dayOf(task.doneAt, zone))}` : dueInWords(task, task.due, today)
  return (
    <li className="flex items-start gap-1 py-1 pr-1 pl-1">
      <Button
        variant="quiet"
        size="icon"
        icon={isDone ? CircleCheck : Circle}
        aria-label={`${isDone ? 'Reopen' : 'Tick off'}: ${task.title}`}
        className={isDone ? 'text-ok-ink' : 'text-ink-2'}
        onClick={() => withToast(isDone ? 'To do again' : 'Done', task.title, () => tick(task))}
      />
      <div className="min-w-0 flex-1 py-2">
        <p className="[overflow-wrap:anywhere]">
          <span className="font-medium">{task.title}</span> <RowMark of={[task]} />
        </p>
        {task.notes && task.notes !== task.title && <p className="line-clamp-3 text-14 whitespace-pre-line text-ink-2">{task.notes}</p>}
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-14 text-ink-2 empty:hidden">
          <About task={task} />
          {isOverdue(task, today) ? <Badge tone="late">{words}</Badge> : words && <span>{words}</span>}
          {task.forWhom === 'owner' && <Badge icon={UserRound}>For the owner</Badge>}
        </p>
      </div>
      {onEdit && <Button variant="quiet" size="icon" icon={Pencil} aria-label={`Change: ${task.title}`} onClick={() => onEdit(task)} />}
    </li>
  )
}

const About = ({ task: { about, horseId } }: { task: ListedTask }) =>
  about ? horseId ? <HorseLink id={horseId}>{about}</HorseLink> : <span>{about}</span> : null
