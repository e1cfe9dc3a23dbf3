import type { Task } from '#features/visits/tasks/contract.ts'
import { type TaskPlan, wordsOfAdvice } from '#features/visits/tasks/rules.ts'
import { adding } from '#features/visits/tasks/web/data.ts'
import type { WorkEntry, WorkEntryChange } from '#features/visits/work/contract.ts'
import { newestFirst } from '#features/visits/work/rules.ts'
import { uuidv7 } from '#lib/ids.ts'
import { type Change, record, type Seen } from '#platform/web/sync/outbox.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { readRows, useRows } from '#platform/web/use-rows.ts'

/** A work entry as this device holds it. */
export type KnownWork = Kept<WorkEntry>

/** What was done to a horse, newest first; undefined while it loads. */
export function useWorkOf(horseId: string): readonly KnownWork[] | undefined {
  return useRows<WorkEntry>('work_entries', { horseId })?.toSorted(newestFirst)
}

type Writable = Omit<WorkEntryChange, 'serviceType' | 'workDate'> & Pick<WorkEntry, 'serviceType' | 'workDate'>

/** What goes with work written down by hand: the line of a visit it is of, and its advice as a task. */
type With = { visitHorseId?: string | null; task?: TaskPlan | null }

/** Records work on a horse by hand; the id it will have for life. */
export async function addWork(horseId: string, memberId: string, values: Writable & With): Promise<string> {
  const id = uuidv7()
  const { visitHorseId = null, task = null, ...rest } = values
  const data = {
    description: null,
    findings: null,
    recommendations: null,
    setup: null,
    ...rest,
    horseId,
    ...(visitHorseId && { visitHorseId }),
  }
  await record([
    { action: 'CREATE', entity: 'work_entries', id, data, alsoShow: { visitHorseId, memberId } },
    ...adviceAsTask(task, { id, horseId, memberId, recommendations: data.recommendations }),
  ])
  return id
}

type Advice = Pick<WorkEntry, 'id' | 'horseId' | 'memberId'> & { recommendations: string | null | undefined; appointmentId?: string }

/** The advice of work as a task, where it was made one: recorded with the work it came of. */
export function adviceAsTask(
  task: TaskPlan | null | undefined,
  { id, memberId, recommendations, ...about }: Advice,
): (Change & { id: string })[] {
  if (!task || !recommendations?.trim()) return []
  return [adding({ ...wordsOfAdvice(recommendations), ...about, workEntryId: id, dueOn: task.dueOn }, memberId)]
}

/** Corrects an entry, and records with it what `also` makes of it; false when it is gone from this device. */
export const changeWork = async (id: string, values: WorkEntryChange, seen: Seen = {}, also: readonly Change[] = []): Promise<boolean> =>
  (await record([{ action: 'UPDATE', entity: 'work_entries', id, data: values, ...seen }, ...also])) !== false

/** Removes an entry written by mistake; the horse's dates go back. What its advice was made stays to do. */
export const removeWork = async (id: string): Promise<boolean> =>
  (await record([{ action: 'DELETE', entity: 'work_entries', id }])) !== false

/** Undoes work that was just written down, with the task its advice was made. */
export async function takeBackWork(id: string, horseId: string): Promise<boolean> {
  const tasks = await readRows<Task>('tasks', { horseId })
  const made = tasks.filter((task) => task.workEntryId === id && task.doneAt === null)
  const removing = made.map((task): Change => ({ action: 'DELETE', entity: 'tasks', id: task.id }))
  return (await record([...removing, { action: 'DELETE', entity: 'work_entries', id }])) !== false
}
