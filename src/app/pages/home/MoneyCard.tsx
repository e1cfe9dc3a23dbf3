import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useMoneyFigures } from '#app/pages/money/use-money-figures.ts'
import { useDebts } from '#features/ledger/accounts/web/use-debtors.ts'
import { useToInvoice } from '#features/ledger/invoices/web/use-to-invoice.ts'
import { pounds } from '#lib/money.ts'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

/** What there is to do about the money: each line leads to where it is done. */
export function MoneyCard() {
  const groups = useToInvoice()
  const debts = useDebts()
  const month = useMoneyFigures()
  const late = debts?.debtors.filter(({ overduePence }) => overduePence > 0).length ?? 0
  const toInvoice = groups?.reduce((sum, { totals }) => sum + totals.grossPence, 0)
  return (
    <Card title="Money">
      <ul className="divide-y divide-line">
        <Line label="To invoice" pence={toInvoice} href="/money?tab=to-invoice">
          {groups && groups.length > 0 ? counted(groups.length, 'invoice') : 'Nothing waiting'}
        </Line>
        <Line label="Overdue" pence={debts?.overduePence} href="/money?tab=owed">
          {late > 0 ? <Badge tone="late">{counted(late, 'client')}</Badge> : 'Nobody is late'}
        </Line>
        <Line label="Paid this month" pence={month?.paidPence} href="/money?tab=payments">
          {month && `${pounds(month.invoicedPence)} invoiced`}
        </Line>
      </ul>
    </Card>
  )
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

type LineProps = { label: string; pence: number | undefined; href: string; children: ReactNode }

const Line = ({ label, pence, href, children }: LineProps) => (
  <li>
    <Link
      href={href}
      className="flex min-h-14 items-center justify-between gap-3 px-4 py-2 no-underline hover:bg-sunken focus-visible:-outline-offset-3"
    >
      <span className="min-w-0">
        <span className="block font-medium">{label}</span>
        <span className="block text-14 text-ink-2">{children}</span>
      </span>
      {pence === undefined ? <Skeleton className="h-6 w-20" /> : <b className="text-20 tabular-nums">{pounds(pence)}</b>}
    </Link>
  </li>
)
