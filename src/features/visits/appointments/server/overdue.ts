import { moneyIn } from '#features/records/prices/server/money-in.ts'
import { isOverdue, overdueInWords, payersOf } from '#features/visits/appointments/overdue.ts'
import { currentTime } from '#lib/clock.ts'
import { type Day, dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow, logActivity, type Row } from '#platform/server/database/rows.ts'

/** A visit about to be made; `client` where it was read already. */
type Making = {
  id: string
  clientId: string | null
  client: Row<'clients'> | undefined
  horses: readonly Row<'horses'>[]
  onDay: Day
  isOverridden: boolean
}

/**
 * Spec §4 Terms of business: an overdue account blocks new appointments. If it is overridden, the journal records who did it. A visit on a
 * past day can no longer be refused.
 * @throws account_overdue with `clientIds`
 */
export async function refuseOverdue(
  tx: PracticeTx,
  actor: Actor,
  { id, clientId, client, horses, onDay, isOverridden }: Making,
): Promise<void> {
  const today = dayOf(currentTime(), actor.zone)
  if (onDay < today) return
  const overdue = (await payersIn(tx, clientId, horses, client)).filter((payer) => isOverdue(payer, today))
  if (overdue.length === 0 || !(await moneyIn(tx, actor.practiceId)).fees.blocksBookings) return
  const clientIds = overdue.map((payer) => payer.id)
  if (!isOverridden) {
    throw new AppError(
      'account_overdue',
      { fields: ['clientId'], clientIds },
      `${overdueInWords(overdue, today)} Book anyway, or take the payment first.`,
    )
  }
  const after = { client_ids: clientIds, oldest_due_on: overdue[0]?.oldestDueOn }
  await logActivity(tx, actor, { entity: 'appointments', entityId: id, verb: 'booked_overdue', before: null, after })
}

/** The payers of a visit. For a device's booking they are read already, except those who pay for someone else. */
async function payersIn(tx: PracticeTx, clientId: string | null, horses: readonly Row<'horses'>[], client: Row<'clients'> | undefined) {
  const known = new Map(client && [[client.id, client]])
  const know = async (id: string | null) => {
    const row = id && !known.has(id) ? await findRow(tx, 'clients', id) : undefined
    if (row) known.set(row.id, row)
  }
  for (const id of [clientId, ...horses.map((horse) => horse.client_id)]) await know(id)
  const owned = horses.map((horse) => ({ clientId: horse.client_id, payerClientId: horse.payer_client_id }))
  const ids = payersOf(clientId, owned, (id) => known.get(id)?.payer_client_id)
  for (const id of ids) await know(id)
  return ids.flatMap((id) => {
    const row = known.get(id)
    return row ? [{ id, name: row.name, oldestDueOn: row.oldest_due_on }] : []
  })
}
