import { dueAfter, type Proposal, proposeDay, together } from '#features/day/booking/proposing.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import { isGone } from '#features/records/horses/rules.ts'
import type { WorkingLife } from '#features/visits/appointments/availability.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import { isOff } from '#features/visits/appointments/rules.ts'
import { addDays, type Day } from '#lib/dates.ts'

/** A horse standing at a yard: when it is due, and where it is booked already. */
export type YardHorse<H extends HorseRow = HorseRow> = { id: string; horse: H; due: Day | null; bookedOn: Day | null; work: string }

type YardInput<H> = {
  horses: readonly H[]
  /** From yesterday on: work done there counts before the horses' own records have it. */
  visits: readonly VisitRow[]
  lines: readonly VisitHorse[]
  today: Day
}

/** The horses that stand at a yard, the first due first and those of one owner together. */
export function horsesAtYard<H extends HorseRow>(yardId: string, { horses, visits, lines, today }: YardInput<H>): YardHorse<H>[] {
  const byId = new Map(visits.map((visit) => [visit.id, visit]))
  const here = horses.filter((horse) => horse.yardId === yardId && !isGone(horse, today))
  const of = Map.groupBy(lines, (line) => line.horseId)
  return here
    .map((horse) => {
      const known = (of.get(horse.id) ?? []).flatMap((line) => {
        const visit = byId.get(line.appointmentId)
        return visit && !isOff(visit) ? [{ line, day: visit.onDay }] : []
      })
      const done = known.filter(({ line }) => line.outcome === 'done').at(-1)
      const ahead = known.filter(({ line, day }) => line.outcome === null && day >= today).sort((a, b) => (a.day < b.day ? -1 : 1))[0]
      const work = done?.line.plannedWork ?? horse.lastServiceType ?? ''
      const due = dueAfter(horse, today, done && { on: done.day, work: work || null })
      return { id: horse.id, horse, due, bookedOn: ahead?.day ?? null, work }
    })
    .sort(byDueAndOwner)
}

function byDueAndOwner(a: YardHorse, b: YardHorse): number {
  const [first, second] = [a.due ?? LAST, b.due ?? LAST]
  if (first !== second) return first < second ? -1 : 1
  return a.horse.clientId.localeCompare(b.horse.clientId) || a.horse.name.localeCompare(b.horse.name, 'en-GB')
}

const LAST = '9999'

/** Those that go on one visit: not booked yet, and due within a fortnight of the first. */
export function picked(atYard: readonly YardHorse[]): string[] {
  const free = atYard.filter((one) => one.bookedOn === null)
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
