import type { CurrentUser } from '#features/core/practice/contract.ts'
import { seesMoney } from '#features/core/practice/rules.ts'
import type { Charge } from '#features/ledger/invoices/contract.ts'
import { lineOf } from '#features/ledger/invoices/rules.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** What was charged for each work entry of a horse, whether invoiced or not; undefined while it loads, and for members who see no money. */
export function useWorkPrices(horseId: string): ReadonlyMap<string, number> | undefined {
  const role = useSession<CurrentUser>().user?.role
  const charges = useRows<Charge>('charges', { horseId })
  if (!seesMoney(role) || !charges) return undefined
  const sums = new Map<string, number>()
  for (const charge of charges)
    if (charge.workEntryId) sums.set(charge.workEntryId, (sums.get(charge.workEntryId) ?? 0) + lineOf(charge).grossPence)
  return sums
}
