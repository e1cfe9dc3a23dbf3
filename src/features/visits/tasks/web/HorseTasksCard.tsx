import { ListTodo, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { TaskRow } from '#features/visits/tasks/web/TaskRow.tsx'
import { type ListedTask, useTasksOf } from '#features/visits/tasks/web/use-tasks.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'

const TaskDialog = lazy(() => import('#features/visits/tasks/web/TaskDialog.tsx').then((module) => ({ default: module.TaskDialog })))

/** Further tasks of one horse are shown on request. */
const SHOWN_AT_ONCE = 3

/** What is to do for a horse, on its record; where there is nothing, only the way to add something. */
export function HorseTasksCard({ horse }: { horse: { id: string; name: string } }) {
  // Most have none: what is below does not move when they have loaded.
  const tasks = useTasksOf(horse.id) ?? []
  const [edited, edit] = useState<ListedTask | 'new'>()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? tasks : tasks.slice(0, SHOWN_AT_ONCE)
  const add = (
    <Button size="sm" variant="quiet" icon={Plus} aria-label={`Add a task for ${horse.name}`} onClick={() => edit('new')}>
      Add
    </Button>
  )
  return (
    <>
      {tasks.length === 0 ? (
        <Button variant="quiet" icon={ListTodo} className="-my-2 -ml-2 justify-self-start" onClick={() => edit('new')}>
          Add a task
        </Button>
      ) : (
        <Card title="To do" action={add}>
          <ul className="divide-y divide-line">
            {shown.map((task) => (
              <TaskRow key={task.id} task={task} onEdit={edit} />
            ))}
          </ul>
          {tasks.length > shown.length && (
            <div className="border-t border-line p-1 text-center">
              <Button variant="quiet" size="sm" onClick={() => setWhole(true)}>{`Show ${tasks.length - shown.length} more`}</Button>
            </div>
          )}
        </Card>
      )}
      {edited && (
        <Suspense>
          <TaskDialog task={edited === 'new' ? undefined : edited} horseId={horse.id} onClose={() => edit(undefined)} />
        </Suspense>
      )}
    </>
  )
}
