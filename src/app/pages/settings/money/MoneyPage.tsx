import { BankForm } from '#app/pages/settings/money/BankForm.tsx'
import { FeesForm } from '#app/pages/settings/money/FeesForm.tsx'
import { InvoicingForm } from '#app/pages/settings/money/InvoicingForm.tsx'
import { MoneyFacts } from '#app/pages/settings/money/MoneyFacts.tsx'
import { SavedPart } from '#app/pages/settings/money/SavedPart.tsx'
import { TaxForm } from '#app/pages/settings/money/TaxForm.tsx'
import { VatForm } from '#app/pages/settings/money/VatForm.tsx'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may, seesMoney } from '#features/core/practice/rules.ts'
import { useMoneyRow } from '#features/records/prices/web/use-money.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useSelected } from '#platform/web/use-selected.ts'
import { Card } from '#ui/Card.tsx'
import { ForbiddenState } from '#ui/EmptyState.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { Tabs } from '#ui/Tabs.tsx'

const FIRST = 'invoicing'
const PARTS = [
  { value: FIRST, label: 'Invoices', Form: InvoicingForm },
  { value: 'vat', label: 'VAT', Form: VatForm },
  { value: 'bank', label: 'Bank', Form: BankForm },
  { value: 'fees', label: 'Late payment', Form: FeesForm },
  { value: 'tax', label: 'Tax and miles', Form: TaxForm },
] as const

/** How work becomes invoices, and what happens when they are not paid (/settings/money). Works offline. */
export function MoneyPage() {
  const user = useSession<CurrentUser>().user
  const row = useMoneyRow()
  const [named, setTab] = useSelected('tab')
  const tab = PARTS.find(({ value }) => value === named)?.value ?? FIRST
  if (!user || row === undefined) return null
  const mayChange = may(user.role, 'setPrices')
  return (
    <Page>
      <PageHeader title="Money settings" subtitle="What's on your invoices, and what happens when they aren't paid." />
      {seesMoney(user.role) ? (
        <div className="max-w-[760px] min-w-0">
          {mayChange ? (
            <Tabs
              label="Money"
              value={tab}
              onChange={(value) => setTab(value === FIRST ? null : value)}
              tabs={PARTS.map(({ value, label, Form }) => ({
                value,
                label,
                content: <SavedPart key={value} user={user} row={row} Form={Form} />,
              }))}
            />
          ) : (
            <MoneyFacts row={row} />
          )}
        </div>
      ) : (
        <Card>
          <ForbiddenState title="Apprentices don't see money">Ask the practice's owner if you need to know.</ForbiddenState>
        </Card>
      )}
    </Page>
  )
}
