import { ListTodo, Plus } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { OwnerAsksPanel } from '#features/records/guests/web/OwnerAsksPanel.tsx'
import { OwnerRequestsPanel } from '#features/visits/answers/web/OwnerRequestsPanel.tsx'
import { GonePanel } from '#features/visits/appointments/web/GonePanel.tsx'
import { TaskRow } from '#features/visits/tasks/web/TaskRow.tsx'
import { type ListedTask, useDoneTasks, useOpenTasks } from '#features/visits/tasks/web/use-tasks.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

const TaskDialog = lazy(() => import('#features/visits/tasks/web/TaskDialog.tsx').then((module) => ({ default: module.TaskDialog })))

/** Further rows are shown on request. */
const SHOWN_AT_ONCE = 50

/** All open and done tasks (/tasks). Works offline. `above`: what else waits. */
export function TasksPage({ above }: { above?: ReactNode }) {
  const [what, show] = useState<'open' | 'done'>('open')
  const [edited, edit] = useState<ListedTask | 'new'>()
  const add = (
    <Button icon={Plus} onClick={() => edit('new')}>
      Add a task
    </Button>
  )
  return (
    <Page>
      <PageHeader title="Tasks" subtitle="Advice to remember, and notes to yourself." actions={add} />
      <div className="grid max-w-[760px] gap-3.5">
        <Segmented label="Show" value={what} onChange={show} options={WHAT} />
        {what === 'open' && <OwnerRequests above={above} />}
        {what === 'open' ? <Open onEdit={edit} /> : <Done onEdit={edit} />}
      </div>
      {edited && (
        <Suspense>
          <TaskDialog task={edited === 'new' ? undefined : edited} onClose={() => edit(undefined)} />
        </Suspense>
      )}
    </Page>
  )
}

const WHAT = [
  { value: 'open', label: 'To do' },
  { value: 'done', label: 'Done' },
] as const

/** Owners' requests, above the farrier's own tasks. */
const OwnerRequests = ({ above }: { above: ReactNode }) => (
  <div className="overflow-hidden rounded-lg border border-line empty:hidden [&>ul:last-child]:border-b-0">
    {above}
    <OwnerAsksPanel gone={GonePanel} />
    <OwnerRequestsPanel />
  </div>
)

type ListProps = { onEdit: (task: ListedTask) => void }

const Open = ({ onEdit }: ListProps) => (
  <TaskList label="To do" tasks={useOpenTasks()} onEdit={onEdit}>
    <EmptyState icon={ListTodo} title="Nothing to do">
      Note your advice when you finish a horse and make it a task: it will come up at the horse's next stop.
    </EmptyState>
  </TaskList>
)

const Done = ({ onEdit }: ListProps) => (
  <TaskList label="Done" tasks={useDoneTasks()} onEdit={onEdit}>
    <EmptyState icon={ListTodo} title="Nothing done yet">
      What you tick off appears here.
    </EmptyState>
  </TaskList>
)

type TaskListProps = ListProps & { label: string; tasks: readonly ListedTask[] | undefined; children: ReactNode }

function TaskList({ label, tasks, onEdit, children }: TaskListProps) {
  const [count, setCount] = useState(SHOWN_AT_ONCE)
  const more = tasks ? tasks.length - count : 0
  return (
    <Card>
      {!tasks && <SkeletonRows label="Loading tasks..." rows={5} />}
      {tasks?.length === 0 && children}
      {tasks && tasks.length > 0 && (
        <ul aria-label={label} className="divide-y divide-line">
          {tasks.slice(0, count).map((task) => (
            <TaskRow key={task.id} task={task} onEdit={onEdit} />
          ))}
        </ul>
      )}
      {more > 0 && (
        <div className="border-t border-line p-1 text-center">
          <Button
            variant="quiet"
            onClick={() => setCount(count + SHOWN_AT_ONCE)}
          >{`Show ${Math.min(more, SHOWN_AT_ONCE)} of ${more} more`}</Button>
        </div>
      )}
    </Card>
  )
}
