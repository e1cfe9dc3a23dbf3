import type { TimeOff } from '#features/visits/appointments/contract.ts'
import type { Day } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Row } from '#platform/server/database/rows.ts'

/** Time off that is not over on `today`, the earliest first. */
export const listTimeOff = (tx: PracticeTx, today: Day): Promise<Row<'time_off'>[]> =>
  tx
    .selectFrom('time_off')
    .selectAll()
    .where('to_day', '>=', today)
    .where('deleted_at', 'is', null)
    .orderBy('from_day')
    .orderBy('id')
    .execute()

/** Time off as it goes over the wire. */
export const toTimeOff = (row: Row<'time_off'>): TimeOff => ({
  id: row.id,
  memberId: row.member_id,
  fromDay: row.from_day,
  toDay: row.to_day,
  localStart: row.local_start,
  localEnd: row.local_end,
  kind: row.kind,
  title: row.title,
  coverNote: row.cover_note,
})
