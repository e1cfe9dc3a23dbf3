import { sql } from 'kysely'
import type { OpenMoney } from '#features/records/clients/open-money.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** The open money of these payers, in total. */
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
