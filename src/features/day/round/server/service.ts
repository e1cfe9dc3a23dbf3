import { may } from '#features/core/practice/rules.ts'
import type { CallTracker, Round, RoundChange } from '#features/day/round/contract.ts'
import { RoundChange as RoundChangeShape } from '#features/day/round/contract.ts'
import { currentNumber, ranksToAdvance, roundId, stopsOf } from '#features/day/round/rules.ts'
import { countStats, findRound, hasMember, type RoundRow, requireRound } from '#features/day/round/server/queries.ts'
import type { Appointment, VisitHorse } from '#features/visits/appointments/contract.ts'
import { changeLine } from '#features/visits/appointments/server/change-line.ts'
import { changeVisit } from '#features/visits/appointments/server/change-visit.ts'
import { notifyRound } from '#features/visits/appointments/server/notify-round.ts'
import { requireAppointment } from '#features/visits/appointments/server/require-appointment.ts'
import { appointmentsOf } from '#features/visits/appointments/server/service.ts'
import { recordWork, workAgainOf } from '#features/visits/work/server/service.ts'
import { noneIfBlank } from '#lib/blank.ts'
import { idOf } from '#lib/canonical.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import { allEnded, type PracticeTx, readIn } from '#platform/server/database/db.ts'
import { inBatch } from '#platform/server/database/in-batch.ts'
import { findRow, holdWriters, insertRow, type MergePolicy, rowsUnder, updateRow } from '#platform/server/database/rows.ts'
import { ReadAlong } from '#platform/server/read-along.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

/**
 * Moves stop number `k` of the visit's day to the head of the open ones, and returns the visit's place then. Spec §7 advance-call.
 * @throws appointment_not_found, visit_is_cancelled, bad_request when the day has no open stop of that number
 */
export async function advanceCall(tx: PracticeTx, actor: Actor, id: string, k: number): Promise<CallTracker> {
  await holdWriters(tx)
  const visit = await requireAppointment(tx, actor.practiceId, id)
  const stops = await stopsAround(tx, actor, visit)
  const target = stops[k - 1]
  if (!target || target.isCallComplete) throw new AppError('bad_request', {}, "There's no open stop with that number on this day.")
  for (const { id: stop, roundRank } of ranksToAdvance(stops, k)) await changeVisit(tx, actor, stop, { roundRank })
  return callTrackerOf(tx, actor, id)
}

/** The place of a visit in its day. @throws appointment_not_found, visit_is_cancelled */
export async function callTrackerOf(tx: PracticeTx, actor: Actor, id: string): Promise<CallTracker> {
  const visit = await requireAppointment(tx, actor.practiceId, id)
  const stops = await stopsAround(tx, actor, visit)
  const index = stops.findIndex((stop) => stop.id === visit.id)
  if (index === -1) throw new AppError('visit_is_cancelled')
  return { currentCallNumber: currentNumber(stops), callNumber: index + 1, isCallComplete: visit.isCallComplete }
}

/**
 * Finishes a stop: every open horse is done and gets a work entry of the planned work, else of its last work. A second call changes
 * nothing. Spec §7 complete-call.
 * @throws appointment_not_found, visit_is_cancelled
 */
export async function completeCall(tx: PracticeTx, actor: Actor, id: string): Promise<ReadAlong<Appointment>> {
  await holdWriters(tx)
  const visit = await requireAppointment(tx, actor.practiceId, id)
  if (visit.status === 'cancelled' || visit.status === 'no_show') throw new AppError('visit_is_cancelled')
  if (visit.isCallComplete) return new ReadAlong(id, Promise.resolve(visit))
  const open = visit.horses.filter(({ outcome }) => outcome === null)
  await inBatch(tx, actor.practiceId, async (batched, batch) => {
    // Read at once; the changes then follow one after the other.
    const [works] = await allEnded([
      allEnded(open.map((line) => workOf(tx, visit, line))),
      findRow(batched, 'appointments', visit.id),
      rowsUnder(batched, 'visit_horses', 'appointment_id', visit.id),
      ...open.flatMap(({ horseId }) => (horseId ? [findRow(batched, 'horses', horseId)] : [])),
    ])
    for (const [at, line] of open.entries()) {
      await changeLine(batched, actor, line.id, { outcome: 'done' })
      const [workId, work] = [uuidv7(), works[at]]
      batch.knowDrawn('work_entries', [workId])
      if (work) await recordWork(batched, actor, workId, work)
    }
    if (visit.horses.length === 0) await changeVisit(batched, actor, id, { isCallComplete: true })
  })
  return new ReadAlong(id, requireAppointment(tx, actor.practiceId, id))
}

