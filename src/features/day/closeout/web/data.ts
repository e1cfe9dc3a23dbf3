import type { Charge } from '#features/ledger/invoices/contract.ts'
import { chargeOfWork } from '#features/ledger/invoices/rules.ts'
import { priceByHand } from '#features/ledger/invoices/web/data.ts'
import { readPricing } from '#features/ledger/invoices/web/use-pricing.ts'
import { issueAllOfVisit } from '#features/ledger/payments/web/use-visit-money.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import type { ServiceType } from '#features/records/kinds/contract.ts'
import { resetsBy } from '#features/records/kinds/web/use-kinds.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import type { Task } from '#features/visits/tasks/contract.ts'
import type { TaskPlan } from '#features/visits/tasks/rules.ts'
import type { WorkEntry } from '#features/visits/work/contract.ts'
import { newestFirst, workAgain } from '#features/visits/work/rules.ts'
import { adviceAsTask } from '#features/visits/work/web/data.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { type Change, record } from '#platform/web/sync/outbox.ts'
import { readRows } from '#platform/web/use-rows.ts'

/** Undoes a change; false when the device no longer holds the changed record. */
export type Undo = () => Promise<boolean>

/** A visit as far as it is closed out. `horse` is missing when this device doesn't hold it. */
export type OpenStop = {
  visit: VisitRow
  name: string
  horses: readonly { line: VisitHorse; horse: HorseRow | undefined; name: string }[]
}

/** The work done on a horse; absent fields are as planned, else as last time (`workAgain`), and cost the list price. */
export type Finished = { line: VisitHorse; work?: Partial<Worked>; task?: TaskPlan | null | undefined; pricePence?: number | undefined }
type Worked = Pick<WorkEntry, 'serviceType' | 'setup' | 'description' | 'findings' | 'recommendations' | 'resetsCycle'>

/**
 * Finishes horses of a stop on the device: outcome, work entry, its price where one was set, and the visit once no horse on it is open, in
 * one transaction; then its invoices, where the practice wants them at once. Undefined: this device no longer has the stop. True: an
 * invoice was issued, so this cannot be undone.
 */
export const finish = (stop: OpenStop, finished: readonly Finished[]): Promise<Undo | true | undefined> =>
  inTurn(async () => finishNow(await asItIs(stop), finished))

async function finishNow(stop: OpenStop, all: readonly Finished[]): Promise<Undo | true | undefined> {
  // Pressed twice, or in another tab: recorded once.
  const finished = all.filter(({ line }) => stop.horses.some((of) => of.line.id === line.id && of.line.outcome === null))
  if (all.length > 0 && finished.length === 0) return true
  const completedAt = currentTime().toISOString()
  const done = await Promise.all(finished.map(async (each) => ({ ...each, workId: uuidv7(), work: await workedOn(each) })))
  const changes = done.flatMap(({ line, workId, work }): Change[] => [
    { action: 'UPDATE', entity: 'visit_horses', id: line.id, data: { outcome: 'done', completedAt }, alsoShow: { reason: null } },
    ...(line.horseId ? [entryOf(stop, line, line.horseId, workId, work)] : []),
  ])
  const prices = (await Promise.all(done.map((each) => priceOf(stop, each)))).flat()
  const tasks = done.flatMap(({ line, workId, work, task }) => (line.horseId ? tasksOf(stop, line.horseId, { workId, work, task }) : []))
  const ids = done.map(({ line }) => line.id)
  const finishing = completing(stop, ids, completedAt)
  if (!(await record([...changes, ...prices, ...tasks, ...finishing]))) return undefined
  if (finishing.length > 0 && (await isInvoicedAtOnce(stop))) return true
  return undoing(stop, ids, {
    workIds: done.flatMap(({ line, workId }) => (line.horseId ? [workId] : [])),
    taskIds: tasks.map(({ id }) => id),
    chargeIds: prices.map(({ id }) => id),
  })
}

/** Issues the invoices of a finished visit, if the practice has chosen that; returns whether any was. */
async function isInvoicedAtOnce({ visit }: OpenStop): Promise<boolean> {
  const { money } = await readPricing()
  return money.invoicing.invoicesAtCloseout && (await issueAllOfVisit(visit.id, dayOf(currentTime(), visit.zone))) > 0
}

/** Records why a horse was not done; the visit is finished when that was the last of them. */
export const notDone = (stop: OpenStop, line: VisitHorse, reason: string): Promise<Undo | undefined> =>
  inTurn(async () => {
    const completedAt = currentTime().toISOString()
    const said: Change = { action: 'UPDATE', entity: 'visit_horses', id: line.id, data: { outcome: 'not_done', reason, completedAt } }
    const isRecorded = await record([said, ...completing(await asItIs(stop), [line.id], completedAt)])
    return isRecorded ? undoing(stop, [line.id]) : undefined
  })

let lastTurn: Promise<unknown> = Promise.resolve()

/** One after the other, however fast they are pressed: whether a stop is finished hangs on what the one before has written. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = lastTurn.then(work)
  lastTurn = turn.catch(() => undefined)
  return turn
}

/** The stop with its horses as they are on the disk: a screen may hold an older state than the last press. */
async function asItIs(stop: OpenStop): Promise<OpenStop> {
  const lines = await readRows<VisitHorse>('visit_horses', { appointmentId: stop.visit.id })
  return { ...stop, horses: stop.horses.map((of) => ({ ...of, line: lines.find(({ id }) => id === of.line.id) ?? of.line })) }
}

