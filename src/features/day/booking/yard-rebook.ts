import { dueAfter, type Proposal, proposeDay, together } from '#features/day/booking/proposing.ts'
import { bookedAhead, fullWork, type Worked } from '#features/day/booking/rebooking.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import { isGone } from '#features/records/horses/rules.ts'
import type { WorkingLife } from '#features/visits/appointments/availability.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import { isOff } from '#features/visits/appointments/rules.ts'
import { addDays, type Day } from '#lib/dates.ts'

/** A horse at a yard: when it is due, where it is booked already, its last full work, and whether it was done today. */
export type YardHorse<H extends HorseRow = HorseRow> = {
  id: string
  horse: H
  due: Day | null
  bookedOn: Day | null
  work: string
  isJustDone: boolean
}

type YardInput<H> = {
  horses: readonly H[]
  /** From yesterday on: work done there counts before the horses' own records have it. */
  visits: readonly VisitRow[]
  lines: readonly VisitHorse[]
  /** The work of the horses at the yard. */
  entries: readonly Worked[]
  today: Day
}

/** The horses at a yard: those done today in their order there, then the first due first, those of one owner together. */
export function horsesAtYard<H extends HorseRow>(yardId: string, { horses, visits, lines, entries, today }: YardInput<H>): YardHorse<H>[] {
  const byId = new Map(visits.map((visit) => [visit.id, visit]))
  const here = horses.filter((horse) => horse.yardId === yardId && !isGone(horse, today))
  const of = Map.groupBy(lines, (line) => line.horseId)
  const ahead = bookedAhead(lines, visits, today)
  return here
    .map((horse) => {
      const known = (of.get(horse.id) ?? []).flatMap((line) => {
        const visit = byId.get(line.appointmentId)
        return visit && !isOff(visit) ? [{ line, day: visit.onDay }] : []
      })
      const done = known.filter(({ line }) => line.outcome === 'done').at(-1)
      const full = fullWork(entries.filter(({ horseId }) => horseId === horse.id))
      const work = full?.serviceType ?? done?.line.plannedWork ?? horse.lastServiceType ?? ''
      const last = full ? { on: full.workDate, work: full.serviceType } : done && { on: done.day, work: work || null }
      const bookedOn = ahead.get(horse.id) ?? null
      return { id: horse.id, horse, due: dueAfter(horse, today, last), bookedOn, work, isJustDone: done?.day === today }
    })
    .sort(byDueAndOwner)
}

function byDueAndOwner(a: YardHorse, b: YardHorse): number {
  if (a.isJustDone !== b.isJustDone) return a.isJustDone ? -1 : 1
  const [first, second] = [a.due ?? LAST, b.due ?? LAST]
  if (first !== second) return first < second ? -1 : 1
  return a.horse.clientId.localeCompare(b.horse.clientId) || a.horse.name.localeCompare(b.horse.name, 'en-GB')
}

const LAST = '9999'

/** Those that go on one visit, of those not booked yet: the horses done today; else those due within a fortnight of the first. */
export function picked(atYard: readonly YardHorse[]): string[] {
  const free = atYard.filter((one) => one.bookedOn === null)
  const done = free.filter((one) => one.isJustDone)
  if (done.length > 0) return done.map((one) => one.id)
  const first = free.find((one) => one.due !== null)?.due
  return first ? together(free, first).map((one) => one.id) : []
}

/** The day the picked horses fit. */
export const dayForYard = (atYard: readonly YardHorse[], ids: ReadonlySet<string>, today: Day, life: WorkingLife): Proposal =>
  proposeDay(
    atYard.filter((one) => ids.has(one.id)).map((one) => one.due),
    addDays(today, 1),
    life,
  )
