import { findAccount } from '#features/ledger/accounts/server/queries.ts'
import type { Day } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** What a payer owes in pence, as on their statement; negative: money on account. */
export async function balanceOf(tx: PracticeTx, clientId: string, today: Day): Promise<number> {
  const { owedPence, onAccountPence } = await findAccount(tx, clientId, today)
  return owedPence - onAccountPence
}
