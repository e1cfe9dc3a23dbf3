import type { Day } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Row } from '#platform/server/database/rows.ts'

export type ClientRow = Row<'clients'>

/** By name, then id; `after` is the last row of the page before. */
export function listClients(tx: PracticeTx, page: { limit: number; after?: { name: string; id: string } | undefined }) {
  let query = tx.selectFrom('clients').selectAll().where('deleted_at', 'is', null).orderBy('name').orderBy('id').limit(page.limit)
  const { after } = page
  if (after) query = query.where((eb) => eb(eb.refTuple('name', 'id'), '>', eb.tuple(after.name, after.id)))
  return query.execute()
}

/** Whether the client owns a horse or pays for one. */
export const hasHorses = async (tx: PracticeTx, clientId: string): Promise<boolean> =>
  (await tx
    .selectFrom('horses')
    .select('id')
    .where((eb) => eb.or([eb('client_id', '=', clientId), eb('payer_client_id', '=', clientId)]))
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Whether a visit from `today` on is still to be made to the client. */
export const hasComingVisits = async (tx: PracticeTx, clientId: string, today: Day): Promise<boolean> =>
  (await tx
    .selectFrom('appointments')
    .select('id')
    .where('client_id', '=', clientId)
    .where('on_day', '>=', today)
    .where('status', 'in', ['pencilled', 'booked'])
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const findPreferences = (tx: PracticeTx, clientId: string): Promise<Row<'sms_preferences'> | undefined> =>
  tx.selectFrom('sms_preferences').selectAll().where('client_id', '=', clientId).executeTakeFirst()
