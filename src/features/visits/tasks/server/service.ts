import { requireMay } from '#features/core/practice/server/require-may.ts'
import type { NewTask, Task, TaskChange } from '#features/visits/tasks/contract.ts'
import { NewTask as NewTaskShape, TaskChange as TaskChangeShape } from '#features/visits/tasks/contract.ts'
import { listTasks, requireNamed, type TaskRow } from '#features/visits/tasks/server/queries.ts'
import { noneIfBlank } from '#lib/blank.ts'
import { idOf } from '#lib/canonical.ts'
import { type Actor, memberOf } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { deleteRow, holdWriters, insertRow, type MergePolicy, rowForChange, updateRow } from '#platform/server/database/rows.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

type TasksParams = { horseId?: string | undefined; isDone: boolean; limit: number; after?: string | undefined }

/** Tasks still to do, or those done, newest first, a page at a time. */
export const tasksPage = async (tx: PracticeTx, params: TasksParams): Promise<Task[]> => (await listTasks(tx, params)).map(toTask)

/**
 * Adds a task; the caller is its author. `id` may have been made on a device.
 * @throws what is missing of what it names, id_taken
 */
export async function addTask(tx: PracticeTx, actor: Actor, id: string, input: NewTask): Promise<TaskRow> {
  await holdWriters(tx)
  const columns = { ...toColumns(actor, input), ...(await subjectsOf(tx, input)) }
  return insertRow(tx, actor, 'tasks', id, { ...columns, title: input.title, member_id: memberOf(actor) })
}

/**
 * Ticks a task off or opens it again, which any member may, or changes its words.
 * @throws forbidden, task_not_found, what is missing of what it names, conflict
 */
export async function changeTask(tx: PracticeTx, actor: Actor, id: string, input: TaskChange, baseRev?: number): Promise<TaskRow> {
  const before = await rowForChange(tx, 'tasks', id, 'task_not_found')
  const { doneAt: _, ...words } = input
  if (Object.values(words).some((value) => value !== undefined)) requireTheirs(actor, before)
  const columns = { ...toColumns(actor, input), ...(await subjectsOf(tx, input)) }
  return updateRow(tx, actor, before, 'tasks', columns, { baseRev, policy: POLICY, verb: verbOf(before, input) })
}

/** Removes a task. @throws forbidden, task_not_found, conflict */
export async function removeTask(tx: PracticeTx, actor: Actor, id: string, baseRev?: number): Promise<TaskRow> {
  const before = await rowForChange(tx, 'tasks', id, 'task_not_found')
  requireTheirs(actor, before)
  return deleteRow(tx, actor, before, 'tasks', { baseRev })
}

/** A row as it goes over the wire. */
export const toTask = (row: TaskRow): Task => ({
  id: row.id,
  horseId: row.horse_id,
  clientId: row.client_id,
  yardId: row.yard_id,
  appointmentId: row.appointment_id,
  workEntryId: row.work_entry_id,
  title: row.title,
  notes: row.notes,
  dueOn: row.due_on,
  forWhom: row.for_whom,
  memberId: row.member_id,
  // After an undo it is the journal's text.
  doneAt: row.done_at && new Date(row.done_at).toISOString(),
  doneBy: row.done_by,
})

export const taskSync: SyncedEntity<'tasks'> = {
  toWire: toTask,
  write: { newShape: NewTaskShape, changeShape: TaskChangeShape, create: addTask, update: changeTask, remove: removeTask },
}

/** Ticked off on two devices, a task is done, without a conflict. When two members add to its words, both are kept. */
const POLICY: MergePolicy = { groups: { done: ['done_at', 'done_by'] }, free: ['done'], both: { notes: 10_000 } }

const verbOf = ({ done_at }: TaskRow, { doneAt }: TaskChange) =>
  doneAt === undefined || (doneAt === null) === (done_at === null) ? 'changed' : doneAt === null ? 'opened' : 'done'

/** An apprentice may change only tasks they wrote themselves; every other member may change any task. @throws forbidden */
function requireTheirs(actor: Actor, task: TaskRow): void {
  if (task.member_id !== actor.memberId) requireMay(actor, 'changeRecords')
}

type Subjects = Pick<NewTask, (typeof SUBJECTS)[number]['field']>

/** The records a task names, each looked up in this practice. @throws what is missing */
async function subjectsOf(tx: PracticeTx, input: Subjects): Promise<Partial<Record<string, string | null>>> {
  const columns: Record<string, string | null> = {}
  for (const { field, table, column, missing } of SUBJECTS) {
    const named = input[field]
    if (named === undefined) continue
    const id = named && idOf(named, missing)
    if (id) await requireNamed(tx, { table, id, missing })
    columns[column] = id
  }
  return columns
}

const SUBJECTS = [
  { field: 'horseId', table: 'horses', column: 'horse_id', missing: 'horse_not_found' },
  { field: 'clientId', table: 'clients', column: 'client_id', missing: 'client_not_found' },
  { field: 'yardId', table: 'yards', column: 'yard_id', missing: 'yard_not_found' },
  { field: 'appointmentId', table: 'appointments', column: 'appointment_id', missing: 'appointment_not_found' },
  { field: 'workEntryId', table: 'work_entries', column: 'work_entry_id', missing: 'work_entry_not_found' },
] as const

function toColumns(actor: Actor, input: TaskChange) {
  const words = { title: input.title, notes: noneIfBlank(input.notes), due_on: input.dueOn, for_whom: input.forWhom }
  if (input.doneAt === undefined) return words
  return { ...words, ...(input.doneAt ? { done_at: new Date(input.doneAt), done_by: memberOf(actor) } : { done_at: null, done_by: null }) }
}
