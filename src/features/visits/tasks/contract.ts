import { z } from 'zod'
import { dayShape } from '#lib/day-shape.ts'
import { endpoint } from '#lib/endpoint.ts'

declare module '#lib/synced.ts' {
  interface Synced {
    tasks: Task
  }
}

const ref = z.string().min(1).max(60)

/** The records a task is about, and the one it came from. */
const subjects = {
  horseId: ref.nullable(),
  clientId: ref.nullable(),
  yardId: ref.nullable(),
  appointmentId: ref.nullable(),
  workEntryId: ref.nullable(),
}

const taskFields = {
  ...subjects,
  title: z.string().trim().min(1).max(300),
  notes: z.string().trim().max(10_000).nullable(),
  /** Null: at the next visit. */
  dueOn: dayShape.nullable(),
  /** Who must do it. */
  forWhom: z.enum(['farrier', 'owner']),
  /** When it was ticked off; null: it is still to do. */
  doneAt: z.iso.datetime().nullable(),
}

/** Something to do: a recommendation that is not to be forgotten, or a note to oneself. */
export const Task = z
  .object({
    ...taskFields,
    id: z.string(),
    /** Who wrote it down. */
    memberId: ref,
    doneBy: ref.nullable(),
  })
  .meta({ id: 'Task' })
export type Task = z.output<typeof Task>

export const NewTask = z
  .object({ ...z.object(taskFields).partial().shape, id: ref.optional(), title: taskFields.title })
  .meta({ id: 'NewTask' })
export type NewTask = z.input<typeof NewTask>

const { appointmentId: _visit, workEntryId: _work, ...changeable } = taskFields
export const TaskChange = z.object(changeable).partial().meta({ id: 'TaskChange' })
export type TaskChange = z.input<typeof TaskChange>

const byId = z.object({ id: z.string().max(60) })

export const taskEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/tasks',
    audience: 'member',
    scope: 'tasks:read',
    summary: 'What is to do, newest first; with `done` what was done',
    query: z.object({
      horseId: ref.optional(),
      done: z.enum(['true', 'false']).default('false'),
      limit: z.coerce.number().int().min(1).max(1000).default(200),
      after: ref.optional(),
    }),
    response: z.array(Task),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/tasks',
    audience: 'member',
    scope: 'tasks:write',
    record: 'tasks',
    summary: 'Add something to do, for a horse, a client, a yard or none',
    body: NewTask,
    response: Task,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/tasks/:id',
    audience: 'member',
    scope: 'tasks:write',
    record: 'tasks',
    summary: 'Tick a task off, open it again, or change it',
    params: byId,
    body: TaskChange,
    response: Task,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/tasks/:id',
    audience: 'member',
    scope: 'tasks:write',
    record: 'tasks',
    summary: 'Remove a task',
    params: byId,
    response: z.undefined(),
    status: 204,
  }),
}
