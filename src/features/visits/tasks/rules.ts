import type { Task } from '#features/visits/tasks/contract.ts'
import { addDays, type Day, shortDay } from '#lib/dates.ts'

/** A title is read in a list; longer text continues in the notes. */
const TITLE_LENGTH = 120
/** A task with a date shows at a stop from this many days before: the next stop may be weeks later. */
const SOON_DAYS = 7

/** When a task made of advice is due; null: at the next visit. */
export type TaskPlan = { dueOn: Day | null }

/**
 * Advice as a task. The title is its first line, or as many words of it as fit; the note holds the whole advice when the title does not.
 */
export function wordsOfAdvice(advice: string): Pick<Task, 'title' | 'notes'> {
  const whole = advice.trim()
  const [line = ''] = whole.split('\n')
  const title = line.length <= TITLE_LENGTH ? line.trim() : `${line.slice(0, endOfWords(line)).trimEnd()}…`
  return { title, notes: title === whole ? null : whole }
}

/** Where the last word that a title takes ends; one long word is cut. */
function endOfWords(line: string): number {
  const space = line.lastIndexOf(' ', TITLE_LENGTH - 1)
  return space > 0 ? space : TITLE_LENGTH - 1
}

/** A stop of a round as far as tasks go. */
export type TaskStop = { visitId: string; day: Day; horseIds: readonly string[]; clientIds: readonly string[]; yardId: string | null }

/**
 * Whether a task is shown at a stop: it is about one of its horses, else its owners, else the yard, and is due by then or soon after. A
 * task that came from this very visit is for the next one.
 */
export function isForStop(task: Pick<Task, keyof Subjects | 'dueOn' | 'doneAt' | 'appointmentId'>, stop: TaskStop): boolean {
  if (task.doneAt !== null || (task.appointmentId === stop.visitId && task.dueOn === null)) return false
  if (task.dueOn !== null && task.dueOn > addDays(stop.day, SOON_DAYS)) return false
  if (task.horseId) return stop.horseIds.includes(task.horseId)
  return task.clientId ? stop.clientIds.includes(task.clientId) : task.yardId !== null && task.yardId === stop.yardId
}

type Subjects = Pick<Task, 'horseId' | 'clientId' | 'yardId'>
/** A visit to come, as far as tasks go. */
export type ComingVisit = { id: string; day: Day }

/** The day a task is due: its own, else that of the next visit it is for. Null: none is booked. `coming` soonest first. */
export const dueDay = (task: Pick<Task, 'dueOn' | 'appointmentId'>, coming: readonly ComingVisit[]): Day | null =>
  task.dueOn ?? coming.find((visit) => visit.id !== task.appointmentId)?.day ?? null

/** Soonest first, tasks without a day last; those of one day in the order they were written. */
export const byDue = (a: { due: Day | null; id: string }, b: { due: Day | null; id: string }): number =>
  a.due === b.due ? (a.id < b.id ? -1 : 1) : a.due === null ? 1 : b.due === null ? -1 : a.due < b.due ? -1 : 1

/** Its date has passed. A task that waits for a visit never becomes overdue automatically. */
export const isOverdue = (task: Pick<Task, 'dueOn' | 'doneAt'>, today: Day): boolean =>
  task.doneAt === null && task.dueOn !== null && task.dueOn < today

/** `Overdue since Tue 24 Nov`, `Due today`, `Next visit, Fri 27 Nov`, `At the next visit`; empty for a task with no visit to wait for. */
export function dueInWords(task: Subjects & Pick<Task, 'dueOn' | 'doneAt'>, due: Day | null, today: Day): string {
  if (task.dueOn !== null) {
    if (task.dueOn === today) return 'Due today'
    return isOverdue(task, today) ? `Overdue since ${shortDay(task.dueOn)}` : `Due ${shortDay(task.dueOn)}`
  }
  if (!task.horseId && !task.clientId && !task.yardId) return ''
  return due ? `Next visit, ${due === today ? 'today' : shortDay(due)}` : 'At the next visit'
}
