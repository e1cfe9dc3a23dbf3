import type { NewTask, Task, TaskChange } from '#features/visits/tasks/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { type Change, record, type Seen } from '#platform/web/sync/outbox.ts'
import type { Kept } from '#platform/web/sync/rows.ts'

/** A task as this device holds it. */
export type KnownTask = Kept<Task>

/** A task while it is written down. */
export type TaskWords = Pick<Task, 'title'> & Partial<Omit<NewTask, 'id' | 'title'>>

/** The change that makes a task, for actions that make others with it. */
export const adding = (words: TaskWords, memberId: string, id: string = uuidv7()): Change & { id: string } => ({
  action: 'CREATE',
  entity: 'tasks',
  id,
  data: { ...BLANK, ...words },
  alsoShow: { memberId, doneBy: null },
})

/** Writes down something to do; the id it will have for life. */
export async function addTask(words: TaskWords, memberId: string): Promise<string> {
  const change = adding(words, memberId)
  await record([change])
  return change.id
}

/** Records changed fields; false when the task is gone from this device. */
export const changeTask = async (id: string, values: TaskChange, seen: Seen = {}): Promise<boolean> =>
  (await record([{ action: 'UPDATE', entity: 'tasks', id, data: values, ...seen }])) !== false

/** Ticks a task off, or opens it again; how to take that back, or false when it is gone from this device. */
export async function tick({ id, doneAt }: Pick<Task, 'id' | 'doneAt'>): Promise<false | (() => Promise<boolean>)> {
  const isTicked = await changeTask(id, { doneAt: doneAt === null ? currentTime().toISOString() : null })
  return isTicked && (() => changeTask(id, { doneAt }))
}

/** Removes a task; the way back writes it down again, for its id is spent. */
export async function removeTask(task: KnownTask): Promise<false | (() => Promise<boolean>)> {
  if ((await record([{ action: 'DELETE', entity: 'tasks', id: task.id }])) === false) return false
  const { horseId, clientId, yardId, appointmentId, workEntryId, title, notes, dueOn, forWhom, doneAt } = task
  const words = { horseId, clientId, yardId, appointmentId, workEntryId, title, notes, dueOn, forWhom, doneAt }
  return () => addTask(words, task.memberId).then(Boolean)
}

const BLANK = {
  horseId: null,
  clientId: null,
  yardId: null,
  appointmentId: null,
  workEntryId: null,
  notes: null,
  dueOn: null,
  forWhom: 'farrier',
  doneAt: null,
} satisfies Partial<NewTask>
