import type { BusyBlock, TimeOff } from '#features/visits/appointments/contract.ts'
import { addDays, dayOf, timeOf } from '#lib/dates.ts'

/** When a member is busy by a calendar of theirs, in days and wall times as time off has them. */
export type Busy = Pick<BusyBlock, 'id' | 'memberId' | 'source'> & Pick<TimeOff, 'fromDay' | 'toDay' | 'localStart' | 'localEnd'>

const MIDNIGHT = '00:00'

/** A busy time by the clocks of a zone. One that ends at midnight takes none of the day after. */
export function busyFrom({ id, memberId, source, startTime, endTime }: BusyBlock, zone: string): Busy {
  const [start, end, endDay] = [timeOf(startTime, zone), timeOf(endTime, zone), dayOf(endTime, zone)]
  return {
    ...{ id, memberId, source },
    fromDay: dayOf(startTime, zone),
    localStart: start === MIDNIGHT ? null : start,
    toDay: end === MIDNIGHT ? addDays(endDay, -1) : endDay,
    localEnd: end === MIDNIGHT ? null : end,
  }
}
