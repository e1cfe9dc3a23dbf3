import { useMemo } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { openingDay } from '#features/day/diary/calendar.ts'
import { useJustBooked } from '#features/visits/appointments/web/use-just-booked.ts'
import { currentMs } from '#lib/clock.ts'
import { type Day, timeOf } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useToday } from '#platform/web/use-today.ts'

/**
 * A day of the week that has something to show, for a diary that opens: that of the visit just booked, or once this week's work is over the
 * coming one. It does not turn the page while it is looked at, except for a booking and at midnight.
 */
export function useOpeningDay(): Day {
  const today = useToday()
  const booked = useJustBooked()
  const practice = useSession<CurrentUser>().user?.practice
  return useMemo(
    () =>
      openingDay({
        today,
        time: practice ? timeOf(currentMs(), practice.zone) : '00:00',
        workingDays: practice?.workingDays ?? [],
        bookedOn: booked?.onDay,
      }),
    [today, practice, booked],
  )
}
