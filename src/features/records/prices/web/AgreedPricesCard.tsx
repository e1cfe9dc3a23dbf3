import { Pencil } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { seesMoney } from '#features/core/practice/rules.ts'
import type { PriceOverride } from '#features/records/prices/contract.ts'
import { type Price, priceFor } from '#features/records/prices/rules.ts'
import { agreedFor, inOrder, type Whose, whereOf } from '#features/records/prices/web/data.ts'
import { elseWords, forWhom } from '#features/records/prices/web/price-words.ts'
import { useListItems } from '#features/records/prices/web/use-prices.ts'
import { pounds } from '#lib/money.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { RowMark } from '#ui/PendingMark.tsx'

const AgreedPricesDialog = lazy(() =>
  import('#features/records/prices/web/AgreedPricesDialog.tsx').then((module) => ({ default: module.AgreedPricesDialog })),
)

/**
 * The price of a horse's usual work and its source, or the prices agreed for a client or a yard that differ from the list, with a button to
 * change them. Empty for members who see no money.
 */
export function AgreedPricesCard({ whose }: { whose: Whose }) {
  const role = useSession<CurrentUser>().user?.role
  const items = useListItems()
  const overrides = useRows<PriceOverride>('price_overrides')
  const [isEditing, setEditing] = useState(false)
  if (!seesMoney(role) || !items?.length || !overrides) return null
  const list = inOrder(items)
  const prices = list.flatMap((item) => priceFor(items, overrides, whereOf(whose), item.serviceType) ?? [])
  const lines = shownOf(prices, whose).map((price) => ({
    price,
    why: whose.kind === 'horse' ? agreedWords(price, whose.name) : elseWords(items, overrides, whose, price.item.serviceType),
    own: agreedFor(whose, overrides, price.item.id),
  }))
  return (
    <Card title={whose.kind === 'horse' ? 'Prices' : 'Agreed prices'} action={<ChangeButton onClick={() => setEditing(true)} />}>
      <PriceLines lines={lines} />
      {isEditing && (
        <Suspense>
          <AgreedPricesDialog whose={whose} items={list} overrides={overrides} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Card>
  )
}

const ChangeButton = ({ onClick }: { onClick: () => void }) => (
  <Button size="sm" variant="quiet" icon={Pencil} onClick={onClick}>
    Change
  </Button>
)

type Line = { price: Price; why: string | undefined; own: PriceOverride | undefined }

const PriceLines = ({ lines }: { lines: readonly Line[] }) =>
  lines.length === 0 ? (
    <p className="px-4 py-3 text-ink-2">Nothing agreed beyond the price list.</p>
  ) : (
    <dl className="divide-y divide-line">
      {lines.map(({ price, why, own }) => (
        <div key={price.item.id} className="flex items-baseline justify-between gap-3 px-4 py-2.5">
          <dt className="min-w-0">
            {price.item.label} <RowMark of={own ? [own] : []} />
            {why && <span className="block text-14 text-ink-2">{why}</span>}
          </dt>
          <dd className="font-bold tabular-nums">{pounds(price.pence)}</dd>
        </div>
      ))}
    </dl>
  )

const agreedWords = ({ from }: Price, horse: string) => (from === 'list' ? undefined : `Agreed ${forWhom(from, horse)}`)

/** The prices agreed for them; for a horse also the price of its last work. A horse without any work yet shows a trim. */
function shownOf(prices: readonly Price[], whose: Whose): readonly Price[] {
  const own = prices.filter(({ from }) => from === whose.kind)
  if (whose.kind !== 'horse') return own
  const usual = prices.filter((price) => own.includes(price) || price.item.serviceType === whose.lastServiceType)
  return usual.length > 0 ? usual : prices.slice(0, 1)
}
