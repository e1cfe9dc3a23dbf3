import { requireClient } from '#features/records/clients/server/service.ts'
import { requireYard } from '#features/records/yards/server/service.ts'
import type { AppointmentChange } from '#features/visits/appointments/contract.ts'
import { placeOf } from '#features/visits/appointments/rules.ts'
import { requireMember } from '#features/visits/appointments/server/queries.ts'
import { noneIfBlank } from '#lib/blank.ts'
import { optionalId } from '#lib/canonical.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** The columns of a visit that are kept as they are given; absent ones are undefined. */
export function plainColumns(input: AppointmentChange) {
  return {
    title: input.title,
    description: noneIfBlank(input.description),
    notes: noneIfBlank(input.notes),
    call_number: input.callNumber,
    call_period: input.callPeriod,
    round_rank: input.roundRank,
    status_reason: noneIfBlank(input.statusReason),
    tariff: input.tariff,
  }
}

/** The ids of the records that a visit names, each of this practice. @throws client_not_found, yard_not_found, member_not_found */
export async function refsOf(tx: PracticeTx, input: AppointmentChange) {
  const clientId = optionalId(input.clientId, 'client_not_found')
  const yardId = optionalId(input.yardId, 'yard_not_found')
  const memberId = optionalId(input.memberId, 'member_not_found')
  if (clientId) await requireClient(tx, clientId)
  if (yardId) await requireYard(tx, yardId)
  if (memberId) await requireMember(tx, memberId)
  return { clientId, yardId, memberId }
}

/** Where a visit is when no location is given: the yard's address, else the client's. @throws client_not_found, yard_not_found */
export async function addressOf(tx: PracticeTx, clientId: string | null, yardId: string | null): Promise<string | null> {
  const yard = yardId && (await requireYard(tx, yardId))
  return placeOf(yard || null, yard || !clientId ? null : await requireClient(tx, clientId))
}
