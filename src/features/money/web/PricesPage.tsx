import { useForm } from 'react-hook-form'
import type { PriceItem } from '#features/money/contract.ts'
import { changePrices, inOrder } from '#features/money/web/data.ts'
import type { CurrentUser } from '#features/practice/contract.ts'
import { may, seesMoney } from '#features/practice/rules.ts'
import { inPounds, pounds, readPence } from '#lib/money.ts'
import { useSession } from '#platform/web/session.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState, ForbiddenState } from '#ui/EmptyState.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Field } from '#ui/Field.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { PoundsInput } from '#ui/PoundsInput.tsx'
import { toast } from '#ui/toast-store.ts'

/** The price list: what work costs where nothing else was agreed. Works offline. */
export function PricesPage() {
  const role = useSession<CurrentUser>().user?.role
  const items = useRows<PriceItem>('price_items')
  return (
    <Page>
      <PageHeader title="Prices" subtitle="What work costs where nothing else was agreed." back="/settings" />
      {!seesMoney(role) && <ForbiddenState title="Prices are not for everybody" />}
    </Page>
  )
}
