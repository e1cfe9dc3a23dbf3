import type { PayerMoney } from '#features/ledger/accounts/payer-money.ts'
import { listMade, listOpen, listSettled } from '#features/ledger/accounts/server/payer-money-queries.ts'
import { findAccount } from '#features/ledger/accounts/server/queries.ts'
import { numberOf } from '#features/ledger/invoices/rules.ts'
import type { Day } from '#lib/dates.ts'
import { allEnded, type PracticeTx } from '#platform/server/database/db.ts'

/** A payer's bills, as they see them. A guest's transaction shows those of clients alone whose money the guest sees. */
export async function payerMoney(tx: PracticeTx, clientId: string, today: Day): Promise<PayerMoney> {
  const [{ owedPence, onAccountPence }, open, settled, made] = await allEnded([
    findAccount(tx, clientId, today),
    listOpen(tx, clientId),
    listSettled(tx, clientId),
    listMade(tx, clientId),
  ])
  return {
    clientId,
    owedPence: owedPence - onAccountPence,
    onAccountPence,
    open: open.map((row) => ({
      id: row.id,
      number: numberOf(row) ?? '',
      dueOn: row.dueOn,
      leftPence: row.leftPence,
      isOverdue: row.dueOn < today,
    })),
    settled: settled.map((row) => ({
      id: row.id,
      kind: row.kind,
      number: numberOf(row) ?? '',
      issuedOn: row.issuedOn,
      totalPence: row.totalPence,
    })),
    payments: made.map(({ paid, ...payment }) => ({ ...payment, numbers: paid.map((one) => numberOf(one) ?? '').sort() })),
  }
}
