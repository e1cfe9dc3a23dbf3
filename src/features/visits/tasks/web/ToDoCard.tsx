import type { ReactNode } from 'react'
import { OwnerAsksPanel } from '#features/records/guests/web/OwnerAsksPanel.tsx'
import { useAsks } from '#features/records/guests/web/use-asks.ts'
import { OwnerRequestsPanel } from '#features/visits/answers/web/OwnerRequestsPanel.tsx'
import { useOwnerRequests } from '#features/visits/answers/web/use-answers.ts'
import { GonePanel } from '#features/visits/appointments/web/GonePanel.tsx'
import { TaskRow } from '#features/visits/tasks/web/TaskRow.tsx'
import { useOpenTasks } from '#features/visits/tasks/web/use-tasks.ts'
import { Card } from '#ui/Card.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

const SHOWN = 5

/** What is to do, due and overdue first: the head of the list, on Home. `above`: what else waits. */
export function ToDoCard({ above }: { above?: ReactNode }) {
  const tasks = useOpenTasks()
  const requests = useOwnerRequests()?.length ?? 0
  const asks = useAsks()?.length ?? 0
  return (
    <Card title="To do" action={tasks && tasks.length > SHOWN && <span className="text-14 text-ink-2">{`${tasks.length} in all`}</span>}>
      {!tasks && <SkeletonRows label="Loading tasks..." rows={3} />}
      {above}
      <OwnerAsksPanel most={SHOWN} gone={GonePanel} />
      <OwnerRequestsPanel most={SHOWN} />
      {tasks?.length === 0 && requests + asks === 0 && !above && (
        <p className="px-4 py-3 text-ink-2">Nothing to do. Advice you turn into a task appears here.</p>
      )}
      {tasks && tasks.length > 0 && (
        <ul className="divide-y divide-line">
          {tasks.slice(0, SHOWN).map((task) => (
            <TaskRow key={task.id} task={task} />
          ))}
        </ul>
      )}
      <div className="border-t border-line p-1 text-center">
        <LinkButton variant="quiet" size="sm" href="/tasks">
          All tasks
        </LinkButton>
      </div>
    </Card>
  )
}
