import { useMemo } from 'react'
import type { Member } from '#features/core/practice/contract.ts'
import { type DayMarks, marksOf } from '#features/day/diary/day-marks.ts'
import type { TimeOff } from '#features/visits/appointments/contract.ts'
import { useBusy, useDiaryOwner } from '#features/visits/appointments/web/use-working-life.ts'
import type { Day } from '#lib/dates.ts'
import { useRows } from '#platform/web/use-rows.ts'

export type Marks = ReadonlyMap<Day, DayMarks>

/** Time off, busy times, bank holidays and clock changes of a span of days, both ends in; of one member's diary, or of everyone's. */
export function useDayMarks(from: Day, to: Day, memberId: string | null): Marks {
  const timeOff = useRows<TimeOff>('time_off')
  const members = useRows<Member>('members')
  const busy = useBusy()
  const { memberId: readerId, nation, zone } = useDiaryOwner()
  return useMemo(
    () => marksOf(from, to, { timeOff: timeOff ?? [], busy: busy ?? [], readerId, members: members ?? [], memberId, nation, zone }),
    [from, to, timeOff, busy, readerId, members, memberId, nation, zone],
  )
}
