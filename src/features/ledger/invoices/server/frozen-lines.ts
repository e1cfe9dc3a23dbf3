import type { FootScheme } from '#features/core/practice/foot-names.ts'
import type { InvoiceLine } from '#features/ledger/invoices/contract.ts'
import { inLineOrder, lineOf } from '#features/ledger/invoices/rules.ts'
import type { ChargeRow } from '#features/ledger/invoices/server/charge-queries.ts'
import type { Frozen } from '#features/ledger/invoices/server/queries.ts'
import { toCharge } from '#features/ledger/invoices/server/wire.ts'
import type { Setup } from '#features/visits/work/feet.ts'
import { feetForOwner, feetLines, saysMore } from '#features/visits/work/feet-for-owners.ts'

/** The lines of an invoice as they are at issue: what horses and owners are called, and what the feet have on. */
export const frozenLines = (charges: readonly ChargeRow[], payerId: string, { names, setups }: Frozen, scheme: FootScheme): InvoiceLine[] =>
  inLineOrder(charges.map(toCharge)).map((charge) => ({
    chargeId: charge.id,
    kind: charge.kind,
    chargedOn: charge.chargedOn,
    description: charge.description,
    horseName: charge.horseId ? (names[charge.horseId] ?? null) : null,
    ownerName: charge.clientId === payerId ? null : (names[charge.clientId] ?? null),
    ...feetOf(setups[charge.workEntryId ?? ''], scheme),
    quantity: charge.quantity,
    unitPence: charge.unitPence,
    vatRateBp: charge.vatRateBp,
    includesVat: charge.includesVat,
    ...lineOf(charge),
  }))

const feetOf = (setup: Setup | undefined, scheme: FootScheme) =>
  setup && saysMore(setup) ? { feet: feetLines(feetForOwner(setup, scheme)) } : {}
