import { OPEN_VISIT, type Undo } from '#features/day/closeout/web/data.ts'
import type { RoundStop } from '#features/day/round/round-day.ts'
import type { Client } from '#features/records/clients/contract.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { callOnlyOn } from '#features/visits/appointments/rules.ts'
import { unbookingOf } from '#features/visits/appointments/web/data.ts'
import { currentTime } from '#lib/clock.ts'
import type { Day } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { type Change, record } from '#platform/web/sync/outbox.ts'

/** Notifies the owners that the farrier is setting off to them. */
export const setOff = async (stop: RoundStop): Promise<boolean> =>
  (await record([
    { action: 'UPDATE', entity: 'appointments', id: stop.visit.id, data: {}, alsoSend: { onMyWayAt: currentTime().toISOString() } },
  ])) !== false

type NewStop = {
  day: Day
  zone: string
  memberId: string
  /** Its number, in its half of the day. */
  place: Pick<VisitRow, 'callNumber' | 'callPeriod'>
  client: Client
  horses: readonly HorseRow[]
  overridesOverdue?: boolean
}

/** Adds a stop without a time to the round; the id it will have for life. */
export async function addStop({ day, zone, memberId, place, client, horses, overridesOverdue = false }: NewStop): Promise<string> {
  const id = uuidv7()
  const { startTime, endTime, localStart, localEnd } = callOnlyOn(day, zone)
  const first = horses[0]
  const booked = {
    title: horses.map((horse) => horse.name).join(', ') || client.name,
    clientId: client.id,
    yardId: first?.yardId ?? null,
    isCallOnly: true,
    ...place,
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
    ...(overridesOverdue && { alsoSend: { overdueOverride: true } }),
    alsoShow: { ...OPEN_VISIT, description: null, notes: null, location, localStart, localEnd, zone, roundRank: null },
  }
  await record([visit, ...horses.map((horse, at) => lineFor(id, horse, at))])
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
export const removeStop = async (id: string): Promise<boolean> => (await record(await unbookingOf(id))) !== false

function lineFor(appointmentId: string, horse: HorseRow, place: number): Change {
  const payerClientId = horse.payerClientId ?? horse.clientId
  const shown = { clientId: horse.clientId, payerClientId, outcome: null, reason: null, completedAt: null }
  const data = { appointmentId, horseId: horse.id, place, plannedWork: null }
  return { action: 'CREATE', entity: 'visit_horses', data, alsoShow: shown }
}
