import { useMemo } from 'react'
import { daysBeside, dueAfter } from '#features/day/booking/proposing.ts'
import type { TimeOffValues } from '#features/day/days/web/time-off-form.ts'
import type { Client } from '#features/records/clients/contract.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import type { TimeOff, VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import { awayOn, isOff } from '#features/visits/appointments/rules.ts'
import { useWorkingLives } from '#features/visits/appointments/web/use-working-life.ts'
import type { Day } from '#lib/dates.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

/** A horse that falls due while no one works, and has no visit before that. */
export type DueHorse = { horse: Kept<HorseRow>; due: Day; owner: string | undefined }
type When = Pick<TimeOffValues, 'fromDay' | 'toDay' | 'hasHours' | 'start' | 'end' | 'memberId'>

/** What falls into a span of time off; undefined while it loads. */
export function useTimeOffSpan({ fromDay, toDay, hasHours, start, end, memberId }: When) {
  const visits = useRows<VisitRow>('appointments', { from: fromDay, to: toDay })
  const lines = useRows<VisitHorse>('visit_horses')
  const horses = useRows<HorseRow>('horses')
  const clients = useRows<Client>('clients')
  const ahead = useBookedAhead(toDay, lines)
  const lives = useWorkingLives()
  const today = useToday()
  return useMemo(() => {
    if (!visits || !horses || !clients || !ahead || !lives) return undefined
    const off = { fromDay, toDay, localStart: hasHours ? start : null, localEnd: hasHours ? end : null }
    const life = lives(memberId)
    const withThis = { ...life, timeOff: [...life.timeOff, { ...UNNAMED, ...off }] }
    return {
      visits: visits
        .filter((visit) => (!memberId || visit.memberId === memberId) && !isOff(visit) && visit.status !== 'done' && meets(visit, off))
        .sort((a, b) => (a.startTime < b.startTime ? -1 : 1)),
      due: dueBetween(horses, fromDay, toDay, today)
        .filter(({ horse }) => !ahead.has(horse.id))
        .map((one) => ({ ...one, owner: clients.find((client) => client.id === one.horse.clientId)?.name })),
      beside: daysBeside({ from: fromDay, to: toDay }, today, withThis),
    }
  }, [visits, horses, clients, ahead, lives, today, fromDay, toDay, hasHours, start, end, memberId])
}

/** Horses that fall due from day to day, both in, in the order of their days. */
function dueBetween(horses: readonly Kept<HorseRow>[], from: Day, to: Day, today: Day): { horse: Kept<HorseRow>; due: Day }[] {
  return horses
    .flatMap((horse) => {
      const due = dueAfter(horse, today)
      return due && due >= from && due <= to ? [{ horse, due }] : []
    })
    .sort((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : a.horse.name.localeCompare(b.horse.name, 'en-GB')))
}

function meets(visit: VisitRow, off: Pick<TimeOff, 'fromDay' | 'toDay' | 'localStart' | 'localEnd'>): boolean {
  const away = awayOn(off, visit.onDay)
  return away !== null && (visit.isCallOnly || (away.from < visit.localEnd && visit.localStart < away.to))
}

/** Horses with a visit still to come until a day. */
function useBookedAhead(until: Day, lines: readonly VisitHorse[] | undefined): ReadonlySet<string> | undefined {
  const today = useToday()
  const visits = useRows<VisitRow>('appointments', { from: today, to: until })
  return useMemo(() => {
    if (!visits || !lines) return undefined
    const open = new Set(visits.filter((visit) => !isOff(visit)).map((visit) => visit.id))
    return new Set(lines.flatMap((line) => (line.horseId && line.outcome === null && open.has(line.appointmentId) ? [line.horseId] : [])))
  }, [visits, lines])
}

const UNNAMED = { id: '', memberId: null, kind: 'holiday', title: '', coverNote: null } as const
