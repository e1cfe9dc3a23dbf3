import { RoundPanel } from '#features/day/round/web/RoundPanel.tsx'
import { shortDay } from '#lib/dates.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Page } from '#ui/PageHeader.tsx'

/** /round: the day as it is driven. */
export function RoundPage() {
  const today = useToday()
  return (
    <Page>
      <RoundPanel heading={<h1 className="text-30">{shortDay(today)}</h1>} />
    </Page>
  )
}