/**
 * Records the state of a member's round of a day; the first device creates the row when it is missing. Absent fields stay as they are. The
 * owners it names are texted. @throws member_not_found, appointment_not_found, forbidden
 */
export async function setRound(tx: PracticeTx, actor: Actor, input: RoundChange): Promise<RoundRow> {
  await holdWriters(tx)
  const memberId = idOf(input.memberId, 'member_not_found')
  if (!(await hasMember(tx, memberId))) throw new AppError('member_not_found')
  const id = roundId(memberId, input.onDay)
  const before = await findRound(tx, id)
  const columns = toColumns(input)
  await notifyOwners(tx, actor, input)
  if (before) return updateRow(tx, actor, before, 'rounds', columns, { policy: LAST_WINS })
  const empty = { reason: null, late_minutes: null, said_at: null }
  const given = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
  return insertRow(tx, actor, 'rounds', id, { member_id: memberId, on_day: input.onDay, state: undefined, ...empty, ...given })
}

/** A row as it goes over the wire. */
export const toRound = (row: RoundRow): Round => ({
  id: row.id,
  memberId: row.member_id,
  onDay: row.on_day,
  state: row.state,
  reason: row.reason,
  lateMinutes: row.late_minutes,
  saidAt: row.said_at?.toISOString() ?? null,
})

export const roundSync: SyncedEntity<'rounds'> = {
  toWire: toRound,
  write: {
    newShape: RoundChangeShape,
    changeShape: RoundChangeShape.partial(),
    create: (tx, actor, _id, input: RoundChange) => setRound(tx, actor, input),
    async update(tx, actor, id, input: Partial<RoundChange>) {
      const { member_id, on_day } = await requireRound(tx, id)
      return setRound(tx, actor, { ...input, memberId: member_id, onDay: on_day })
    },
    async remove() {
      throw new AppError('forbidden')
    },
  },
}

/** The four figures of Home. Spec §3 Dashboard stats. */
export const dashboardStats = (tx: PracticeTx, actor: Actor) => countStats(tx, actor.practiceId, dayOf(currentTime(), actor.zone))

/** sync.md, Field merge: round state, last applied wins, never raises a conflict. */
const LAST_WINS: MergePolicy = { free: ['state', 'reason', 'late_minutes', 'said_at'] }

async function stopsAround(tx: PracticeTx, actor: Actor, visit: Appointment): Promise<Appointment[]> {
  const day = await appointmentsOf(readIn(tx), actor, { date: visit.onDay })
  return stopsOf(day.filter((other) => other.memberId === visit.memberId))
}

/** The work that *done* records of a horse; undefined for a line whose horse was taken off. */
async function workOf(tx: PracticeTx, visit: Appointment, { id, horseId, plannedWork }: VisitHorse) {
  return horseId ? { horseId, visitHorseId: id, workDate: visit.onDay, ...(await workAgainOf(tx, horseId, plannedWork)) } : undefined
}

async function notifyOwners(tx: PracticeTx, actor: Actor, { state, reason, lateMinutes, tell }: RoundChange) {
  if (!tell || (state !== 'late' && state !== 'finished')) return
  if (!may(actor.role, 'sendTexts')) throw new AppError('forbidden')
  const whom = tell.map(({ appointmentId, clientId }) => ({
    appointmentId: idOf(appointmentId, 'appointment_not_found'),
    clientId: idOf(clientId, 'client_not_found'),
  }))
  const about = { ...(reason && { reason }), ...(lateMinutes && { lateMinutes }) }
  await notifyRound(tx, actor, state === 'late' ? 'late' : 'not_reached', whom, about)
}

const toColumns = (input: RoundChange) => ({
  state: input.state,
  reason: noneIfBlank(input.reason),
  late_minutes: input.lateMinutes,
  said_at: input.saidAt === undefined || input.saidAt === null ? input.saidAt : new Date(input.saidAt),
})
