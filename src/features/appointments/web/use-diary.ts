import { useMemo } from 'react'
import type { VisitHorse, VisitRow } from '#features/appointments/contract.ts'
import { isOff, isStop, roundOrder } from '#features/appointments/rules.ts'
import type { KnownVisit } from '#features/appointments/web/data.ts'
import type { Client } from '#features/clients/contract.ts'
import { addDays, type Day } from '#lib/dates.ts'
import { memoLast } from '#lib/memo-last.ts'
import type { Kept } from '#platform/web/rows.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

/** A visit as the diary shows it. */
export type Shown = {
  visit: KnownVisit
  /** Its number in the day, from 1; 0 when it is off. */
  place: number
  /** The first of today's that is still to do. */
  isNow: boolean
  title: string
  clientName: string | null
  where: string | null
  horses: number
}
export type DiaryDay = { day: Day; shown: readonly Shown[]; stops: number; horses: number; done: number }
export type Diary = ReadonlyMap<Day, DiaryDay>

/** The diary of a span of days, both ends in, each day in the order of its round; undefined while it loads. */
export function useDiary(from: Day, to: Day): Diary | undefined {
  const visits = useRows<VisitRow>('appointments', { from, to })
  const lines = useRows<VisitHorse>('visit_horses')
  const clients = useRows<Client>('clients')
  const today = useToday()
  return useMemo(
    () => (visits && lines && clients ? diaryOf({ from, to, today, visits, lines, clients }) : undefined),
    [from, to, today, visits, lines, clients],
  )
}

type Parts = {
  from: Day
  to: Day
  today: Day
  visits: readonly KnownVisit[]
  lines: readonly Kept<VisitHorse>[]
  clients: readonly Kept<Client>[]
}

/** The days of a span with what stands on them. */
export function diaryOf({ from, to, today, visits, lines, clients }: Parts): Diary {
  const onDay = Map.groupBy(visits, (visit) => visit.onDay)
  const horses = countByVisit(lines)
  const names = byId(clients)
  const days = new Map<Day, DiaryDay>()
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const order = roundOrder(onDay.get(day) ?? [])
    const now = day === today ? order.find((visit) => !isOff(visit) && !visit.isCallComplete) : undefined
    const shown = order.map((visit, at): Shown => {
      const clientName = visit.asWas?.clientName ?? (visit.clientId ? (names.get(visit.clientId)?.name ?? null) : null)
      return {
        visit,
        place: isOff(visit) ? 0 : at + 1,
        isNow: visit === now,
        title: visit.title || clientName || 'Own entry',
        clientName,
        where: visit.asWas?.location ?? visit.location,
        horses: horses.get(visit.id) ?? 0,
      }
    })
    const on = shown.filter((one) => isStop(one.visit))
    const total = on.reduce((sum, one) => sum + one.horses, 0)
    days.set(day, { day, shown, stops: on.length, horses: total, done: on.filter((one) => one.visit.isCallComplete).length })
  }
  return days
}

/** `3 stops, 8 horses`. */
export const countWords = ({ stops, horses }: Pick<DiaryDay, 'stops' | 'horses'>): string =>
  [stops === 0 ? 'No stops' : `${stops} ${stops === 1 ? 'stop' : 'stops'}`, horses > 0 && `${horses} ${horses === 1 ? 'horse' : 'horses'}`]
    .filter(Boolean)
    .join(', ')

/** The quiet line of a visit: how many horses, whose. */
export const detailOf = ({ horses, clientName, title, where }: Shown): string =>
  [horses > 1 && `${horses} horses.`, clientName === title ? where : (clientName ?? where)].filter(Boolean).join(' ')

const byId = memoLast((clients: readonly Kept<Client>[]) => new Map(clients.map((client) => [client.id, client])))

const countByVisit = memoLast((lines: readonly Kept<VisitHorse>[]) => {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line.appointmentId, (counts.get(line.appointmentId) ?? 0) + 1)
  return counts
})
