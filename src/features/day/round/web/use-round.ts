import { useMemo } from 'react'
import type { CurrentUser, Member, PracticeSettings } from '#features/core/practice/contract.ts'
import { diaryMembers, settingsFrom } from '#features/core/practice/rules.ts'
import type { Round, TravelTable } from '#features/day/round/contract.ts'
import { FORGOTTEN_DAYS, forgottenDay } from '#features/day/round/left-open.ts'
import { type RoundDay, roundDay } from '#features/day/round/round-day.ts'
import { roundId, tableId } from '#features/day/round/rules.ts'
import type { Client } from '#features/records/clients/contract.ts'
import type { HorseRow } from '#features/records/horses/contract.ts'
import type { Yard } from '#features/records/yards/contract.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import { addDays, type Day } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useNow } from '#platform/web/use-now.ts'
import { useRow, useRows } from '#platform/web/use-rows.ts'

/** What was not done stays to be rebooked this long. */
const REBOOK_DAYS = 14
/** A visit booked within this time counts as rebooked. */
const AHEAD_DAYS = 180

/** A member's round of a day, from the device; undefined while it loads. */
export function useRound(day: Day, memberId: string): RoundDay | undefined {
  const now = useNow()
  const settings = useRows<PracticeSettings>('settings')
  const around = { from: addDays(day, -REBOOK_DAYS), to: addDays(day, AHEAD_DAYS) }
  const visits = useRows<VisitRow>('appointments', around)
  const lines = useRows<VisitHorse>('visit_horses', { ofVisits: around })
  const horses = useRows<HorseRow>('horses')
  const clients = useRows<Client>('clients')
  const yards = useRows<Yard>('yards')
  const round = useRow<Round>('rounds', memberId ? roundId(memberId, day) : null)
  const table = useTravelTable(day, memberId)
  // The cards of the round read who wants texts, and must not take "not here yet" for "everybody".
  const hasPreferences = useRows('sms_preferences') !== undefined
  return useMemo(
    () =>
      visits && lines && horses && clients && yards && settings && hasPreferences
        ? roundDay({
            ...{ day, memberId, visits, lines, horses, clients, yards, now },
            round: round ?? null,
            table: table ?? null,
            settings: settingsFrom(settings[0]),
          })
        : undefined,
    [day, memberId, visits, lines, horses, clients, yards, round, table, settings, hasPreferences, now],
  )
}

/** The road times of a member's day; null: there are none, undefined: it loads. */
export const useTravelTable = (day: Day, memberId: string): TravelTable | null | undefined =>
  useRow<TravelTable>('travel_tables', memberId ? tableId(memberId, day) : null)

/** The last day before `today` on which a member's round was left open; undefined: none lately, or it loads. */
export function useForgottenDay(today: Day, memberId: string): Day | undefined {
  const visits = useRows<VisitRow>('appointments', { from: addDays(today, -FORGOTTEN_DAYS), to: addDays(today, -1) })
  return useMemo(() => visits && forgottenDay(visits, memberId, today), [visits, memberId, today])
}

/** The member whose round is shown first: the user's own, or, for one who has none (the office), the first there is. */
export function useOwnRound(): string {
  const memberId = useSession<CurrentUser>().user?.memberId ?? ''
  const members = useRows<Member>('members')
  const own = members?.find((member) => member.id === memberId)
  return own?.role === 'office' ? (diaryMembers(members ?? [])[0]?.id ?? memberId) : memberId
}
