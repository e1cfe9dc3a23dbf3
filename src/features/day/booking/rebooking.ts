import { dueAfter, type Proposal, proposeDay } from '#features/day/booking/proposing.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import { isGone } from '#features/records/horses/rules.ts'
import type { WorkingLife } from '#features/visits/appointments/availability.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import { isOff } from '#features/visits/appointments/rules.ts'
import type { WorkEntry } from '#features/visits/work/contract.ts'
import { newestFirst } from '#features/visits/work/rules.ts'
import { addDays, type Day } from '#lib/dates.ts'

/** A horse that was done on a visit: the work it comes back for, when it is due, and where it is booked already. */
export type NextHorse<H extends HorseRow = HorseRow> = { id: string; horse: H; work: string; due: Day | null; bookedOn: Day | null }

/** The part of a work entry that decides when a horse comes back. */
export type Worked = Pick<WorkEntry, 'id' | 'horseId' | 'serviceType' | 'workDate' | 'resetsCycle'>

type RebookInput<H> = {
  lines: readonly VisitHorse[]
  horses: readonly H[]
  visits: readonly VisitRow[]
  entries: readonly Worked[]
  today: Day
}

/** The last work that began a cycle: after a lost shoe a horse comes back for what it had before. `entries` are a horse's. */
export function fullWork(entries: readonly Worked[]): Worked | undefined {
  const newest = entries.toSorted(newestFirst)
  return newest.find((entry) => entry.resetsCycle) ?? newest[0]
}

/** The horses done on a visit that come back, in their order: each with its last full work. */
export function horsesToRebook<H extends HorseRow>(
  visit: Pick<VisitRow, 'id' | 'onDay'>,
  { lines, horses, visits, entries, today }: RebookInput<H>,
): NextHorse<H>[] {
  const ahead = bookedAhead(lines, visits, today)
  const done = lines.filter((line) => line.appointmentId === visit.id && line.outcome === 'done').toSorted((a, b) => a.place - b.place)
  return done.flatMap((line) => {
    const horse = horses.find(({ id }) => id === line.horseId)
    if (!horse || isGone(horse, today)) return []
    const own = entries.filter(({ horseId }) => horseId === horse.id)
    const full = fullWork(own)
    const work = full?.serviceType ?? line.plannedWork ?? horse.lastServiceType ?? ''
    const due = dueAfter(horse, today, full ? { on: full.workDate, work: full.serviceType } : { on: visit.onDay, work })
    return [{ id: horse.id, horse, work, due, bookedOn: ahead.get(horse.id) ?? null }]
  })
}

/** The first day ahead on which each horse is booked. */
export function bookedAhead(lines: readonly VisitHorse[], visits: readonly VisitRow[], today: Day): ReadonlyMap<string, Day> {
  const open = new Map(visits.filter((visit) => visit.onDay > today && !isOff(visit)).map(({ id, onDay }) => [id, onDay]))
  const first = new Map<string, Day>()
  for (const { appointmentId, horseId, outcome } of lines) {
    const day = open.get(appointmentId)
    if (!day || !horseId || outcome !== null) continue
    const known = first.get(horseId)
    if (!known || day < known) first.set(horseId, day)
  }
  return first
}

/** The day that suits them all, after today. */
export const dayForAll = (next: readonly NextHorse[], today: Day, life: WorkingLife): Proposal =>
  proposeDay(
    next.map(({ due }) => due),
    addDays(today, 1),
    life,
  )
