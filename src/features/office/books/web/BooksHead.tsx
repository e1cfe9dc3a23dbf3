import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { yearWords } from '#features/office/books/tax-year.ts'
import { cx } from '#ui/cx.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Select } from '#ui/Select.tsx'

const PARTS = [
  { path: '/money', label: 'Money' },
  { path: '/money/expenses', label: 'Expenses' },
  { path: '/money/mileage', label: 'Mileage' },
  { path: '/money/tax', label: 'Tax' },
] as const

type Props = { title: string; subtitle: string; path: (typeof PARTS)[number]['path']; actions?: ReactNode }

/** The head of a screen of the books, with links to the others. */
export const BooksHead = ({ path, ...head }: Props) => (
  <>
    <PageHeader {...head} />
    <nav aria-label="Books" className="-mx-3 flex gap-5 overflow-x-auto border-b border-line px-3 md:mx-0 md:px-0">
      {PARTS.map((part) => (
        <Link
          key={part.path}
          href={part.path}
          {...(part.path === path && { 'aria-current': 'page' })}
          className={lookOf(part.path === path)}
        >
          {part.label}
        </Link>
      ))}
    </nav>
  </>
)

const lookOf = (isHere: boolean) =>
  cx(
    'relative inline-flex min-h-12 shrink-0 items-center whitespace-nowrap no-underline md:min-h-11 focus-visible:-outline-offset-3',
    isHere
      ? 'font-bold text-ink after:absolute after:inset-x-0 after:-bottom-px after:h-[3px] after:rounded-t-[3px] after:bg-ember-hot'
      : 'font-medium text-ink-2 hover:text-ink',
  )

type YearProps = { year: number; first: number; last: number; onChange: (year: number) => void }

/** The tax year shown, from the first with any record to the current one, and always the one before: some of it is recorded late. */
export function YearSelect({ year, first, last, onChange }: YearProps) {
  const years = Array.from({ length: last - Math.min(first, last - 1) + 1 }, (_, back) => last - back)
  const options = years.map((each) => ({ value: String(each), label: `Tax year ${yearWords(each)}` }))
  return (
    <Select
      aria-label="Tax year"
      className="max-sm:flex-1 sm:w-[190px]"
      value={String(year)}
      options={options}
      onChange={({ target }) => onChange(Number(target.value))}
    />
  )
}
