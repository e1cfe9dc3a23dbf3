import { Paperclip, Plus, ReceiptText } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { seesMoney } from '#features/core/practice/rules.ts'
import { CATEGORIES } from '#features/office/books/categories.ts'
import { taxYearOf } from '#features/office/books/tax-year.ts'
import { BooksHead, YearSelect } from '#features/office/books/web/BooksHead.tsx'
import { CardFees } from '#features/office/books/web/CardFees.tsx'
import { CategoryTotals } from '#features/office/books/web/CategoryTotals.tsx'
import type { KnownExpense } from '#features/office/books/web/data.ts'
import { NotForEverybody } from '#features/office/books/web/NotForEverybody.tsx'
import { useExpenses, useReceipts } from '#features/office/books/web/use-books.ts'
import { useMoney } from '#features/records/prices/web/use-money.ts'
import { monthAndYear, shortDay } from '#lib/dates.ts'
import { poundsInFull } from '#lib/money.ts'
import { makeSearch } from '#platform/web/search.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { Page } from '#ui/PageHeader.tsx'
import { RowMark } from '#ui/PendingMark.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

const ExpenseDialog = lazy(() =>
  import('#features/office/books/web/ExpenseDialog.tsx').then((module) => ({ default: module.ExpenseDialog })),
)

/** Rows shown at first; a button shows more. */
const SHOWN_AT_ONCE = 100

/** The expenses, with their receipts (/money/expenses). Works offline. */
export function ExpensesPage() {
  const role = useSession<CurrentUser>().user?.role
  if (role && !seesMoney(role)) return <NotForEverybody title="Expenses" />
  return <Expenses />
}

function Expenses() {
  const [edited, edit] = useState<KnownExpense | 'new'>()
  const expenses = useExpenses()
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => edit('new')}>
      Add an expense
    </Button>
  )
  return (
    <Page>
      <BooksHead
        title="Expenses"
        subtitle="What the practice spends, in HMRC's categories."
        path="/money/expenses"
        actions={expenses?.length !== 0 && add}
      />
      <CardFees />
      {!expenses && (
        <Card>
          <SkeletonRows label="Loading expenses..." rows={5} />
        </Card>
      )}
      {expenses?.length === 0 && (
        <Card>
          <EmptyState icon={ReceiptText} title="No expenses yet" action={add}>
            Photograph receipts while you have them: what you enter here goes straight into your tax figures.
          </EmptyState>
        </Card>
      )}
      {expenses && expenses.length > 0 && <Book expenses={expenses} onEdit={edit} />}
      {edited && (
        <Suspense>
          <ExpenseDialog expense={edited === 'new' ? undefined : edited} onClose={() => edit(undefined)} />
        </Suspense>
      )}
    </Page>
  )
}

type BookProps = { expenses: readonly KnownExpense[]; onEdit: (expense: KnownExpense) => void }

function Book({ expenses, onEdit }: BookProps) {
  const today = useToday()
  const quarters = useMoney()?.tax.quarters ?? 'standard'
  const last = taxYearOf(today, quarters)
  const [year, setYear] = useState(last)
  const [searched, setSearched] = useState('')
  const ofYear = useMemo(() => expenses.filter(({ spentOn }) => taxYearOf(spentOn, quarters) === year), [expenses, quarters, year])
  const search = useMemo(() => makeSearch(ofYear, WORDS), [ofYear])
  const shown = searched.trim() ? search(searched).toSorted((a, b) => (a.spentOn < b.spentOn ? 1 : -1)) : ofYear
  const first = taxYearOf(expenses.at(-1)?.spentOn ?? today, quarters)
  return (
    <div className="grid items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_372px]">
      <div className="grid min-w-0 gap-3.5">
        <div className="flex flex-wrap gap-2">
          <SearchBox
            label="Search expenses"
            placeholder="What, who from or how much"
            value={searched}
            onChange={setSearched}
            className="w-full md:w-auto md:flex-1"
          />
          <YearSelect year={year} first={first} last={last} onChange={setYear} />
        </div>
        <Months key={`${year} ${searched}`} expenses={shown} onEdit={onEdit}>
          {searched.trim() ? `Nothing found for “${searched.trim()}” in this tax year.` : 'Nothing entered in this tax year.'}
        </Months>
      </div>
      <CategoryTotals expenses={shown} isFound={searched.trim() !== ''} />
    </div>
  )
}

type MonthsProps = BookProps & { children: ReactNode }

function Months({ expenses, onEdit, children }: MonthsProps) {
  const [count, setCount] = useState(SHOWN_AT_ONCE)
  const receipts = useReceipts()
  if (expenses.length === 0) return <Card padded>{children}</Card>
  const months = [...Map.groupBy(expenses.slice(0, count), ({ spentOn }) => spentOn.slice(0, 7))]
  const more = expenses.length - count
  return (
    <>
      {months.map(([month, rows]) => (
        <Card key={month} title={monthAndYear(`${month}-01`)} action={<Sum of={rows} />}>
          <List label={monthAndYear(`${month}-01`)}>
            {rows.map((row) => (
              <ExpenseRow key={row.id} expense={row} receipts={receipts?.get(row.id)?.length ?? 0} onEdit={onEdit} />
            ))}
          </List>
        </Card>
      ))}
      {more > 0 && (
        <Button onClick={() => setCount(count + SHOWN_AT_ONCE)}>{`Show ${Math.min(more, SHOWN_AT_ONCE)} of ${more} more`}</Button>
      )}
    </>
  )
}

const Sum = ({ of }: { of: readonly KnownExpense[] }) => (
  <span className="font-bold tabular-nums">{poundsInFull(of.reduce((sum, { totalPence }) => sum + totalPence, 0))}</span>
)

type RowProps = { expense: KnownExpense; receipts: number; onEdit: (expense: KnownExpense) => void }

const ExpenseRow = ({ expense, receipts, onEdit }: RowProps) => (
  <ListRow
    title={
      <>
        <span className="[overflow-wrap:anywhere]">{expense.description}</span> <RowMark of={[expense]} />
      </>
    }
    detail={[shortDay(expense.spentOn), expense.supplier, CATEGORIES[expense.category].label].filter(Boolean).join(', ')}
    aside={
      <span className="flex shrink-0 items-center gap-2">
        {receipts > 0 && <Paperclip size={16} role="img" aria-label={receipts === 1 ? '1 receipt' : `${receipts} receipts`} />}
        <span className="font-medium tabular-nums">{poundsInFull(expense.totalPence)}</span>
      </span>
    }
    onClick={() => onEdit(expense)}
  />
)

const WORDS = (expense: KnownExpense) => [
  expense.description,
  expense.supplier,
  CATEGORIES[expense.category].label,
  (Math.abs(expense.totalPence) / 100).toFixed(2),
]
