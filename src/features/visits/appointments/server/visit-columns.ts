import { requireClient } from '#features/records/clients/server/require-client.ts'
import { requireYard } from '#features/records/yards/server/require-yard.ts'
import type { AppointmentChange } from '#features/visits/appointments/contract.ts'
import { placeOf } from '#features/visits/appointments/rules.ts'
import { requireMember } from '#features/visits/appointments/server/queries.ts'
import { noneIfBlank } from '#lib/blank.ts'
import { optionalId } from '#lib/canonical.ts'
import { allEnded, type PracticeTx } from '#platform/server/database/db.ts'
import type { Row } from '#platform/server/database/rows.ts'

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

/** The records that a visit names, each of this practice: their ids, and client and yard as they were read. */
type Refs = {
  clientId: string | null | undefined
  yardId: string | null | undefined
  memberId: string | undefined
  client?: Row<'clients'> | undefined
  yard?: Row<'yards'> | undefined
}

/** @throws client_not_found, yard_not_found, member_not_found */
export async function refsOf(tx: PracticeTx, input: AppointmentChange): Promise<Refs> {
  const clientId = optionalId(input.clientId, 'client_not_found')
  const yardId = optionalId(input.yardId, 'yard_not_found')
  const memberId = optionalId(input.memberId, 'member_not_found')
  const [client, yard] = await allEnded([
    Promise.resolve(clientId ? requireClient(tx, clientId) : undefined),
    Promise.resolve(yardId ? requireYard(tx, yardId) : undefined),
    Promise.resolve(memberId ? requireMember(tx, memberId) : undefined),
  ])
  return { clientId, yardId, memberId, client, yard }
}

type Where = { clientId: string | null; yardId: string | null }

/**
 * Where a visit is when no location is given: the yard's address, else the client's. What `refs` has is not read again.
 * @throws client_not_found, yard_not_found
 */
export async function addressOf(tx: PracticeTx, { clientId, yardId }: Where, refs: Refs): Promise<string | null> {
  const yard = yardId && (refs.yard?.id === yardId ? refs.yard : await requireYard(tx, yardId))
  if (yard || !clientId) return placeOf(yard || null, null)
  return placeOf(null, refs.client?.id === clientId ? refs.client : await requireClient(tx, clientId))
}
