import type { BookingPresets } from '#features/day/booking/presets.ts'
import { dueAfter, minutesFor, proposeDay } from '#features/day/booking/proposing.ts'
import { fullWork } from '#features/day/booking/rebooking.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import { isGone } from '#features/records/horses/rules.ts'
import { freeStart, type WorkingLife } from '#features/visits/appointments/availability.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import { isOff } from '#features/visits/appointments/rules.ts'
import type { WorkEntry } from '#features/visits/work/contract.ts'
import { addDays, type Day, shortDay, type WallTime } from '#lib/dates.ts'
import { readRow, readRows } from '#platform/web/use-rows.ts'

/** The client and horses of the next visit; `worked`: the work done at the last one, which the horse's own record may not have yet. */
type NextVisit = {
  horses: readonly { horse: HorseRow; work: string | null; workedOn?: Day }[]
  clientId: string | null
  yardId: string | null
  memberId: string
  preferred: WallTime
  /** The day of the visit that fell out, which this one is for: it comes after it. */
  insteadOf?: Day
}
type Diary = { today: Day; life: WorkingLife }

const USUAL_START: WallTime = '09:00'

/**
 * The form of the next visit after one: its horses' cycles from that day, at its time of day, with the reason for the day. A cancelled
 * visit is booked again with the notes on it. Undefined: it is gone.
 */
export async function nextAfterVisit(visitId: string, diary: Diary): Promise<BookingPresets | undefined> {
  const visit = await readRow<VisitRow>('appointments', visitId)
  if (!visit) return undefined
  const lines = (await readRows<VisitHorse>('visit_horses', { appointmentId: visitId })).toSorted((a, b) => a.place - b.place)
  const horses = await Promise.all(
    lines.map(async (line) => ({ line, horse: line.horseId ? await readRow<HorseRow>('horses', line.horseId) : null })),
  )
  const isDone = visit.status === 'done'
  const worked = await readRows<WorkEntry>('work_entries', { horseId: horses.flatMap(({ horse }) => horse?.id ?? []) })
  const coming = horses.flatMap(({ line, horse }) => {
    if (!horse || isGone(horse, diary.today) || (isDone && line.outcome === 'not_done')) return []
    const planned = line.plannedWork ?? horse.lastServiceType
    if (line.outcome !== 'done') return [{ horse, work: planned }]
    const full = fullWork(worked.filter(({ horseId }) => horseId === horse.id))
    return [{ horse, work: full?.serviceType ?? planned, workedOn: full?.workDate ?? visit.onDay }]
  })
  const { clientId, yardId, memberId, onDay, notes, description } = visit
  const next = { horses: coming, clientId, yardId, memberId, preferred: visit.isCallOnly ? USUAL_START : visit.localStart }
  if (!isOff(visit)) return propose(next, diary)
  const again = await propose({ ...next, insteadOf: onDay }, diary)
  return { ...again, ...(notes && { notes }), ...(description && { description }) }
}

/** The form of the next visit of one horse. Undefined: this device doesn't hold it. */
export async function nextOfHorse(horseId: string, diary: Diary): Promise<BookingPresets | undefined> {
  const horse = await readRow<HorseRow>('horses', horseId)
  if (!horse) return undefined
  const { clientId, yardId, lastServiceType } = horse
  const { memberId } = diary.life
  return propose({ horses: [{ horse, work: lastServiceType }], clientId, yardId, memberId, preferred: USUAL_START }, diary)
}

async function propose(next: NextVisit, { today, life }: Diary): Promise<BookingPresets> {
  const { horses, clientId, yardId, memberId, preferred, insteadOf = '' } = next
  const dues = horses.map(({ horse, work, workedOn }) => dueAfter(horse, today, workedOn ? { on: workedOn, work } : undefined))
  const { onDay, dueOn, because } = proposeDay(dues, addDays(insteadOf > today ? insteadOf : today, 1), life)
  const isHeldBack = dueOn !== null && dueOn > today && dueOn <= insteadOf
  const others = (await readRows<VisitRow>('appointments', { day: onDay })).map((visit) => ({ ...visit, position: null }))
  const minutes = minutesFor(horses.map(({ work }) => work ?? ''))
  return {
    onDay,
    start: freeStart(others, { memberId, minutes, preferred }, life),
    memberId,
    because: isHeldBack ? `Due ${shortDay(dueOn)}; this is your next working day after the cancelled visit.` : because,
    horses: horses.map(({ horse, work }) => ({ horseId: horse.id, plannedWork: work ?? '' })),
    ...(clientId && { clientId }),
    ...(yardId && { yardId }),
  }
}
