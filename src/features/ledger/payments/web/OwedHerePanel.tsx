import { Banknote, CircleAlert, HandCoins } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { seesMoney } from '#features/core/practice/rules.ts'
import { isOverdue } from '#features/ledger/payments/web/BalanceBadge.tsx'
import { type Account, useAccounts } from '#features/ledger/payments/web/use-accounts.ts'
import { useClient } from '#features/records/clients/web/data.ts'
import { shortDay } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/Note.tsx'

const PaymentDialog = lazy(() =>
  import('#features/ledger/payments/web/PaymentDialogCard.tsx').then((m) => ({ default: m.PaymentDialogCard })),
)

/**
 * Which of these payers owe from before, on arrival, each with a way to take it. Nothing when none does, and for members who see no money.
 */
export function OwedHerePanel({ payerIds }: { payerIds: readonly string[] }) {
  const role = useSession<CurrentUser>().user?.role
  const accounts = useAccounts()
  const [payer, pay] = useState<Account>()
  if (!seesMoney(role) || !accounts) return null
  const owing = [...new Set(payerIds)].flatMap((id) => accounts.get(id) ?? []).filter(({ owedPence }) => owedPence > 0)
  return (
    <>
      {owing.map((account) => (
        <Owing key={account.payerClientId} account={account} onPay={() => pay(account)} />
      ))}
      {payer && (
        <Suspense>
          <PaymentDialog payerClientId={payer.payerClientId} amountPence={payer.owedPence} onClose={() => pay(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function Owing({ account, onPay }: { account: Account; onPay: () => void }) {
  const today = useToday()
  const client = useClient(account.payerClientId)
  const overdue = isOverdue(account, today)
  // A name that changes while it is read is worse than none for a moment.
  if (client === undefined) return null
  const name = client?.name ?? 'Who pays'
  return (
    <Note tone={overdue ? 'late' : 'due'} icon={overdue ? CircleAlert : HandCoins} className="items-center">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p>
          <b>{`${name} owes ${pounds(account.owedPence)}`}</b>
          {overdue && account.oldestDueOn && <span className="block">{`Overdue since ${shortDay(account.oldestDueOn)}`}</span>}
        </p>
        <Button size="sm" icon={Banknote} aria-label={`Take payment from ${name}`} onClick={onPay}>
          Take payment
        </Button>
      </div>
    </Note>
  )
}
