import type { VisitHorse, VisitRow } from '#features/appointments/contract.ts'
import { callOnlyOn } from '#features/appointments/rules.ts'
import type { Client } from '#features/clients/contract.ts'
import type { HorseRow } from '#features/horses/contract.ts'
import type { RoundStop } from '#features/round/round-day.ts'
import { serviceTypeFor } from '#features/round/rules.ts'
import type { WorkEntry } from '#features/work/contract.ts'
import { newestFirst, resetsCycleByDefault } from '#features/work/rules.ts'
import type { Day } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { type Change, record } from '#platform/web/outbox.ts'
import { readRows } from '#platform/web/use-rows.ts'

/** Takes a change back; false when the device no longer holds what it changed. */
export type Undo = () => Promise<boolean>

/** What was done to a horse; the work is what was planned, else what it had last, unless said. */
export type Finished = { line: VisitHorse; serviceType?: string }

/**
 * Finishes horses of a stop on the device: outcome, work entry, and the visit once nothing on it is open, in one transaction. Undefined: the
 * stop is gone from here.
 */
export async function finish(stop: RoundStop, finished: readonly Finished[]): Promise<Undo | undefined> {
  const completedAt = new Date().toISOString()
  const done = await Promise.all(finished.map(async (each) => ({ ...each, workId: uuidv7(), work: await serviceOf(each) })))
  const changes = done.flatMap(({ line, workId, work }): Change[] => [
    { action: 'UPDATE', entity: 'visit_horses', id: line.id, data: { outcome: 'done', completedAt }, alsoShow: { reason: null } },
    ...(line.horseId ? [workOf(stop, line, line.horseId, workId, work)] : []),
  ])
  const ids = done.map(({ line }) => line.id)
  const isRecorded = await record([...changes, ...completing(stop, ids, completedAt)])
  return isRecorded
    ? undoing(
        stop,
        ids,
        done.flatMap(({ line, workId }) => (line.horseId ? [workId] : [])),
      )
    : undefined
}

/** Says why a horse was not done; the visit is finished when that was the last of them. */
export async function notDone(stop: RoundStop, line: VisitHorse, reason: string): Promise<Undo | undefined> {
  const completedAt = new Date().toISOString()
  const said: Change = { action: 'UPDATE', entity: 'visit_horses', id: line.id, data: { outcome: 'not_done', reason, completedAt } }
  const isRecorded = await record([said, ...completing(stop, [line.id], completedAt)])
  return isRecorded ? undoing(stop, [line.id], []) : undefined
}

/** Opens a finished stop again: every outcome and the work written from it is taken back. */
export async function reopen(stop: RoundStop): Promise<boolean> {
  const lines = stop.horses.map(({ line }) => line).filter((line) => line.outcome !== null)
  const entries = await Promise.all(
    lines.map(async (line) => (line.horseId ? await readRows<WorkEntry>('work_entries', { horseId: line.horseId }) : [])),
  )
  const ids = new Set(lines.map((line) => line.id))
  const written = entries.flat().filter((entry) => entry.visitHorseId !== null && ids.has(entry.visitHorseId))
  return undoing(
    stop,
    [...ids],
    written.map((entry) => entry.id),
  )()
}

/** Tells the owners that the farrier is setting off to them. */
export const setOff = async (stop: RoundStop): Promise<boolean> =>
  (await record([
    { action: 'UPDATE', entity: 'appointments', id: stop.visit.id, data: {}, alsoSend: { onMyWayAt: new Date().toISOString() } },
  ])) !== false

type NewStop = { day: Day; zone: string; memberId: string; number: number; client: Client; horses: readonly HorseRow[] }

