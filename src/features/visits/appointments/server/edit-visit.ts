// Followed by: reminders and confirmations (visits/appointments); charges (ledger/invoices).

import { requireMay } from '#features/core/practice/server/require-may.ts'
import type { AppointmentChange } from '#features/visits/appointments/contract.ts'
import { canBeMoved, isOff } from '#features/visits/appointments/rules.ts'
import { noteDayMove } from '#features/visits/appointments/server/journal.ts'
import { replaceFirstHorse, setLines, VISIT_POLICY } from '#features/visits/appointments/server/lines.ts'
import { notifyChange, readHeard } from '#features/visits/appointments/server/notify.ts'
import {
  type Concerned,
  listConcerned,
  listRecipients,
  recipientsOf,
  type VisitRecord,
} from '#features/visits/appointments/server/queries.ts'
import { names, type VisitChange, WHEN } from '#features/visits/appointments/server/visit-change.ts'
import { addressOf, plainColumns, refsOf } from '#features/visits/appointments/server/visit-columns.ts'
import { whenChanged, whenColumns } from '#features/visits/appointments/server/when.ts'
import { toVisit } from '#features/visits/appointments/server/wire.ts'
import { noneIfBlank } from '#lib/blank.ts'
import { optionalId } from '#lib/canonical.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { updateRow } from '#platform/server/database/rows.ts'

/**
 * Changes the words, place, horses, member or time of a visit. A new day or time moves it (Spec §4 Drag-move): the journal records the
 * move, and its owners are notified when `sendSmsNotification` requests it. Its reminders and charges follow from the row.
 * @throws forbidden, visit_is_done, visit_is_past, conflict, client_not_found, yard_not_found, member_not_found, horse_not_found,
 * horse_already_there, bad_request, wrong_order
 */
export async function editVisit(tx: PracticeTx, actor: Actor, before: VisitRecord, input: VisitChange): Promise<VisitRecord> {
  requireMay(actor, 'planDiary')
  refuseFrozen(actor, before, input)
  const concerned = names(input, CONCERNING) ? (input.concerned ?? (await listConcerned(tx, before))) : undefined
  const columns = await columnsOf(tx, actor, before, input)
  const isMoved = isMove(before, columns)
  const verb = isMoved ? 'moved' : 'changed'
  // Not awaited: it travels with the row.
  const heard = concerned && isMoved ? readHeard(tx, before.id, idsOf(concerned)) : undefined
  heard?.catch(() => {})
  const options = { baseRev: input.baseRev, policy: VISIT_POLICY, verb, ...(input.dayMove && { isPart: true as const }) }
  const edited = await updateRow(tx, actor, before, 'appointments', columns, options)
  if (input.dayMove) await noteDayMove(tx, actor, input.dayMove, { before, after: edited })
  const after = await withHorses(tx, actor, edited, input)
  if (concerned) {
    const now = names(input, OWNERS) ? await listRecipients(tx, after) : recipientsOf(concerned, after)
    await notifyChange(
      tx,
      actor,
      { before, after, audience: recipientsOf(concerned, before), now, heard },
      input.sendSmsNotification ?? false,
    )
  }
  return after
}

const OWNERS = ['clientId', 'horseId', 'horses'] as const
/** The fields whose change an owner must be notified of. */
const CONCERNING = [...WHEN, ...OWNERS, 'isCallOnly', 'callPeriod'] as const
const FROZEN = [...WHEN, 'isCallOnly', 'clientId', 'yardId', 'memberId', 'location', 'horseId', 'horses'] as const

/**
 * What was done stays as it was done, and a visit of a day gone by where it was (product.md: past visits never change), unless this very
 * change opens it again. A device decided on its own day, so a move made in a barn yesterday is taken today.
 */
function refuseFrozen(actor: Actor, before: VisitRecord, input: VisitChange): void {
  if (before.status === 'done' && names(input, FROZEN)) throw new AppError('visit_is_done')
  const isByHand = actor.deviceId === null && names(input, WHEN) && !input.isReopened && !isOff(before)
  if (isByHand && !canBeMoved(toVisit(before), dayOf(currentTime(), actor.zone))) throw new AppError('visit_is_past')
}

async function columnsOf(tx: PracticeTx, actor: Actor, before: VisitRecord, input: AppointmentChange) {
  const when = whenChanged(before, input, actor.zone)
  const refs = await refsOf(tx, input)
  const isElsewhere = refs.yardId !== undefined && refs.yardId !== before.yard_id && input.location === undefined
  const clientId = refs.clientId === undefined ? before.client_id : refs.clientId
  return {
    ...plainColumns(input),
    ...(when ? whenColumns(when) : {}),
    client_id: refs.clientId,
    yard_id: refs.yardId,
    member_id: refs.memberId,
    location: isElsewhere ? await addressOf(tx, { clientId, yardId: refs.yardId ?? null }, refs) : noneIfBlank(input.location),
    is_call_only: input.isCallOnly,
    // A place in Thursday's round means nothing on Friday.
    round_rank: input.roundRank === undefined && when && when.onDay !== before.on_day ? null : input.roundRank,
  }
}

const idsOf = ({ clients }: Concerned) => clients.map(({ clientId }) => clientId)

const isMove = (before: VisitRecord, { starts_at, ends_at }: { starts_at?: Date; ends_at?: Date }) =>
  starts_at !== undefined && (starts_at.getTime() !== before.starts_at.getTime() || ends_at?.getTime() !== before.ends_at.getTime())

function withHorses(tx: PracticeTx, actor: Actor, visit: VisitRecord, { horses, horseId }: AppointmentChange): Promise<VisitRecord> {
  if (horses) return setLines(tx, actor, visit, horses)
  if (horseId === undefined) return Promise.resolve(visit)
  return replaceFirstHorse(tx, actor, visit, optionalId(horseId, 'horse_not_found'))
}
