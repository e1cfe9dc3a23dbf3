import { requireMay } from '#features/core/practice/server/require-may.ts'
import type { Charge } from '#features/ledger/invoices/contract.ts'
import { LAST_PLACE } from '#features/ledger/invoices/rules.ts'
import type { ChargeRow } from '#features/ledger/invoices/server/charge-queries.ts'
import { columnsOf } from '#features/ledger/invoices/server/wire.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { holdWriters, insertRow } from '#platform/server/database/rows.ts'

/** A fee that was proposed and accepted: no VAT, and its id keeps it from being proposed again once it was removed. */
export type Fee = Pick<Charge, 'kind' | 'payerClientId' | 'clientId' | 'appointmentId' | 'description' | 'unitPence' | 'chargedOn'>

/** Puts a fee down to be invoiced, once. @throws forbidden, id_taken when it was put down before, also one removed since */
export async function addFee(tx: PracticeTx, actor: Actor, id: string, fee: Fee): Promise<ChargeRow> {
  requireMay(actor, 'seeMoney')
  await holdWriters(tx)
  const none = { visitHorseId: null, horseId: null, workEntryId: null, invoiceId: null }
  const rest = { quantity: 1, vatRateBp: 0, includesVat: false, place: LAST_PLACE, isByHand: true }
  return insertRow(tx, actor, 'charges', id, columnsOf({ ...fee, ...none, ...rest }))
}
