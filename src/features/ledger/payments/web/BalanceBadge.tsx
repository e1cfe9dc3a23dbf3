import { CircleAlert, HandCoins } from 'lucide-react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { seesMoney } from '#features/core/practice/rules.ts'
import { type Account, useAccount } from '#features/ledger/payments/web/use-accounts.ts'
import type { Day } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Badge } from '#ui/Badge.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'

/** `Owes £340`, and whether any of it is overdue; `isShort` shows the sum alone, in a row with no room for more. Nothing for a zero balance, or for members who see no money. */
export function BalanceBadge({ clientId, isShort = false }: { clientId: string; isShort?: boolean }) {
  const role = useSession<CurrentUser>().user?.role
  const today = useToday()
  const account = useAccount(clientId)
  if (!seesMoney(role) || !account) return null
  if (account.onAccountPence > 0) return <Badge tone="ok">{`${pounds(account.onAccountPence)} on account`}</Badge>
  if (account.owedPence === 0) return null
  const overdue = isOverdue(account, today)
  return (
    <Badge tone={overdue ? 'late' : 'due'} icon={overdue ? CircleAlert : HandCoins}>
      {isShort ? (
        <>
          <VisuallyHidden>Owes </VisuallyHidden>
          {pounds(account.owedPence)}
          {overdue && <VisuallyHidden>, overdue</VisuallyHidden>}
        </>
      ) : (
        `Owes ${pounds(account.owedPence)}${overdue ? ', overdue' : ''}`
      )}
    </Badge>
  )
}

/** Whether something of it should have been paid before today. */
export const isOverdue = ({ owedPence, oldestDueOn }: Account, today: Day): boolean =>
  owedPence > 0 && oldestDueOn !== null && oldestDueOn < today
