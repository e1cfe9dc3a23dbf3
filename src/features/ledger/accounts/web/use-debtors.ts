import { useQuery } from '@tanstack/react-query'
import type { accountEndpoints, DebtAges } from '#features/ledger/accounts/contract.ts'
import { agesOf } from '#features/ledger/accounts/rules.ts'
import { leftOf } from '#features/ledger/invoices/rules.ts'
import { type KnownInvoice, useInvoices } from '#features/ledger/invoices/web/data.ts'
import { type Account, useAccounts } from '#features/ledger/payments/web/use-accounts.ts'
import type { Client } from '#features/records/clients/contract.ts'
import type { Day } from '#lib/dates.ts'
import { memoLast } from '#lib/memo-last.ts'
import { queryFor } from '#platform/web/queries.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

/** A payer who owes, as this device knows them. */
export type KnownDebtor = {
  clientId: string
  name: string
  /** False for a removed or erased client: only a client on record can be reminded. */
  isOnRecord: boolean
  owedPence: number
  overduePence: number
  /** Ages of unpaid invoices; money on account is not taken off. */
  ages: DebtAges
  oldestDueOn: Day
  invoices: number
}
export type Debts = { debtors: readonly KnownDebtor[]; owedPence: number; overduePence: number; ages: DebtAges }

/** Payers who owe, the oldest debt first, and all debts together; undefined while loading. Works offline. */
export function useDebts(): Debts | undefined {
  const today = useToday()
  const invoices = useInvoices()
  const accounts = useAccounts()
  const clients = useRows<Client>('clients')
  return invoices && accounts && clients && debtsOf(invoices, accounts, clients, today)
}

/** When each of them was last reminded, as far as the server can be reached. */
export function useLastChased(): ReadonlyMap<string, string> {
  const reachable = useReachable()
  const { data } = useQuery({
    ...queryFor<typeof accountEndpoints.debtors>('GET /api/accounts/debtors', { query: { limit: 200 } }),
    refetchOnMount: 'always',
    enabled: reachable,
  })
  return new Map((data ?? []).flatMap(({ clientId, lastChasedAt }) => (lastChasedAt ? [[clientId, lastChasedAt] as const] : [])))
}

const debtsOf = memoLast(
  (invoices: readonly KnownInvoice[], accounts: ReadonlyMap<string, Account>, clients: readonly Client[], today: Day): Debts => {
    const nameOf = new Map(clients.map(({ id, name }) => [id, name]))
    const open = invoices.filter((one) => one.kind === 'invoice' && leftOf(one) > 0)
    const debtors = [...Map.groupBy(open, ({ payerClientId }) => payerClientId)].flatMap(([clientId, some]): KnownDebtor[] => {
      const account = accounts.get(clientId)
      if (!account || account.owedPence === 0) return []
      const overdue = sum(some.filter(({ dueOn }) => dueOn < today))
      return [
        {
          clientId,
          name: nameOf.get(clientId) ?? 'N/A',
          isOnRecord: nameOf.has(clientId),
          owedPence: account.owedPence,
          overduePence: Math.min(overdue, account.owedPence),
          ages: agesOf(some.map(aged), today),
          oldestDueOn: some.map(({ dueOn }) => dueOn).toSorted()[0] ?? today,
          invoices: some.length,
        },
      ]
    })
    return {
      debtors: debtors.toSorted((a, b) => a.oldestDueOn.localeCompare(b.oldestDueOn) || b.owedPence - a.owedPence),
      owedPence: debtors.reduce((total, { owedPence }) => total + owedPence, 0),
      overduePence: debtors.reduce((total, { overduePence }) => total + overduePence, 0),
      ages: agesOf(open.map(aged), today),
    }
  },
)

const aged = (invoice: KnownInvoice) => ({ dueOn: invoice.dueOn, leftPence: leftOf(invoice) })
const sum = (invoices: readonly KnownInvoice[]) => invoices.reduce((total, one) => total + leftOf(one), 0)
