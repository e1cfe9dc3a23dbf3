import { useMemo } from 'react'
import { dueAfter } from '#features/day/booking/proposing.ts'
import type { Client } from '#features/records/clients/contract.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import { isGone, pauseOn, whyNoStatus } from '#features/records/horses/rules.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import { isOff } from '#features/visits/appointments/rules.ts'
import { addDays, type Day, shortDay } from '#lib/dates.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

const LATEST: Day = '9999-12-31'

/** How far ahead another visit of a horse gets a warning. */
const AHEAD_DAYS = 120

/** What a booking shows of a horse: its owner, its payer, its usual work, and what speaks against the day. */
export function useHorseLook(onDay: Day, visitId: string | undefined) {
  const horses = useRows<HorseRow>('horses')
  const clients = useRows<Client>('clients')
  const today = useToday()
  const booked = useBooked(today, visitId)
  return useMemo(() => {
    const byId = new Map(horses?.map((horse) => [horse.id, horse]))
    const names = new Map(clients?.map((client) => [client.id, client.name]))
    const warningsOf = (horse: Kept<HorseRow> | undefined): string[] => {
      if (!horse) return []
      const day = onDay || today
      const isAway = isGone(horse, day) || pauseOn(horse, day)
      const others = booked.get(horse.id) ?? []
      return [
        ...(isAway ? [`${horse.name}: ${whyNoStatus(horse, day).toLowerCase()}.`] : []),
        ...(others.length > 0 ? [`Already booked on ${others.map(shortDay).join(', ')}.`] : []),
      ]
    }
    return {
      today,
      of(horseId: string) {
        const horse = byId.get(horseId)
        const isPaidElsewhere = horse?.payerClientId && horse.payerClientId !== horse.clientId
        return {
          horse,
          name: horse?.name ?? 'Horse',
          owner: horse && names.get(horse.clientId),
          payer: isPaidElsewhere ? names.get(horse.payerClientId ?? '') : undefined,
          warnings: warningsOf(horse),
        }
      },
      /** What it had last: a farrier does the same again more often than not. */
      usualWork: (horseId: string): string => byId.get(horseId)?.lastServiceType ?? '',
      /** Horses at a yard, and of a client, that are there to be done, with when: the first due first. */
      near: ({ yardId, clientId }: { yardId: string; clientId: string }) =>
        [...byId.values()]
          .filter((horse) => (yardId && horse.yardId === yardId) || (clientId && horse.clientId === clientId))
          .filter((horse) => !isGone(horse, today))
          .map((horse) => ({ ...horse, due: dueAfter(horse, today) }))
          .sort((a, b) => (a.due ?? LATEST).localeCompare(b.due ?? LATEST) || a.name.localeCompare(b.name)),
    }
  }, [horses, clients, today, onDay, booked])
}

/** The days each horse is booked on from today, except for the visit in the form. */
function useBooked(today: Day, visitId: string | undefined): ReadonlyMap<string, readonly Day[]> {
  const visits = useRows<VisitRow>('appointments', { from: today, to: addDays(today, AHEAD_DAYS) })
  const lines = useRows<VisitHorse>('visit_horses')
  return useMemo(() => {
    const open = new Map(visits?.filter((visit) => !isOff(visit) && visit.id !== visitId).map((visit) => [visit.id, visit.onDay]))
    const days = new Map<string, Day[]>()
    for (const line of lines ?? []) {
      const day = open.get(line.appointmentId)
      if (!day || !line.horseId || line.outcome !== null) continue
      days.set(line.horseId, [...(days.get(line.horseId) ?? []), day].sort())
    }
    return days
  }, [visits, lines, visitId])
}