/** Opens a finished stop again: reverts every outcome and the work written from it. */
export async function reopen(stop: OpenStop): Promise<boolean> {
  const lines = stop.horses.map(({ line }) => line).filter((line) => line.outcome !== null)
  const entries = await Promise.all(
    lines.map(async (line) => (line.horseId ? await readRows<WorkEntry>('work_entries', { horseId: line.horseId }) : [])),
  )
  const ids = new Set(lines.map((line) => line.id))
  const written = entries.flat().filter((entry) => entry.visitHorseId !== null && ids.has(entry.visitHorseId))
  return undoing(stop, [...ids], { workIds: written.map((entry) => entry.id) })()
}

/**
 * Opens one horse of a stop again: undoes its outcome, the work written from it, a price set for it by hand, and the task made of its
 * advice. False: this device no longer has it.
 */
export const undoHorse = (stop: OpenStop, { id, horseId }: VisitHorse): Promise<boolean> =>
  inTurn(async () => {
    const entries = horseId ? await readRows<WorkEntry>('work_entries', { horseId }) : []
    const workIds = entries.flatMap((entry) => (entry.visitHorseId === id ? [entry.id] : []))
    const isOfThem = ({ workEntryId }: { workEntryId: string | null }) => workEntryId !== null && workIds.includes(workEntryId)
    // What the server made of the work goes with it; what a person set does not.
    const charges = (await readRows<Charge>('charges')).filter((one) => isOfThem(one) && one.isByHand !== false && !one.invoiceId)
    const tasks = (await readRows<Task>('tasks')).filter((task) => isOfThem(task) && task.doneAt === null)
    const made = { workIds, chargeIds: charges.map((one) => one.id), taskIds: tasks.map((task) => task.id) }
    return undoing(stop, [id], made)()
  })

/** A visit's fields while it is open. */
export const OPEN_VISIT = {
  status: 'booked',
  statusReason: null,
  isCallComplete: false,
  completedAt: null,
  asWas: null,
} satisfies Partial<VisitRow>

/** Finishes the visit with these lines, if nothing else on it is open. */
export function completing(stop: Pick<OpenStop, 'visit' | 'horses'>, lineIds: readonly string[], completedAt: string): Change[] {
  if (stop.horses.some(({ line }) => line.outcome === null && !lineIds.includes(line.id))) return []
  const data = { isCallComplete: true, completedAt }
  return [{ action: 'UPDATE', entity: 'appointments', id: stop.visit.id, data, alsoShow: { status: 'done', statusReason: null } }]
}

type Made = { workIds?: readonly string[]; taskIds?: readonly string[]; chargeIds?: readonly string[] }

/** Reverts the outcomes of these horses of a stop, and what was made from them; with no horses, that the visit is off or done. */
export const undoing =
  (stop: OpenStop, lineIds: readonly string[], { workIds = [], taskIds = [], chargeIds = [] }: Made = {}): Undo =>
  async () => {
    const lines = lineIds.map(
      (id): Change => ({
        action: 'UPDATE',
        entity: 'visit_horses',
        id,
        alsoSend: { reopen: true },
        alsoShow: { outcome: null, reason: null, completedAt: null },
      }),
    )
    const tasks = taskIds.map((id): Change => ({ action: 'DELETE', entity: 'tasks', id }))
    const charges = chargeIds.map((id): Change => ({ action: 'DELETE', entity: 'charges', id }))
    const work = workIds.map((id): Change => ({ action: 'DELETE', entity: 'work_entries', id }))
    // The server opens a visit with its first open horse; one without horses needs the status.
    const data = lines.length > 0 ? {} : { status: 'booked' }
    const visit: Change = { action: 'UPDATE', entity: 'appointments', id: stop.visit.id, data, alsoShow: OPEN_VISIT }
    return (await record([...lines, ...tasks, ...charges, ...work, visit])) !== false
  }

const NO_WORDS = { description: null, findings: null, recommendations: null }

async function workedOn({ line, work }: Finished): Promise<Worked> {
  const earlier = line.horseId ? await readRows<WorkEntry>('work_entries', { horseId: line.horseId }) : []
  const worked = { ...workAgain(line.plannedWork, earlier.toSorted(newestFirst)), ...NO_WORDS, ...work }
  const resetsCycle = work?.resetsCycle ?? resetsBy(await readRows<ServiceType>('service_types'), worked.serviceType)
  return { ...worked, resetsCycle }
}

function entryOf(stop: OpenStop, line: VisitHorse, horseId: string, id: string, work: Worked): Change {
  const data = { horseId, visitHorseId: line.id, workDate: stop.visit.onDay, ...work }
  return { action: 'CREATE', entity: 'work_entries', id, data, alsoShow: { memberId: stop.visit.memberId } }
}

/** What a horse's work costs this once, where a price was set. */
async function priceOf(stop: OpenStop, { line, workId, work, pricePence }: Finished & { workId: string; work: Worked }) {
  const horse = stop.horses.find((of) => of.line.id === line.id)?.horse
  if (pricePence === undefined || !horse) return []
  const entry = { id: workId, serviceType: work.serviceType, workDate: stop.visit.onDay, horseId: horse.id, visitHorseId: line.id }
  const shown = chargeOfWork({ entry, line, visit: stop.visit, horse }, await readPricing(), pricePence)
  return shown ? [await priceByHand({ workEntryId: workId, shown }, pricePence)] : []
}

/** The advice as a task, when it was made one. */
function tasksOf(stop: OpenStop, horseId: string, { workId, work, task }: { workId: string; work: Worked; task: Finished['task'] }) {
  const { recommendations } = work
  return adviceAsTask(task, { id: workId, horseId, memberId: stop.visit.memberId, appointmentId: stop.visit.id, recommendations })
}
