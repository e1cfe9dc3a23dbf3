import { useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import { PricePicker } from '#features/ledger/invoices/web/PricePicker.tsx'
import { recordPrice } from '#features/ledger/invoices/web/record-price.ts'
import { useUnpriced } from '#features/ledger/invoices/web/use-to-invoice.ts'
import { useKinds } from '#features/records/kinds/web/use-kinds.ts'
import { shortDay } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { withToast } from '#ui/with-toast.ts'

/** Shown before the rest is requested. */
const SHOWN = 5

/** Work without a charge because its kind has no price; nothing while there is none. */
export function UnpricedPanel() {
  const role = useSession<CurrentUser>().user?.role
  const unpriced = useUnpriced()
  const { labelOf } = useKinds()
  const [isAll, showAll] = useState(false)
  if (!unpriced || unpriced.length === 0) return null
  const shown = isAll ? unpriced : unpriced.slice(0, SHOWN)
  const toList = may(role, 'setPrices') && (
    <LinkButton size="sm" href="/settings/prices">
      Price list
    </LinkButton>
  )
  return (
    <Card title="Work without a price" action={toList}>
      <List label="Work without a price">
        {shown.map(({ entry, horse, ownerName }) => (
          <ListRow
            key={entry.id}
            title={`${horse.name}, ${labelOf(entry.serviceType)}`}
            detail={`${shortDay(entry.workDate)}, ${ownerName}`}
            aside={
              <PricePicker
                name={horse.name}
                pence={undefined}
                onChange={(pence) => void withToast('Price set', `${horse.name}: ${pounds(pence)}.`, () => recordPrice(entry.id, pence))}
              />
            }
          />
        ))}
      </List>
      {shown.length < unpriced.length && (
        <div className="border-t border-line p-1 text-center">
          <Button variant="quiet" onClick={() => showAll(true)}>{`Show ${unpriced.length - shown.length} more`}</Button>
        </div>
      )}
    </Card>
  )
}
