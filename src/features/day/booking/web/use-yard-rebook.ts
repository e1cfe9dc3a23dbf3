import { useMemo, useState } from 'react'
import type { BookingPresets } from '#features/day/booking/presets.ts'
import { endFor, minutesFor, titleFor } from '#features/day/booking/proposing.ts'
import { dayForYard, horsesAtYard, picked, type YardHorse } from '#features/day/booking/yard-rebook.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import type { Yard } from '#features/records/yards/contract.ts'
import { freeStart, type WorkingLife } from '#features/visits/appointments/availability.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import { confirmedTo } from '#features/visits/appointments/notify-plan.ts'
import { isPast, placeOf, type WordsFields, whenOn } from '#features/visits/appointments/rules.ts'
import { bookVisit } from '#features/visits/appointments/web/data.ts'
import { useAudience } from '#features/visits/appointments/web/use-notify-plan.ts'
import { useDiaryOwner, usePlacedBetween, useWorkingLives } from '#features/visits/appointments/web/use-working-life.ts'
import type { WorkEntry } from '#features/visits/work/contract.ts'
import { addDays, type Day, minutesOf, type WallTime } from '#lib/dates.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { useRow, useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

/** How far ahead a horse's next visit is looked for. */
const AHEAD_DAYS = 120
const USUAL_START: WallTime = '09:00'

type Here = YardHorse<Kept<HorseRow>>
/** What is known of a yard and the days ahead. */
export type YardHere = { yard: Kept<Yard>; standing: readonly Here[]; life: WorkingLife; zone: string; today: Day }

/** The horses of a yard and when their farrier works; undefined while it loads, null when the yard is gone. */
export function useYardHere(yardId: string): YardHere | null | undefined {
  const yard = useRow<Yard>('yards', yardId)
  const horses = useRows<HorseRow>('horses')
  const lines = useRows<VisitHorse>('visit_horses')
  const today = useToday()
  const visits = useRows<VisitRow>('appointments', { from: addDays(today, -1), to: addDays(today, AHEAD_DAYS) })
  const lives = useWorkingLives()
  const { memberId, zone } = useDiaryOwner()
  const horseIds = useMemo(() => (horses ?? []).flatMap((horse) => (horse.yardId === yardId ? [horse.id] : [])), [horses, yardId])
  const entries = useRows<WorkEntry>('work_entries', { horseId: horseIds })
  const standing = useMemo(
    () => (horses && lines && visits && entries ? horsesAtYard(yardId, { horses, lines, visits, entries, today }) : undefined),
    [horses, lines, visits, entries, yardId, today],
  )
  if (yard === null) return null
  return yard && standing && lives ? { yard, standing, life: lives(memberId), zone, today } : undefined
}

export type YardPlan = ReturnType<typeof useYardPlan>

/** The horses that go, their work, and when. */
export function useYardPlan({ standing, life, zone, today }: YardHere) {
  const [choice, setChoice] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [works, setWorks] = useState<ReadonlyMap<string, string>>(new Map())
  const [chosenDay, setDay] = useState<Day>()
  const [chosenStart, setStart] = useState<WallTime>()
  const usual = useMemo(() => new Set(picked(standing)), [standing])
  const isPicked = (id: string) => choice.get(id) ?? usual.has(id)
  const workOf = (one: Here) => works.get(one.id) ?? one.work
  const chosen = standing.filter((one) => isPicked(one.id))
  const proposal = dayForYard(standing, new Set(chosen.map((one) => one.id)), today, life)
  const onDay = chosenDay ?? proposal.onDay
  const others = usePlacedBetween(onDay, onDay) ?? []
  const minutes = minutesFor(chosen.map(workOf))
  const start = chosenStart ?? freeStart(others, { memberId: life.memberId, minutes, preferred: USUAL_START }, life)
  const end = endFor(start, chosen.map(workOf))
  return {
    chosen,
    onDay,
    start,
    end,
    when: onDay && minutesOf(end) > minutesOf(start) ? whenOn(onDay, start, end, zone) : undefined,
    because: chosenDay ? null : (proposal.because ?? (proposal.dueOn && 'The first of them is due then')),
    isPicked,
    workOf,
    setDay,
    setStart,
    pick: (id: string, isWanted: boolean) => setChoice((before) => new Map(before).set(id, isWanted)),
    setWork: (id: string, work: string) => setWorks((before) => new Map(before).set(id, work)),
  }
}

/** The form of that visit, to change more of it. Its client is the yard's contact, else the owner of the first horse. */
export function presetsOf({ yard, life }: YardHere, { chosen, onDay, start, workOf }: YardPlan): BookingPresets {
  const clientId = yard.contactClientId ?? chosen[0]?.horse.clientId
  const named = chosen.map((one) => ({ name: one.horse.name, work: workOf(one) }))
  return {
    onDay,
    start,
    yardId: yard.id,
    memberId: life.memberId,
    title: titleFor(named, yard.name),
    ...(clientId && { clientId }),
    horses: chosen.map((one) => ({ horseId: one.id, plannedWork: workOf(one) })),
  }
}

/** The recipients of the booking, and the places it names; none for a visit that is only pencilled or over. */
export function useYardNews(here: YardHere, plan: YardPlan, isPencilled: boolean) {
  const audienceOf = useAudience()
  const { title = '', clientId = null } = presetsOf(here, plan)
  const places: WordsFields[] = plan.when ? [{ id: '', title, isCallOnly: false, callPeriod: 'AM', ...plan.when }] : []
  const isNotified = !isPencilled && places.some((place) => !isPast(place))
  const names = isNotified && audienceOf ? confirmedTo(audienceOf([clientId, ...plan.chosen.map((one) => one.horse.clientId)])) : []
  return { news: 'booked' as const, names, places }
}

/** Books one visit for all of them; returns its id, or nothing when the day is not whole. */
export async function bookYard(
  here: YardHere,
  plan: YardPlan,
  said: { isPencilled: boolean; overridesOverdue: boolean; texts: boolean },
): Promise<string> {
  if (!plan.when) return ''
  const { title, clientId, memberId } = presetsOf(here, plan)
  const horses = plan.chosen.map((one) => ({
    horseId: one.id,
    clientId: one.horse.clientId,
    payerClientId: one.horse.payerClientId,
    plannedWork: plan.workOf(one) || null,
  }))
  const status = said.isPencilled ? ('pencilled' as const) : ('booked' as const)
  const booking = { title, clientId, memberId, yardId: here.yard.id, status, overridesOverdue: said.overridesOverdue, texts: said.texts }
  return bookVisit(booking, plan.when, placeOf(here.yard, null), horses)
}
