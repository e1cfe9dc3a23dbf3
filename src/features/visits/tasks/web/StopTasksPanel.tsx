import { useState } from 'react'
import type { Task } from '#features/visits/tasks/contract.ts'
import { isForStop, type TaskStop } from '#features/visits/tasks/rules.ts'
import { TaskRow } from '#features/visits/tasks/web/TaskRow.tsx'
import { useOpenTasks } from '#features/visits/tasks/web/use-tasks.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { Button } from '#ui/Button.tsx'

/** More than this would push the next step off a phone's screen. */
const SHOWN_AT_ONCE = 3

/** The tasks to see to on arrival at a stop; nothing when there is none. */
export function StopTasksPanel({ stop }: { stop: TaskStop }) {
  // Most stops have none, and then nothing else need be read.
  const isAny = useRows<Task>('tasks')?.some((task) => isForStop(task, stop))
  return isAny ? <Tasks stop={stop} /> : null
}

function Tasks({ stop }: { stop: TaskStop }) {
  const [isWhole, setWhole] = useState(false)
  const tasks = useOpenTasks()?.filter((task) => isForStop(task, stop))
  if (!tasks?.length) return null
  return (
    <section aria-label="To do here" className="rounded-lg border border-ember-line bg-ember-tint">
      <h3 className="px-3 pt-2 text-14 text-ember-ink">To do here</h3>
      <ul>
        {tasks.slice(0, isWhole ? tasks.length : SHOWN_AT_ONCE).map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
      </ul>
      {!isWhole && tasks.length > SHOWN_AT_ONCE && (
        <Button variant="quiet" size="sm" block onClick={() => setWhole(true)}>{`Show ${tasks.length - SHOWN_AT_ONCE} more`}</Button>
      )}
    </section>
  )
}
