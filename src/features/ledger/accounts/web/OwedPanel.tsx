import { CircleCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { AgesCard } from '#features/ledger/accounts/web/AgesCard.tsx'
import { DebtorRow } from '#features/ledger/accounts/web/DebtorRow.tsx'
import { ProposalsPanel } from '#features/ledger/accounts/web/ProposalsPanel.tsx'
import { useDebts, useLastChased } from '#features/ledger/accounts/web/use-debtors.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

const StatementDialog = lazy(() =>
  import('#features/ledger/accounts/web/StatementDialogCard.tsx').then((m) => ({ default: m.StatementDialogCard })),
)

/** Shown at once; more on request. */
const SHOWN = 50

/** Payers who owe and since when, and the fees that could be charged for it. */
export function OwedPanel() {
  const debts = useDebts()
  const chased = useLastChased()
  const [shown, setShown] = useState(SHOWN)
  const [statementOf, open] = useState<string>()
  const more = debts ? debts.debtors.length - shown : 0
  return (
    <div className="grid items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_420px]">
      <div className="grid gap-3.5">
        {debts && debts.debtors.length > 0 && <AgesCard debts={debts} />}
        <Card title={debts?.debtors.length ? 'Who owes' : undefined} aria-label="Who owes">
          {!debts && <SkeletonRows label="Loading who owes..." rows={6} />}
          {debts?.debtors.length === 0 && (
            <EmptyState icon={CircleCheck} title="Nobody owes you">
              Unpaid invoices appear here, oldest first, with statements and reminders.
            </EmptyState>
          )}
          {debts && debts.debtors.length > 0 && (
            <ul aria-label="Who owes" className="divide-y divide-line">
              {debts.debtors.slice(0, shown).map((debtor) => (
                <DebtorRow
                  key={debtor.clientId}
                  debtor={debtor}
                  lastChasedAt={chased.get(debtor.clientId)}
                  onStatement={() => open(debtor.clientId)}
                />
              ))}
            </ul>
          )}
          {more > 0 && (
            <div className="border-t border-line p-1 text-center">
              <Button variant="quiet" onClick={() => setShown(shown + SHOWN)}>{`Show ${Math.min(more, SHOWN)} of ${more} more`}</Button>
            </div>
          )}
        </Card>
      </div>
      <ProposalsPanel />
      <Suspense>{statementOf && <StatementDialog clientId={statementOf} onClose={() => open(undefined)} />}</Suspense>
    </div>
  )
}
