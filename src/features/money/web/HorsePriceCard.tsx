import { Pencil } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { PriceOverride } from '#features/money/contract.ts'
import { type Price, priceFor } from '#features/money/rules.ts'
import { inOrder, type PricedHorse } from '#features/money/web/data.ts'
import { useListItems } from '#features/money/web/use-prices.ts'
import type { CurrentUser } from '#features/practice/contract.ts'
import { seesMoney } from '#features/practice/rules.ts'
import { pounds } from '#lib/money.ts'
import { useSession } from '#platform/web/session.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'

const HorsePriceDialog = lazy(() =>
  import('#features/money/web/HorsePriceDialog.tsx').then((module) => ({ default: module.HorsePriceDialog })),
)

/** What this horse's usual work costs and why, with prices of its own to agree. Nothing for who sees no money. */
export function HorsePriceCard({ horse }: { horse: PricedHorse }) {
  const role = useSession<CurrentUser>().user?.role
  const items = useListItems()
  const overrides = useRows<PriceOverride>('price_overrides')
  const [isEditing, setEditing] = useState(false)
  if (!seesMoney(role) || !items?.length || !overrides) return null
  const where = { horseId: horse.id, clientId: horse.clientId, yardId: horse.yardId }
  const prices = inOrder(items).flatMap((item) => priceFor(items, overrides, where, item.serviceType) ?? [])
  return (
    <Card
      title="Prices"
      action={
        <Button size="sm" variant="quiet" icon={Pencil} onClick={() => setEditing(true)}>
          Change
        </Button>
      }
    >
      <dl className="divide-y divide-line">
        {usualOf(prices, horse).map((price) => (
          <PriceLine key={price.item.id} price={price} horse={horse.name} />
        ))}
      </dl>
      {isEditing && (
        <Suspense>
          <HorsePriceDialog horse={horse} items={inOrder(items)} overrides={overrides} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Card>
  )
}

const PriceLine = ({ price, horse }: { price: Price; horse: string }) => (
  <div className="flex items-baseline justify-between gap-3 px-4 py-2.5">
    <dt className="min-w-0">
      {price.item.label}
      {price.from !== 'list' && <span className="block text-14 text-ink-2">Agreed {FOR[price.from](horse)}</span>}
    </dt>
    <dd className="font-bold tabular-nums">{pounds(price.pence)}</dd>
  </div>
)

const FOR = {
  horse: (name: string) => `for ${name}`,
  client: () => 'for this owner',
  yard: () => 'for the yard',
} as const

/** What it had last, and whatever was agreed for it; a horse nobody has shod yet may have a trim. */
function usualOf(prices: readonly Price[], { lastServiceType }: PricedHorse): readonly Price[] {
  const usual = prices.filter(({ item, from }) => item.serviceType === lastServiceType || from === 'horse')
  return usual.length > 0 ? usual : prices.slice(0, 1)
}
