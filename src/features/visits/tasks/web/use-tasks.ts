import type { Client } from '#features/records/clients/contract.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import { isGone } from '#features/records/horses/rules.ts'
import type { Yard } from '#features/records/yards/contract.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import type { Task } from '#features/visits/tasks/contract.ts'
import { byDue, type ComingVisit, dueDay } from '#features/visits/tasks/rules.ts'
import type { KnownTask } from '#features/visits/tasks/web/data.ts'
import { addMonths, type Day } from '#lib/dates.ts'
import { memoLast } from '#lib/memo-last.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

/** A task with what a list shows of it. */
export type ListedTask = KnownTask & {
  /** The day it is due: its own, or that of the visit it waits for. */
  due: Day | null
  /** The horse, else the client, else the yard it is about. */
  about: string | null
}

/** As far ahead as anyone books. */
const MONTHS_AHEAD = 18

/** All open tasks, soonest first, without those of horses that are gone; undefined while loading. */
export function useOpenTasks(): readonly ListedTask[] | undefined {
  const today = useToday()
  const tasks = useRows<Task>('tasks')
  const horses = useRows<HorseRow>('horses')
  const clients = useRows<Client>('clients')
  const yards = useRows<Yard>('yards')
  const coming = { from: today, to: addMonths(today, MONTHS_AHEAD) }
  const visits = useRows<VisitRow>('appointments', coming)
  const lines = useRows<VisitHorse>('visit_horses', { ofVisits: coming })
  if (!tasks || !horses || !clients || !yards || !visits || !lines) return undefined
  return openTasks(tasks, { horses, clients, yards }, comingVisits(visits, lines), today)
}

/** Every task that is done, last ticked off first; undefined while they load. */
export function useDoneTasks(): readonly ListedTask[] | undefined {
  const tasks = useRows<Task>('tasks')
  const horses = useRows<HorseRow>('horses')
  const clients = useRows<Client>('clients')
  const yards = useRows<Yard>('yards')
  if (!tasks || !horses || !clients || !yards) return undefined
  return doneTasks(tasks, { horses, clients, yards })
}

/** A horse's tasks still to do, soonest first; undefined while they load. */
export function useTasksOf(horseId: string): readonly ListedTask[] | undefined {
  const today = useToday()
  const tasks = useRows<Task>('tasks', { horseId })
  const visits = useRows<VisitRow>('appointments', { from: today, to: addMonths(today, MONTHS_AHEAD) })
  const lines = useRows<VisitHorse>('visit_horses', { horseId })
  if (!tasks || !visits || !lines) return undefined
  const coming = comingVisits(visits, lines)
  return tasks
    .filter((task) => task.doneAt === null)
    .map((task) => ({ ...task, about: null, due: dueDay(task, coming.of('horses', horseId)) }))
    .toSorted(byDue)
}

type Records = { horses: readonly HorseRow[]; clients: readonly Client[]; yards: readonly Yard[] }

function openTasks(tasks: readonly KnownTask[], { horses, ...others }: Records, coming: Coming, today: Day): ListedTask[] {
  const here = { horses: horses.filter((horse) => !isGone(horse, today)), ...others }
  return listed(
    tasks.filter((task) => task.doneAt === null),
    here,
    (task) => dueDay(task, comingFor(task, coming)),
  ).toSorted(byDue)
}

const doneTasks = (tasks: readonly KnownTask[], records: Records) =>
  listed(
    tasks.filter((task) => task.doneAt !== null),
    records,
    (task) => task.dueOn,
  ).toSorted((a, b) => ((a.doneAt ?? '') < (b.doneAt ?? '') ? 1 : -1))

/** The tasks whose horse, client and yard are on this device: a task for a removed one belongs to no one. */
function listed(tasks: readonly KnownTask[], records: Records, dueOf: (task: KnownTask) => Day | null): ListedTask[] {
  const names = new Map([...records.horses, ...records.clients, ...records.yards].map(({ id, name }) => [id, name]))
  return tasks.flatMap((task) => {
    const about = task.horseId ?? task.clientId ?? task.yardId
    if (about && !names.has(about)) return []
    return [{ ...task, about: about ? (names.get(about) ?? null) : null, due: dueOf(task) }]
  })
}

type Coming = ReturnType<typeof comingVisits>

const comingFor = ({ horseId, clientId, yardId }: Task, coming: Coming): readonly ComingVisit[] =>
  horseId ? coming.of('horses', horseId) : clientId ? coming.of('clients', clientId) : yardId ? coming.of('yards', yardId) : []

/** The visits still to be made, soonest first, by horse, client and yard. */
const comingVisits = memoLast((visits: readonly VisitRow[], lines: readonly VisitHorse[]) => {
  const open = visits
    .filter(({ status }) => status === 'booked' || status === 'pencilled')
    .toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1))
  const linesOf = Map.groupBy(
    lines.filter((line) => line.outcome === null),
    (line) => line.appointmentId,
  )
  const found = {
    horses: new Map<string, ComingVisit[]>(),
    clients: new Map<string, ComingVisit[]>(),
    yards: new Map<string, ComingVisit[]>(),
  }
  const note = (kind: keyof typeof found, id: string | null, visit: ComingVisit) => {
    if (id) found[kind].set(id, [...(found[kind].get(id) ?? []), visit])
  }
  for (const { id, onDay, clientId, yardId } of open) {
    const visit = { id, day: onDay }
    const own = linesOf.get(id) ?? []
    for (const line of own) note('horses', line.horseId, visit)
    for (const client of new Set([clientId, ...own.map((line) => line.clientId)])) note('clients', client, visit)
    note('yards', yardId, visit)
  }
  return { of: (kind: keyof typeof found, id: string): readonly ComingVisit[] => found[kind].get(id) ?? [] }
})
