import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may, seesMoney } from '#features/core/practice/rules.ts'
import type { bookEndpoints, TaxYear } from '#features/office/books/contract.ts'
import { nextQuarter, taxYearOf } from '#features/office/books/tax-year.ts'
import { BooksHead, YearSelect } from '#features/office/books/web/BooksHead.tsx'
import { MtdCard } from '#features/office/books/web/MtdCard.tsx'
import { NotForEverybody } from '#features/office/books/web/NotForEverybody.tsx'
import { QuarterCard } from '#features/office/books/web/QuarterCard.tsx'
import { TaxDueCard } from '#features/office/books/web/TaxDueCard.tsx'
import { VatCard } from '#features/office/books/web/VatCard.tsx'
import type { Money } from '#features/records/prices/settings.ts'
import { useMoney } from '#features/records/prices/web/use-money.ts'
import { sentenceOf, Unreachable } from '#platform/web/api.ts'
import { queryFor } from '#platform/web/queries.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ErrorState, OfflineState } from '#ui/EmptyState.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/PageHeader.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

/** Making Tax Digital and VAT (/money/tax). The server adds the figures up. */
export function TaxPage() {
  const user = useSession<CurrentUser>().user
  const money = useMoney()
  if (user && !seesMoney(user.role)) return <NotForEverybody title="Tax" />
  return user && money ? <Tax user={user} tax={money.tax} /> : null
}

/** Years shown before the current one. */
const YEARS_BACK = 6

function Tax({ user, tax }: { user: CurrentUser; tax: Money['tax'] }) {
  const today = useToday()
  const next = nextQuarter(today, tax.quarters)
  const [year, setYear] = useState(next.year)
  const last = taxYearOf(today, tax.quarters)
  return (
    <Page>
      <BooksHead
        title="Tax"
        subtitle="Your figures for HMRC, from what you invoice, spend and drive."
        path="/money/tax"
        actions={
          <>
            <YearSelect year={year} first={last - YEARS_BACK} last={last} onChange={setYear} />
            {may(user.role, 'setPrices') && <LinkButton href="/settings/money">Settings</LinkButton>}
          </>
        }
      />
      <div className="grid items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_412px]">
        <Figures key={year} year={year} opened={year === next.year ? next.number : 4} />
        <div className="grid gap-3.5">
          <TaxDueCard isHere />
          <VatCard />
        </div>
      </div>
    </Page>
  )
}

/** The quarters of a tax year; the next one to send is open. */
function Figures({ year, opened }: { year: number; opened: number }) {
  const asked = useQuery({
    ...queryFor<typeof bookEndpoints.taxYear>('GET /api/books/tax-year', { query: { year } }),
    refetchOnMount: 'always',
  })
  if (asked.data) return <Year figures={asked.data} opened={opened} />
  return (
    <Card>
      {asked.isPending && <SkeletonRows label="Adding up..." rows={8} />}
      {asked.isError &&
        (asked.error instanceof Unreachable ? (
          <OfflineState action={<Button onClick={() => asked.refetch()}>Try again</Button>}>
            The figures are added up on the server, so they need signal. You can still enter what you spend and drive.
          </OfflineState>
        ) : (
          <ErrorState title="The figures couldn't be added up" onRetry={() => void asked.refetch()}>
            {sentenceOf(asked.error)}
          </ErrorState>
        ))}
    </Card>
  )
}

const Year = ({ figures, opened }: { figures: TaxYear; opened: number }) => (
  <div className="grid min-w-0 gap-3.5">
    <QuarterCard figures={figures} opened={opened} />
    <MtdCard gross={figures.gross} />
  </div>
)
