import type { NewTimeOff, TimeOff } from '#features/visits/appointments/contract.ts'
import { moveToDay, type When } from '#features/visits/appointments/rules.ts'
import type { KnownVisit } from '#features/visits/appointments/web/data.ts'
import type { Day } from '#lib/dates.ts'
import { type Change, record, type Seen } from '#platform/web/sync/outbox.ts'

/** One action: visits that go to other days together, and why. */
export type DayMoveAct = { id: string; reason: string | null; texts: boolean }

/**
 * Moves visits as one action, all or none, each at its own time of day; false when one is gone from this device. Works offline as one
 * batch.
 */
export async function moveVisits(targets: readonly { visit: KnownVisit; day: Day }[], act: DayMoveAct): Promise<boolean> {
  const moves = targets.map(({ visit, day }) =>
    whenChange(visit.id, moveToDay(visit, day), day === visit.onDay ? visit.roundRank : null, act),
  )
  return (await record(moves)) !== false
}

/** Puts the visits of an action back; waiting texts about it are not sent. */
export const putVisitsBack = async (visits: readonly KnownVisit[], act: DayMoveAct): Promise<boolean> =>
  (await record(visits.map((visit) => whenChange(visit.id, visit, visit.roundRank, act)))) !== false

function whenChange(id: string, when: When, roundRank: string | null, { id: dayMoveId, reason, texts }: DayMoveAct): Change {
  const { startTime, endTime, onDay, localStart, localEnd } = when
  return {
    action: 'UPDATE',
    entity: 'appointments',
    id,
    data: { startTime, endTime, onDay, roundRank },
    alsoSend: { sendSmsNotification: texts, dayMove: { id: dayMoveId, reason } },
    alsoShow: { localStart, localEnd },
  }
}

/** The words of time off as they are kept. */
export type TimeOffFields = Omit<TimeOff, 'id'>

/** Notes time off on the device; its id. */
export async function addTimeOff(fields: TimeOffFields): Promise<string> {
  const ids = await record([{ action: 'CREATE', entity: 'time_off', data: fields satisfies NewTimeOff }])
  return ids ? (ids[0] ?? '') : ''
}

/** Changes time off; false when it is gone from this device. */
export const changeTimeOff = async (id: string, fields: Partial<TimeOffFields>, seen: Seen = {}): Promise<boolean> =>
  (await record([{ action: 'UPDATE', entity: 'time_off', id, data: fields, ...seen }])) !== false

/** Takes time off back, for good. */
export const removeTimeOff = async (id: string): Promise<boolean> =>
  (await record([{ action: 'DELETE', entity: 'time_off', id }])) !== false
