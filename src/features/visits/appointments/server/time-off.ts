// Followed by: the end of offers in that time (day/gaps).

import { requireMay } from '#features/core/practice/server/require-may.ts'
import type { NewTimeOff, TimeOffChange } from '#features/visits/appointments/contract.ts'
import { NewTimeOff as NewTimeOffShape, TimeOffChange as TimeOffChangeShape } from '#features/visits/appointments/contract.ts'
import { listTimeOff, toTimeOff } from '#features/visits/appointments/server/list-time-off.ts'
import { requireMember } from '#features/visits/appointments/server/queries.ts'
import { noneIfBlank } from '#lib/blank.ts'
import { optionalId } from '#lib/canonical.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { deleteRow, insertRow, type Row, rowForChange, updateRow } from '#platform/server/database/rows.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

/** Time off that is not over, the earliest first. */
export const timeOffAhead = (tx: PracticeTx, actor: Actor): Promise<Row<'time_off'>[]> => listTimeOff(tx, dayOf(currentTime(), actor.zone))

/** Notes time off of a member, or of the whole practice. @throws forbidden, member_not_found, wrong_order, id_taken */
export async function addTimeOff(tx: PracticeTx, actor: Actor, id: string, input: NewTimeOff): Promise<Row<'time_off'>> {
  requireMay(actor, 'planDiary')
  refuseBackwards({
    from_day: input.fromDay,
    to_day: input.toDay,
    local_start: input.localStart ?? null,
    local_end: input.localEnd ?? null,
  })
  return insertRow(tx, actor, 'time_off', id, {
    ...(await columnsOf(tx, input)),
    from_day: input.fromDay,
    to_day: input.toDay,
    kind: input.kind,
  })
}

/** Changes what `input` names; null clears. @throws forbidden, time_off_not_found, member_not_found, wrong_order, conflict */
export async function changeTimeOff(tx: PracticeTx, actor: Actor, id: string, input: TimeOffChange, baseRev?: number) {
  requireMay(actor, 'planDiary')
  const before = await timeOffForChange(tx, id, baseRev)
  const columns = await columnsOf(tx, input)
  const given = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
  refuseBackwards({ ...before, ...given })
  return updateRow(tx, actor, before, 'time_off', columns, { baseRev })
}

/** Takes time off back. @throws forbidden, time_off_not_found, conflict */
export async function removeTimeOff(tx: PracticeTx, actor: Actor, id: string, baseRev?: number): Promise<Row<'time_off'>> {
  requireMay(actor, 'planDiary')
  return deleteRow(tx, actor, await timeOffForChange(tx, id, baseRev), 'time_off', { baseRev })
}

export const timeOffSync: SyncedEntity<'time_off'> = {
  toWire: toTimeOff,
  write: {
    newShape: NewTimeOffShape,
    changeShape: TimeOffChangeShape,
    create: addTimeOff,
    update: changeTimeOff,
    remove: removeTimeOff,
  },
}

/** For a plain request a removed record is gone; for a device the merge rule decides. */
async function timeOffForChange(tx: PracticeTx, id: string, baseRev?: number): Promise<Row<'time_off'>> {
  const row = await rowForChange(tx, 'time_off', id, 'time_off_not_found')
  if (row.deleted_at && baseRev === undefined) throw new AppError('time_off_not_found')
  return row
}

type Span = Pick<Row<'time_off'>, 'from_day' | 'to_day' | 'local_start' | 'local_end'>

function refuseBackwards({ from_day, to_day, local_start, local_end }: Span): void {
  const isOneDay = from_day === to_day && local_start !== null && local_end !== null
  if (to_day < from_day || (isOneDay && local_end <= local_start)) throw new AppError('wrong_order')
}

async function columnsOf(tx: PracticeTx, input: TimeOffChange | NewTimeOff) {
  const memberId = optionalId(input.memberId, 'member_not_found')
  if (memberId) await requireMember(tx, memberId)
  return {
    member_id: memberId,
    from_day: input.fromDay,
    to_day: input.toDay,
    local_start: input.localStart,
    local_end: input.localEnd,
    kind: input.kind,
    title: input.title,
    cover_note: noneIfBlank(input.coverNote),
  }
}
