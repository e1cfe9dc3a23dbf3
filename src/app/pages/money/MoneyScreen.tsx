import { HandCoins, Settings } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { OverviewTab } from '#app/pages/money/OverviewTab.tsx'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { seesMoney } from '#features/core/practice/rules.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useSelected } from '#platform/web/use-selected.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ForbiddenState } from '#ui/EmptyState.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'

const ToInvoicePanel = lazy(() => import('#features/ledger/invoices/web/ToInvoicePanel.tsx').then((m) => ({ default: m.ToInvoicePanel })))
const InvoicesTab = lazy(() => import('#app/pages/money/InvoicesTab.tsx').then((m) => ({ default: m.InvoicesTab })))
const PaymentsTab = lazy(() => import('#app/pages/money/PaymentsTab.tsx').then((m) => ({ default: m.PaymentsTab })))
const BankPanel = lazy(() => import('#features/ledger/payments/web/BankPanel.tsx').then((m) => ({ default: m.BankPanel })))
const OwedPanel = lazy(() => import('#features/ledger/accounts/web/OwedPanel.tsx').then((m) => ({ default: m.OwedPanel })))
const RecordPaymentDialog = lazy(() => import('#app/pages/money/RecordPaymentDialog.tsx').then((m) => ({ default: m.RecordPaymentDialog })))

const OVERVIEW = 'overview'

/** /money: what must be invoiced, what was, what came, and who owes. Works offline but for the bank, fees and sending. */
export function MoneyScreen() {
  const role = useSession<CurrentUser>().user?.role
  const [named, setTab] = useSelected('tab')
  const [isTaking, setTaking] = useState(false)
  if (role && !seesMoney(role)) return <NotForEverybody />
  const tab = TABS.some(({ value }) => value === named) ? (named ?? OVERVIEW) : OVERVIEW
  // Elsewhere another button is the next step.
  const isNext = tab === OVERVIEW || tab === 'payments'
  return (
    <Page>
      <PageHeader
        title="Money"
        actions={
          <>
            <LinkButton href="/settings/money" icon={Settings} variant="quiet">
              Settings
            </LinkButton>
            <Button variant={isNext ? 'primary' : 'plain'} icon={HandCoins} onClick={() => setTaking(true)}>
              Record payment
            </Button>
          </>
        }
      />
      <div className="min-w-0 [--above-record:196px]">
        <Tabs label="Money" value={tab} onChange={(value) => setTab(value === OVERVIEW ? null : value)} tabs={TABS} />
      </div>
      <Suspense>{isTaking && <RecordPaymentDialog onClose={() => setTaking(false)} />}</Suspense>
    </Page>
  )
}

const part = (content: ReactNode) => (
  <Suspense
    fallback={
      <Card>
        <SkeletonRows label="Loading..." rows={6} />
      </Card>
    }
  >
    {content}
  </Suspense>
)

const TABS = [
  { value: OVERVIEW, label: 'Overview', content: <OverviewTab /> },
  { value: 'to-invoice', label: 'To invoice', content: part(<ToInvoicePanel />) },
  { value: 'invoices', label: 'Invoices', content: part(<InvoicesTab />) },
  { value: 'payments', label: 'Payments', content: part(<PaymentsTab />) },
  { value: 'bank', label: 'Bank', content: part(<BankPanel />) },
  { value: 'owed', label: 'Owed', content: part(<OwedPanel />) },
]

const NotForEverybody = () => (
  <Page>
    <PageHeader title="Money" />
    <Card>
      <ForbiddenState title="Apprentices don't see money" action={<LinkButton href="/round">Back to the round</LinkButton>}>
        Ask the practice's owner if you need to know.
      </ForbiddenState>
    </Card>
  </Page>
)
