import { sql } from 'kysely'
import type { OpenMoney } from '#features/records/clients/open-money.ts'
import type { Day } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow, type Row } from '#platform/server/database/rows.ts'

export type ClientRow = Row<'clients'>

/** By name, then id; `after` is the last row of the page before. */
export function listClients(tx: PracticeTx, page: { limit: number; after?: { name: string; id: string } | undefined }) {
  let query = tx.selectFrom('clients').selectAll().where('deleted_at', 'is', null).orderBy('name').orderBy('id').limit(page.limit)
  const { after } = page
  if (after) query = query.where((eb) => eb(eb.refTuple('name', 'id'), '>', eb.tuple(after.name, after.id)))
  return query.execute()
}

/** @throws client_not_found when this practice has no such client, or no longer. */
export async function requireClient(tx: PracticeTx, id: string): Promise<ClientRow> {
  const client = await findRow(tx, 'clients', id)
  if (!client || client.deleted_at) throw new AppError('client_not_found')
  return client
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

/** What is not settled with payers, all of them together. */
export async function findOpenMoney(tx: PracticeTx, payerIds: readonly string[]): Promise<OpenMoney> {
  const ids = sql`any(${[...payerIds]}::uuid[])`
  const { rows } = await sql<OpenMoney>`
    select (select coalesce(sum(i.total_pence - i.paid_pence), 0)::int from invoices i
        where i.payer_client_id = ${ids} and i.kind = 'invoice') as "owedPence",
      (select count(*)::int from charges c where c.payer_client_id = ${ids} and c.invoice_id is null and c.deleted_at is null) as "toInvoice",
      ((select coalesce(sum(p.amount_pence), 0) from payments p where p.payer_client_id = ${ids} and p.deleted_at is null)
        - (select coalesce(sum(a.amount_pence), 0) from allocations a
          join payments p on p.practice_id = a.practice_id and p.id = a.payment_id
          where p.payer_client_id = ${ids} and p.deleted_at is null and a.deleted_at is null)
        + (select coalesce(sum(n.total_pence - n.paid_pence), 0) from invoices n
          where n.payer_client_id = ${ids} and n.kind = 'credit'))::int as "onAccountPence"`.execute(tx)
  return rows[0] ?? { owedPence: 0, toInvoice: 0, onAccountPence: 0 }
}

export const findPreferences = (tx: PracticeTx, clientId: string): Promise<Row<'sms_preferences'> | undefined> =>
  tx.selectFrom('sms_preferences').selectAll().where('client_id', '=', clientId).executeTakeFirst()
