import type { OfferRow } from '#features/day/gaps/server/queries.ts'
import { awayOn } from '#features/visits/appointments/rules.ts'
import { listTimeOff, toTimeOff } from '#features/visits/appointments/server/list-time-off.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Row } from '#platform/server/database/rows.ts'

type Slot = Pick<OfferRow, 'member_id' | 'on_day' | 'local_start' | 'local_end'>

/** Whether a member has time off in a slot, of their own or with the whole practice. */
export const isAway = async (tx: PracticeTx, slot: Slot): Promise<boolean> =>
  (await listTimeOff(tx, slot.on_day)).some((off) => isWithin(off, slot))

/** Whether time off leaves no time for a slot. */
export function isWithin(off: Row<'time_off'>, slot: Slot): boolean {
  const away = off.member_id === null || off.member_id === slot.member_id ? awayOn(toTimeOff(off), slot.on_day) : null
  return away !== null && away.from < slot.local_end && slot.local_start < away.to
}
