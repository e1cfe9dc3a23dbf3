import { nextQuarter, yearWords } from '#features/office/books/tax-year.ts'
import { useMoney } from '#features/records/prices/web/use-money.ts'

import { dayAndYear, daysBetween } from '#lib/dates.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Card } from '#ui/Card.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'

type Props = {
  /** The card is on the screen of the figures, so it links nowhere. */
  isHere?: true
}

/** The next quarter to send to HMRC, and its due day; works offline. */
export function TaxDueCard({ isHere }: Props) {
  const [today, money] = [useToday(), useMoney()]
  if (!money) return null
  const { number, year, dueOn } = nextQuarter(today, money.tax.quarters)
  return (
    <Card
      title="Making Tax Digital"
      action={
        !isHere && (
          <LinkButton size="sm" variant="quiet" href="/money/tax">
            Figures
          </LinkButton>
        )
      }
      padded
    >
      <p className="font-bold">{`Quarter ${number} of ${yearWords(year)}`}</p>
      <p className="text-ink-2">{`Due ${dayAndYear(dueOn)}, ${inDays(daysBetween(today, dueOn))}`}</p>
    </Card>
  )
}

/** `today`, `tomorrow`, `in 77 days`. */
const inDays = (days: number): string => (days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`)
