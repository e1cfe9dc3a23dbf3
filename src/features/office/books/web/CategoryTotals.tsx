import { CATEGORIES, EXPENSE_CATEGORIES } from '#features/office/books/categories.ts'
import type { KnownExpense } from '#features/office/books/web/data.ts'
import { poundsInFull } from '#lib/money.ts'
import { Card } from '#ui/Card.tsx'

type Props = { expenses: readonly KnownExpense[]; isFound: boolean }

/** Totals of the shown expenses by category, the largest first; bars repeat the figures next to them. */
export function CategoryTotals({ expenses, isFound }: Props) {
  const all = expenses.reduce((sum, { totalPence }) => sum + totalPence, 0)
  const totals = EXPENSE_CATEGORIES.map((category) => ({
    category,
    pence: expenses.reduce((sum, each) => (each.category === category ? sum + each.totalPence : sum), 0),
  }))
    .filter(({ pence }) => pence !== 0)
    .toSorted((a, b) => b.pence - a.pence)
  const most = Math.max(1, ...totals.map(({ pence }) => pence))
  return (
    <Card title={isFound ? 'Found' : 'Spent'} action={<span className="text-18 font-bold">{poundsInFull(all)}</span>} padded>
      {totals.length === 0 && <p className="text-ink-2">Nothing to add up.</p>}
      <dl className="grid gap-3">
        {totals.map(({ category, pence }) => (
          <div key={category} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1">
            <dt>{CATEGORIES[category].label}</dt>
            <dd className="font-medium tabular-nums">{poundsInFull(pence)}</dd>
            <span aria-hidden className="col-span-2 h-2 rounded-full bg-sunken">
              <span className="block h-full rounded-full bg-ink-2" style={{ width: `${Math.max(0, (pence / most) * 100)}%` }} />
            </span>
          </div>
        ))}
      </dl>
    </Card>
  )
}
