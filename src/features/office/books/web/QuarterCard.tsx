import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { CATEGORIES, EXPENSE_CATEGORIES } from '#features/office/books/categories.ts'
import type { Quarter, TaxYear } from '#features/office/books/contract.ts'
import { milesWords } from '#features/office/books/mileage.ts'
import { disallowedOf, expensesOf, profitOf } from '#features/office/books/pack.ts'
import { yearWords } from '#features/office/books/tax-year.ts'
import { dayAndYear } from '#lib/dates.ts'
import { poundsInFull } from '#lib/money.ts'
import { serverUrl } from '#platform/web/server-url.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { cx } from '#ui/cx.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Note } from '#ui/Note.tsx'
import { Segmented } from '#ui/Segmented.tsx'

type Props = { figures: TaxYear; opened: number }

/** A quarter's figures as HMRC requires them, and its files. */
export function QuarterCard({ figures, opened }: Props) {
  const [number, open] = useState(String(opened))
  const quarter = figures.periods.find((one) => String(one.number) === number)
  const file = serverUrl(`/api/books/tax-file?year=${figures.year}`)
  if (!quarter) return null
  return (
    <Card title={`Tax year ${yearWords(figures.year)}`} action={<QuarterStatus quarter={quarter} />}>
      <div className="grid gap-3 border-b border-line p-4">
        <Segmented label="Quarter" value={number} onChange={open} options={QUARTERS} className="w-full sm:w-fit" />
        <p className="text-ink-2">
          {`Quarter ${number}, from ${dayAndYear(quarter.from)} to ${dayAndYear(quarter.to)}: each includes those before it. `}
          {figures.basis === 'cash' ? "Income counts on the day you're paid." : 'Income counts on the day of the invoice.'}
        </p>
      </div>
      <Sheet quarter={quarter} />
      <div className="flex flex-wrap gap-2 border-t border-line p-4">
        <LinkButton icon={Download} href={`${file}&for=bridging&quarter=${number}`} download>
          For bridging software
        </LinkButton>
        <LinkButton icon={Download} variant="quiet" href={`${file}&for=accountant`} download>
          Every line, for the accountant
        </LinkButton>
      </div>
    </Card>
  )
}

const QUARTERS = [1, 2, 3, 4].map((number) => ({
  value: String(number),
  label: (
    <>
      <span className="max-sm:sr-only">Quarter</span> {number}
    </>
  ),
}))

/** Whether a quarter may still change, must be sent, or is overdue. */
function QuarterStatus({ quarter: { to, dueOn } }: { quarter: Quarter }) {
  const today = useToday()
  if (today <= to) return <Badge>{`Runs to ${dayAndYear(to)}`}</Badge>
  if (today <= dueOn) return <Badge tone="due">{`Send by ${dayAndYear(dueOn)}`}</Badge>
  return <Badge>{`Was due ${dayAndYear(dueOn)}`}</Badge>
}

function Sheet({ quarter }: { quarter: Quarter }) {
  const { turnoverPence, otherIncomePence, mileagePence, milesTenths, expenses, vatTakenPence, vatPaidPence } = quarter
  const disallowed = disallowedOf(quarter)
  const vehicle = (expenses.travel ?? 0) - mileagePence
  return (
    <div className="grid gap-3 py-2">
      <dl>
        <Row label="Turnover" pence={turnoverPence} />
        <Row label="Other business income" detail="Late fees, interest and the like" pence={otherIncomePence} />
        {EXPENSE_CATEGORIES.filter((category) => expenses[category]).map((category) => (
          <Row
            key={category}
            label={CATEGORIES[category].label}
            detail={detailOf(category, { mileagePence, milesTenths })}
            pence={-(expenses[category] ?? 0)}
          />
        ))}
        <Row label="Expenses" pence={-expensesOf(quarter)} isSum />
        {disallowed > 0 && <Row label="Not allowed by HMRC" pence={disallowed} />}
        <Row label="Profit" pence={profitOf(quarter)} isSum isLast />
      </dl>
      {(vatTakenPence !== 0 || vatPaidPence !== 0) && (
        <p className="px-4 text-14 text-ink-2">
          {`Without VAT: ${poundsInFull(vatTakenPence)} came with the income, ${poundsInFull(vatPaidPence)} went with the expenses.`}
        </p>
      )}
      {mileagePence > 0 && vehicle > 0 && (
        <Note tone="due" className="mx-4 mb-2">
          {`There are miles and ${poundsInFull(vehicle)} of van and travel costs. If you claim miles for a van, you can't claim its fuel, insurance or repairs; you can still claim parking and hotels.`}
        </Note>
      )}
    </div>
  )
}

type RowProps = { label: string; detail?: ReactNode; pence: number; isSum?: true; isLast?: true }

const Row = ({ label, detail, pence, isSum, isLast }: RowProps) => (
  <div
    className={cx('flex items-baseline justify-between gap-4 px-4 py-2', isSum && 'border-t border-line-2 font-bold', isLast && 'text-18')}
  >
    <dt className="min-w-0">
      {label}
      {detail && <span className="block text-14 font-normal text-ink-2">{detail}</span>}
    </dt>
    <dd className="shrink-0 tabular-nums">{poundsInFull(pence)}</dd>
  </div>
)

const detailOf = (category: string, { mileagePence, milesTenths }: Pick<Quarter, 'mileagePence' | 'milesTenths'>) =>
  category === 'travel' && mileagePence > 0 ? `${poundsInFull(mileagePence)} of it for ${milesWords(milesTenths)}` : undefined
