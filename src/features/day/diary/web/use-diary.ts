import { useMemo } from 'react'
import type { Member } from '#features/core/practice/contract.ts'
import { diaryMembers } from '#features/core/practice/rules.ts'
import type { Client } from '#features/records/clients/contract.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import { isStop, roundOrder } from '#features/visits/appointments/rules.ts'
import type { KnownVisit, NamedVisit } from '#features/visits/appointments/web/data.ts'
import { addDays, type Day } from '#lib/dates.ts'
import { memoLast } from '#lib/memo-last.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

/** A visit as the diary shows it. */
export type Shown = NamedVisit & {
  /** Its number in its member's round, from 1; 0 when it is off, or no stop. */
  place: number
  /** The first of its member's today that is still to do. */
  isNow: boolean
  horses: number
  /** Whose it is, where several are shown; else null. */
  initials: string | null
}
export type DiaryDay = { day: Day; shown: readonly Shown[]; stops: number; horses: number; done: number }
export type Diary = ReadonlyMap<Day, DiaryDay>

/** A day without data. */
export const emptyDay = (day: Day): DiaryDay => ({ day, shown: [], stops: 0, horses: 0, done: 0 })

/**
 * The diary of a span of days, both ends in, each day in the order of its round; undefined while it loads. Of one member, or of all of them
 * round by round.
 */
export function useDiary(from: Day, to: Day, memberId?: string | null): Diary | undefined {
  const visits = useRows<VisitRow>('appointments', { from, to })
  const lines = useRows<VisitHorse>('visit_horses', { ofVisits: { from, to } })
  const clients = useRows<Client>('clients')
  const members = useRows<Member>('members')
  const today = useToday()
  return useMemo(
    () => (visits && lines && clients && members ? diaryOf({ from, to, today, visits, lines, clients, members, memberId }) : undefined),
    [from, to, today, visits, lines, clients, members, memberId],
  )
}

type Parts = {
  from: Day
  to: Day
  today: Day
  visits: readonly KnownVisit[]
  lines: readonly Kept<VisitHorse>[]
  clients: readonly Kept<Client>[]
  members: readonly Member[]
  /** Whose visits; empty for everyone's. */
  memberId?: string | null | undefined
}

/** The days of a span with their visits. */
export function diaryOf({ from, to, today, visits, lines, clients, members, memberId }: Parts): Diary {
  const onDay = Map.groupBy(memberId ? visits.filter((visit) => visit.memberId === memberId) : visits, (visit) => visit.onDay)
  const known = { horses: countByVisit(lines), names: byId(clients), initials: memberId ? NO_INITIALS : initialsBy(members) }
  const days = new Map<Day, DiaryDay>()
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const rounds = Map.groupBy(onDay.get(day) ?? [], (visit) => visit.memberId)
    const inTurn = [...rounds].sort(([a], [b]) => turnOf(a, known).localeCompare(turnOf(b, known)))
    const shown = inTurn.flatMap(([, round]) => roundShown(round, day === today, known))
    const on = shown.filter((one) => isStop(one.visit))
    const total = on.reduce((sum, one) => sum + one.horses, 0)
    days.set(day, { day, shown, stops: on.length, horses: total, done: on.filter((one) => one.visit.isCallComplete).length })
  }
  return days
}

type DiaryInput = {
  horses: ReadonlyMap<string, number>
  names: ReadonlyMap<string, Client>
  initials: ReadonlyMap<string, string>
}

const turnOf = (memberId: string, { initials }: DiaryInput) => `${initials.get(memberId) ?? ''} ${memberId}`

/** One member's visits of a day, numbered as the round counts them: only stops have numbers. */
function roundShown(visits: readonly KnownVisit[], isToday: boolean, { horses, names, initials }: DiaryInput): Shown[] {
  const order = roundOrder(visits)
  const now = isToday ? order.find((visit) => isStop(visit) && !visit.isCallComplete) : undefined
  let place = 0
  return order.map((visit): Shown => {
    const clientName = visit.asWas?.clientName ?? (visit.clientId ? (names.get(visit.clientId)?.name ?? null) : null)
    return {
      visit,
      place: isStop(visit) ? ++place : 0,
      isNow: visit === now,
      title: visit.title || clientName || 'Own entry',
      clientName,
      where: visit.asWas?.location ?? visit.location,
      horses: horses.get(visit.id) ?? 0,
      initials: initials.get(visit.memberId) ?? null,
    }
  })
}

/** `3 stops, 8 horses`. */
export const countWords = ({ stops, horses }: Pick<DiaryDay, 'stops' | 'horses'>): string =>
  [stops === 0 ? 'No stops' : `${stops} ${stops === 1 ? 'stop' : 'stops'}`, horses > 0 && horsesWord(horses)].filter(Boolean).join(', ')

/** `8 horses`. */
export const horsesWord = (count: number): string => `${count} ${count === 1 ? 'horse' : 'horses'}`

/** The quiet line of a visit: how many horses, whose. */
export const detailOf = ({ horses, clientName, title, where }: Shown): string =>
  [horses > 1 && `${horses} horses.`, clientName === title ? where : (clientName ?? where)].filter(Boolean).join(' ')

const byId = memoLast((clients: readonly Kept<Client>[]) => new Map(clients.map((client) => [client.id, client])))

const countByVisit = memoLast((lines: readonly Kept<VisitHorse>[]) => {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line.appointmentId, (counts.get(line.appointmentId) ?? 0) + 1)
  return counts
})

const NO_INITIALS: ReadonlyMap<string, string> = new Map()

/** No initials where one person works: there they are not needed. */
const initialsBy = memoLast((members: readonly Member[]) =>
  diaryMembers(members).length > 1 ? new Map(members.map(({ id, initials }) => [id, initials])) : new Map(),
)
