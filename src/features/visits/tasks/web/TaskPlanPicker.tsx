import { ListTodo, X } from 'lucide-react'
import type { TaskPlan } from '#features/visits/tasks/rules.ts'
import { addDays } from '#lib/dates.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { DateInput } from '#ui/DateInput.tsx'
import { Segmented } from '#ui/Segmented.tsx'

type Props = { advice: string; value: TaskPlan | null; onChange: (plan: TaskPlan | null) => void }

/** A fortnight: long enough to ring a vet, too short to be forgotten. */
const USUAL_DAYS = 14

/** Makes advice a task with one press, for the next visit unless a day is chosen. Nothing where there is no advice. */
export function TaskPlanPicker({ advice, value, onChange }: Props) {
  const today = useToday()
  if (!advice.trim()) return null
  if (!value)
    return (
      <Button size="sm" icon={ListTodo} className="justify-self-start" onClick={() => onChange({ dueOn: null })}>
        Make it a task
      </Button>
    )
  const choose = (due: 'visit' | 'day') => onChange({ dueOn: due === 'visit' ? null : addDays(today, USUAL_DAYS) })
  return (
    <fieldset aria-label="The task" className="grid gap-2 rounded-lg border border-line bg-sunken p-3">
      <div className="flex items-center justify-between gap-2">
        <p className="flex items-center gap-2 font-medium">
          <ListTodo size={20} aria-hidden className="shrink-0" />
          {value.dueOn === null ? 'A task for the next visit' : 'A task for a day'}
        </p>
        <Button variant="quiet" size="icon" icon={X} aria-label="No task" onClick={() => onChange(null)} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Segmented label="Due" value={value.dueOn === null ? 'visit' : 'day'} onChange={choose} options={DUE} />
        {value.dueOn !== null && (
          <DateInput
            aria-label="Day of the task"
            className="w-44"
            min={today}
            value={value.dueOn}
            onChange={({ target }) => target.value && onChange({ dueOn: target.value })}
          />
        )}
      </div>
    </fieldset>
  )
}

const DUE = [
  { value: 'visit', label: 'Next visit' },
  { value: 'day', label: 'On a day' },
] as const
