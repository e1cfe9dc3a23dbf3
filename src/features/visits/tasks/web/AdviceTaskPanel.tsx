import { ListTodo } from 'lucide-react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { Task } from '#features/visits/tasks/contract.ts'
import { wordsOfAdvice } from '#features/visits/tasks/rules.ts'
import { addTask, removeTask } from '#features/visits/tasks/web/data.ts'
import { useSession } from '#platform/web/session/session.ts'
import { readRow, useRows } from '#platform/web/use-rows.ts'
import { Button } from '#ui/Button.tsx'
import { withToast } from '#ui/with-toast.ts'

type Props = { advice: string; horseId: string; workEntryId: string }

/** Makes advice on record a task for the horse's next visit, once. */
export function AdviceTaskPanel({ advice, horseId, workEntryId }: Props) {
  const memberId = useSession<CurrentUser>().user?.memberId ?? ''
  const made = useRows<Task>('tasks', { horseId })?.find((task) => task.workEntryId === workEntryId)
  if (made)
    return (
      <p className="flex items-center gap-1.5 text-14 text-ink-2">
        <ListTodo size={16} aria-hidden className="shrink-0" />
        {made.doneAt === null ? "It's a task" : 'Task done'}
      </p>
    )
  const make = () =>
    withToast('Task added', "It will come up at the horse's next stop.", async () => {
      const id = await addTask({ ...wordsOfAdvice(advice), horseId, workEntryId }, memberId)
      return async () => {
        const task = await readRow<Task>('tasks', id)
        return task !== undefined && (await removeTask(task)) !== false
      }
    })
  return (
    <Button variant="quiet" size="sm" icon={ListTodo} className="-ml-2" onClick={() => make()}>
      Make it a task
    </Button>
  )
}
