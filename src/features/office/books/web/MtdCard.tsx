import type { TaxYear } from '#features/office/books/contract.ts'
import { mtdOf, yearWords } from '#features/office/books/tax-year.ts'
import { dayAndYear } from '#lib/dates.ts'
import { pounds, poundsInFull } from '#lib/money.ts'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'

/** Who must send quarters to HMRC, and from when, by the income of earlier tax years. */
export const MtdCard = ({ gross }: { gross: TaxYear['gross'] }) => (
  <Card title="Do I have to send quarterly updates?">
    <p className="px-4 pt-3 text-ink-2">
      HMRC looks at turnover and other income, before expenses, in the tax year two years earlier. Rent from property counts too, but isn't
      recorded here.
    </p>
    <dl className="divide-y divide-line pt-1">
      {gross.map((each) => (
        <Decision key={each.year} gross={each} />
      ))}
    </dl>
  </Card>
)

function Decision({ gross }: { gross: TaxYear['gross'][number] }) {
  const mtd = mtdOf(gross)
  if (!mtd) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3">
      <dt>
        <span className="block font-medium">{`From ${dayAndYear(mtd.from)}: over ${pounds(mtd.thresholdPence)}`}</span>
        <span className="block text-14 text-ink-2 tabular-nums">{`${yearWords(gross.year)} on record here: ${poundsInFull(gross.pence)}`}</span>
      </dt>
      <dd>{mtd.isOver ? <Badge tone="due">Yes, you have to</Badge> : <Badge>Not on these figures</Badge>}</dd>
    </div>
  )
}
