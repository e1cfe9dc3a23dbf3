import type { NewTimeOff, TimeOffChange } from '#features/appointments/contract.ts'
import { requireMember } from '#features/appointments/server/queries.ts'
import { noneIfBlank } from '#lib/blank.ts'
import { optionalId } from '#lib/canonical.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/db.ts'
import { deleteRow, insertRow, type Row, rowForChange, updateRow } from '#platform/server/rows.ts'

/** Notes time off of a member, or of the whole practice. @throws member_not_found, wrong_order, id_taken */
export async function addTimeOff(tx: PracticeTx, actor: Actor, id: string, input: NewTimeOff): Promise<Row<'time_off'>> {
  if (input.toDay < input.fromDay) throw new AppError('wrong_order')
  return insertRow(tx, actor, 'time_off', id, {
    ...(await columnsOf(tx, input)),
    from_day: input.fromDay,
    to_day: input.toDay,
    kind: input.kind,
  })
}

/** Changes what `input` names; null clears. @throws not_found, member_not_found, wrong_order, conflict */
export async function changeTimeOff(tx: PracticeTx, actor: Actor, id: string, input: TimeOffChange, baseRev?: number) {
  const before = await rowForChange(tx, 'time_off', id, 'not_found')
  if ((input.toDay ?? before.to_day) < (input.fromDay ?? before.from_day)) throw new AppError('wrong_order')
  return updateRow(tx, actor, before, 'time_off', await columnsOf(tx, input), { baseRev })
}

/** Takes time off back. @throws not_found, conflict */
export const removeTimeOff = async (tx: PracticeTx, actor: Actor, id: string, baseRev?: number): Promise<Row<'time_off'>> =>
  deleteRow(tx, actor, await rowForChange(tx, 'time_off', id, 'not_found'), 'time_off', { baseRev })

async function columnsOf(tx: PracticeTx, input: TimeOffChange) {
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
