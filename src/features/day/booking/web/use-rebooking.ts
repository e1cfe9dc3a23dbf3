import { useMemo, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import { endFor, minutesFor, titleFor } from '#features/day/booking/proposing.ts'
import { dayForAll, horsesToRebook, type NextHorse } from '#features/day/booking/rebooking.ts'
import type { Client } from '#features/records/clients/contract.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import { useKinds } from '#features/records/kinds/web/use-kinds.ts'
import type { Yard } from '#features/records/yards/contract.ts'
import { freeStart } from '#features/visits/appointments/availability.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import { placeOf, whenOn } from '#features/visits/appointments/rules.ts'
import { bookingOf } from '#features/visits/appointments/web/data.ts'
import { useOverdue } from '#features/visits/appointments/web/use-overdue.ts'
import { useDiaryOwner, usePlacedBetween, useWorkingLives } from '#features/visits/appointments/web/use-working-life.ts'
import type { WorkEntry } from '#features/visits/work/contract.ts'
import { addDays, type Day, minutesOf, type WallTime } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import type { Change } from '#platform/web/sync/outbox.ts'
import { useRow, useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

/** How far ahead a visit of a horse counts as its next one. */
const AHEAD_DAYS = 180
const USUAL_START: WallTime = '09:00'

/** The next visit of the horses done at a stop: one visit for all that are chosen, to be booked with what else ends the stop. */
export type Rebooking = NonNullable<ReturnType<typeof useRebooking>>

/** Undefined while it loads, and for members who plan no diary. */
export function useRebooking(visit: VisitRow) {
  const role = useSession<CurrentUser>().user?.role
  const next = useNextHorses(visit)
  const lives = useWorkingLives()
  const { zone } = useDiaryOwner()
  const today = useToday()
  const { labelOf } = useKinds()
  const yard = useRow<Yard>('yards', visit.yardId)
  const client = useRow<Client>('clients', visit.clientId)
  const overdueOf = useOverdue()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [chosenDay, setDay] = useState<Day>()
  const free = next?.filter((one) => one.bookedOn === null) ?? []
  const chosen = free.filter((one) => !left.has(one.id))
  const life = lives?.(visit.memberId)
  const proposal = life && dayForAll(chosen, today, life)
  const onDay = chosenDay ?? proposal?.onDay ?? ''
  const others = usePlacedBetween(onDay, onDay) ?? []
  if (!next || !life || !may(role, 'planDiary')) return undefined
  const works = chosen.map(({ work }) => work)
  const preferred = visit.isCallOnly ? USUAL_START : visit.localStart
  const start = freeStart(others, { memberId: visit.memberId, minutes: minutesFor(works), preferred }, life)
  const end = endFor(start, works)
  const overdue = overdueOf(
    visit.clientId,
    chosen.map(({ horse }) => horse),
  )
  return {
    next,
    free,
    isChosen: (id: string) => !left.has(id),
    choose: (id: string, isWanted: boolean) =>
      setLeft((now) => new Set(isWanted ? [...now].filter((other) => other !== id) : [...now, id])),
    chosen,
    onDay,
    start,
    setDay,
    because: chosenDay ? null : (proposal?.because ?? null),
    /** Payers whose account is overdue: they are booked only once the screen has shown it. */
    overdue,
    /** The changes that book it; none when the day is not whole, or no horse is chosen. */
    booking(id: string, { texts }: { texts: boolean }): Change[] {
      if (!onDay || chosen.length === 0 || minutesOf(end) <= minutesOf(start)) return []
      const named = chosen.map(({ horse, work }) => ({ name: horse.name, work: labelOf(work) }))
      const fields = { title: titleFor(named, yard?.name ?? null), clientId: clientOf(visit, chosen), yardId: visit.yardId }
      return bookingOf(
        id,
        { ...fields, memberId: visit.memberId, status: 'booked', texts, overridesOverdue: overdue.length > 0 },
        { when: whenOn(onDay, start, end, zone), place: placeOf(yard, client), horses: chosen.map(planned) },
      )
    },
  }
}

/** The visit's own client, else the owner of the first horse. */
const clientOf = (visit: VisitRow, chosen: readonly NextHorse[]) => visit.clientId ?? chosen[0]?.horse.clientId ?? null

const planned = ({ id, horse, work }: NextHorse) => ({
  horseId: id,
  clientId: horse.clientId,
  payerClientId: horse.payerClientId,
  plannedWork: work || null,
})

/** The horses done at a visit, each with its next work and when it is booked; undefined while they load. */
export function useNextHorses(visit: Pick<VisitRow, 'id' | 'onDay'>): NextHorse[] | undefined {
  const today = useToday()
  const lines = useRows<VisitHorse>('visit_horses')
  const horses = useRows<HorseRow>('horses')
  const visits = useRows<VisitRow>('appointments', { from: today, to: addDays(today, AHEAD_DAYS) })
  const horseIds = useMemo(
    () => (lines ?? []).flatMap((line) => (line.appointmentId === visit.id && line.horseId ? [line.horseId] : [])),
    [lines, visit.id],
  )
  const entries = useRows<WorkEntry>('work_entries', { horseId: horseIds })
  return useMemo(
    () => (lines && horses && visits && entries ? horsesToRebook(visit, { lines, horses, visits, entries, today }) : undefined),
    [visit, lines, horses, visits, entries, today],
  )
}