/** Adds a stop without a time at the end of the round; the id it will have for life. */
export async function addStop({ day, zone, memberId, number, client, horses }: NewStop): Promise<string> {
  const id = uuidv7()
  const { startTime, endTime, localStart, localEnd } = callOnlyOn(day, zone)
  const first = horses[0]
  const booked = {
    title: horses.map((horse) => horse.name).join(', ') || client.name,
    clientId: client.id,
    yardId: first?.yardId ?? null,
    isCallOnly: true,
    callNumber: Math.min(99, number),
    callPeriod: 'PM' as const,
    memberId,
    startTime,
    endTime,
    onDay: day,
  }
  const location = [client.address, client.postcode].filter(Boolean).join(', ') || null
  const visit: Change = {
    action: 'CREATE',
    entity: 'appointments',
    id,
    data: booked,
    alsoShow: { ...OPEN, description: null, notes: null, location, localStart, localEnd, zone, roundRank: null },
  }
  await record([visit, ...horses.map((horse, place) => lineFor(id, horse, place))])
  return id
}

/** Adds a horse to a stop. */
export async function addHorseHere(stop: RoundStop, horse: HorseRow): Promise<Undo> {
  const place = Math.max(-1, ...stop.horses.map(({ line }) => line.place)) + 1
  const line = { ...lineFor(stop.visit.id, horse, place), id: uuidv7() }
  await record([line])
  return async () => (await record([{ action: 'DELETE', entity: 'visit_horses', id: line.id }])) !== false
}

/** Takes a stop that was just added out of the round. */
export const removeStop = async (id: string): Promise<boolean> => {
  const lines = await readRows<VisitHorse>('visit_horses', { appointmentId: id })
  const gone = lines.map((line): Change => ({ action: 'DELETE', entity: 'visit_horses', id: line.id }))
  return (await record([...gone, { action: 'DELETE', entity: 'appointments', id }])) !== false
}

const OPEN = { status: 'booked', statusReason: null, isCallComplete: false, completedAt: null, asWas: null } satisfies Partial<VisitRow>

/** Finishes the visit with these lines, if nothing else on it is open. */
export function completing(stop: RoundStop, lineIds: readonly string[], completedAt: string): Change[] {
  if (stop.horses.some(({ line }) => line.outcome === null && !lineIds.includes(line.id))) return []
  const data = { isCallComplete: true, completedAt }
  return [{ action: 'UPDATE', entity: 'appointments', id: stop.visit.id, data, alsoShow: { status: 'done', statusReason: null } }]
}

const undoing =
  (stop: RoundStop, lineIds: readonly string[], workIds: readonly string[]): Undo =>
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
    const work = workIds.map((id): Change => ({ action: 'DELETE', entity: 'work_entries', id }))
    // The server opens a visit with its first open horse; one without horses must be told.
    const data = lines.length > 0 ? {} : { status: 'booked' }
    const visit: Change = { action: 'UPDATE', entity: 'appointments', id: stop.visit.id, data, alsoShow: OPEN }
    return (await record([...lines, ...work, visit])) !== false
  }

function workOf(stop: RoundStop, line: VisitHorse, horseId: string, id: string, serviceType: string): Change {
  const data = { horseId, visitHorseId: line.id, serviceType, workDate: stop.visit.onDay }
  const words = { description: null, findings: null, recommendations: null }
  const alsoShow = { ...words, memberId: stop.visit.memberId, resetsCycle: resetsCycleByDefault(serviceType) }
  return { action: 'CREATE', entity: 'work_entries', id, data, alsoShow }
}

async function serviceOf({ line, serviceType }: Finished): Promise<string> {
  if (serviceType) return serviceType
  const entries = line.horseId && !line.plannedWork ? await readRows<WorkEntry>('work_entries', { horseId: line.horseId }) : []
  return serviceTypeFor(line.plannedWork, entries.toSorted(newestFirst)[0]?.serviceType ?? null)
}

function lineFor(appointmentId: string, horse: HorseRow, place: number): Change {
  const payerClientId = horse.payerClientId ?? horse.clientId
  const shown = { clientId: horse.clientId, payerClientId, outcome: null, reason: null, completedAt: null }
  const data = { appointmentId, horseId: horse.id, place, plannedWork: null }
  return { action: 'CREATE', entity: 'visit_horses', data, alsoShow: shown }
}
