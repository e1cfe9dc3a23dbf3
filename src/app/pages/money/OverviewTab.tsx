import { Calculator, Car, ListChecks, PoundSterling, Receipt } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'wouter'
import { useMoneyFigures } from '#app/pages/money/use-money-figures.ts'
import { type Debts, useDebts } from '#features/ledger/accounts/web/use-debtors.ts'
import { type ToInvoice, useToInvoice } from '#features/ledger/invoices/web/use-to-invoice.ts'
import { daysBetween, shortDay } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { Skeleton, SkeletonRows } from '#ui/Skeleton.tsx'

const TaxDueCard = lazy(() => import('#features/office/books/web/TaxDueCard.tsx').then((m) => ({ default: m.TaxDueCard })))

/** Of each list; the rest is behind it. */
const SHOWN = 5

/** The state of the money, and where to go with it. */
export function OverviewTab() {
  const groups = useToInvoice()
  const debts = useDebts()
  return (
    <div className="grid gap-3.5">
      <Figures groups={groups} debts={debts} />
      <div className="grid items-start gap-3.5 lg:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_320px]">
        <ToInvoiceCard groups={groups} />
        <OwedCard debts={debts} />
        <div className="grid gap-3.5 lg:max-xl:col-span-2">
          <Suspense>
            <TaxDueCard />
          </Suspense>
          <Card title="Also here">
            <List label="More of money">
              {MORE.map(({ icon: Icon, ...entry }) => (
                <ListRow key={entry.href} lead={<Icon size={20} aria-hidden />} {...entry} />
              ))}
            </List>
          </Card>
        </div>
      </div>
    </div>
  )
}

const MORE = [
  { icon: Receipt, title: 'Expenses', detail: 'What the practice spends', href: '/money/expenses' },
  { icon: Car, title: 'Mileage', detail: 'Miles driven for work', href: '/money/mileage' },
  { icon: Calculator, title: 'Tax', detail: 'Quarter figures, VAT gauge', href: '/money/tax' },
  { icon: PoundSterling, title: 'Prices', detail: 'What your work costs', href: '/settings/prices' },
  { icon: ListChecks, title: 'Money settings', detail: 'Invoices, VAT, bank, fees', href: '/settings/money' },
] as const

type OverviewData = { groups: readonly ToInvoice[] | undefined; debts: Debts | undefined }

function Figures({ groups, debts }: OverviewData) {
  const month = useMoneyFigures()
  const toInvoice = groups?.reduce((sum, { totals }) => sum + totals.grossPence, 0)
  return (
    <ul className="grid grid-cols-2 gap-2.5 md:gap-3.5 lg:grid-cols-4">
      <Figure label="Owed to you" pence={debts?.owedPence} href="/money?tab=owed">
        {debts && debts.debtors.length > 0 && `by ${peopleWords(debts.debtors.length)}`}
      </Figure>
      <Figure label="Overdue" pence={debts?.overduePence} href="/money?tab=owed">
        {debts && debts.overduePence > 0 && <Badge tone="late">{peopleWords(late(debts))}</Badge>}
      </Figure>
      <Figure label="To invoice" pence={toInvoice} href="/money?tab=to-invoice">
        {groups && groups.length > 0 && (groups.length === 1 ? 'one invoice' : `${groups.length} invoices`)}
      </Figure>
      <Figure label="Paid this month" pence={month?.paidPence} href="/money?tab=payments">
        {month && `${pounds(month.invoicedPence)} invoiced`}
      </Figure>
    </ul>
  )
}

type FigureProps = { label: string; pence: number | undefined; href: string; children: ReactNode }

const Figure = ({ label, pence, href, children }: FigureProps) => (
  <li className="min-w-0">
    <Link
      href={href}
      className="grid h-full content-start rounded-lg border border-line bg-surface px-4 py-3 text-ink no-underline hover:bg-sunken"
    >
      <span className="text-14 text-ink-2">{label}</span>
      {pence === undefined ? <Skeleton className="my-1.5 h-7 w-20" /> : <b className="text-24 md:text-30">{pounds(pence)}</b>}
      <span className="text-14 text-ink-2">{children}</span>
    </Link>
  </li>
)

const ToInvoiceCard = ({ groups }: Pick<OverviewData, 'groups'>) => (
  <Card title="To invoice" action={groups && groups.length > 0 && <All href="/money?tab=to-invoice" count={groups.length} />}>
    {!groups && <SkeletonRows label="Loading..." rows={3} />}
    {groups?.length === 0 && <EmptyState title="Nothing to invoice">Work you record waits here until you invoice it.</EmptyState>}
    {groups && groups.length > 0 && (
      <List label="To invoice">
        {groups.slice(0, SHOWN).map((group) => (
          <ListRow
            key={group.key}
            href="/money?tab=to-invoice"
            title={group.payerName}
            detail={[shortDay(group.charges[0]?.chargedOn ?? ''), group.horses.join(', ')].filter(Boolean).join(', ')}
            aside={<b className="tabular-nums">{pounds(group.totals.grossPence)}</b>}
          />
        ))}
      </List>
    )}
  </Card>
)

function OwedCard({ debts }: Pick<OverviewData, 'debts'>) {
  const today = useToday()
  return (
    <Card title="Who owes" action={debts && debts.debtors.length > 0 && <All href="/money?tab=owed" count={debts.debtors.length} />}>
      {!debts && <SkeletonRows label="Loading..." rows={3} />}
      {debts?.debtors.length === 0 && (
        <EmptyState title="Nobody owes you">Clients with an invoice to pay appear here, largest amount first.</EmptyState>
      )}
      {debts && debts.debtors.length > 0 && (
        <List label="Who owes">
          {bySum(debts)
            .slice(0, SHOWN)
            .map(({ clientId, name, owedPence, oldestDueOn }) => (
              <ListRow
                key={clientId}
                href="/money?tab=owed"
                title={name}
                detail={sinceWords(daysBetween(oldestDueOn, today))}
                aside={<b className="tabular-nums">{pounds(owedPence)}</b>}
              />
            ))}
        </List>
      )}
    </Card>
  )
}

const All = ({ href, count }: { href: string; count: number }) => (
  <Link href={href} className="link">
    {count === 1 ? 'Open' : `All ${count}`}
  </Link>
)

/* Of equal sums the oldest first, as they come. */
const bySum = ({ debtors }: Debts) => debtors.toSorted((a, b) => b.owedPence - a.owedPence)
const late = ({ debtors }: Debts) => debtors.filter(({ overduePence }) => overduePence > 0).length
const peopleWords = (count: number) => (count === 1 ? 'one client' : `${count} clients`)
const sinceWords = (days: number) =>
  days > 0 ? `${days} ${days === 1 ? 'day' : 'days'} over` : days === 0 ? 'Due today' : `Due in ${-days} days`
