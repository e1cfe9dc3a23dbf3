import { lazy } from 'react'
import type { Task } from '#features/visits/tasks/contract.ts'
import type { FormProps, Forms } from '#platform/web/record-forms.tsx'
import { useRow } from '#platform/web/use-rows.ts'

const TaskDialog = lazy(() => import('#features/visits/tasks/web/TaskDialog.tsx').then((module) => ({ default: module.TaskDialog })))

/** Where a change of them that waits for a decision is edited. */
export const taskForms: Forms = { tasks: TaskForm }

function TaskForm({ id, onClose }: FormProps) {
  const task = useRow<Task>('tasks', id)
  return task && <TaskDialog task={task} onClose={onClose} />
}
