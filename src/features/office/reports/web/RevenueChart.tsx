import type { ReportCharts } from '#features/office/reports/contract.ts'
import { ChartCard } from '#features/office/reports/web/ChartCard.tsx'
import { type Day, monthAndYear } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import { cx } from '#ui/cx.ts'

type Months = NonNullable<ReportCharts['months']>
type Props = { months: Months; today: Day }

const HEIGHT = 168

/** Revenue of each month of a year; booked work is dashed, and a line shows the year before. */
export function RevenueChart({ months, today }: Props) {
  const year = months[0]?.month.slice(0, 4) ?? ''
  const sum = months.reduce((all, { pence }) => all + pence, 0)
  const hasBefore = months.every(({ beforePence }) => beforePence !== null)
  const before = months.reduce((all, { beforePence }) => all + (beforePence ?? 0), 0)
  const isUnderWay = today.startsWith(year)
  const beforeWords = isUnderWay ? `In all of ${Number(year) - 1} it was ${pounds(before)}.` : `The year before it was ${pounds(before)}.`
  const isEmpty = months.every(({ pence, beforePence, bookedPence }) => !pence && !beforePence && !bookedPence)
  return (
    <ChartCard
      title="Revenue by month"
      aside={`${year}, before VAT`}
      words={`${isUnderWay ? 'So far in' : 'In'} ${year} revenue was ${pounds(sum)}. ${hasBefore ? beforeWords : 'Nothing to compare with.'}`}
      figures={{
        heads: ['Month', year, ...(hasBefore ? [`${Number(year) - 1}`] : []), 'Booked'],
        rows: months.map(({ month, pence, beforePence, bookedPence }) => [
          monthAndYear(`${month}-01`),
          pounds(pence),
          ...(hasBefore ? [pounds(beforePence ?? 0)] : []),
          bookedPence ? pounds(bookedPence) : '',
        ]),
      }}
      {...(isEmpty && {
        empty: `Nothing was charged in ${year} or the year before. What you record and price shows here, month by month.`,
      })}
    >
      <Columns months={months} today={today} />
      <Legend months={months} year={year} hasBefore={hasBefore} />
    </ChartCard>
  )
}

function Columns({ months, today }: Props) {
  const step = stepFor(Math.max(...months.map(({ pence, beforePence, bookedPence }) => Math.max(pence + bookedPence, beforePence ?? 0))))
  const top = step * 4
  const now = today.slice(0, 7)
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 pt-6">
      <div className="relative text-14 text-ink-2" style={{ height: HEIGHT }}>
        {/* The widest figure sets the column's width; the others are placed at their lines. */}
        <span className="invisible">{axisWords(top)}</span>
        {[0, 1, 2, 3, 4].map((line) => (
          <span key={line} className="absolute right-0 translate-y-1/2 leading-none" style={{ bottom: (line / 4) * HEIGHT }}>
            {axisWords(line * step)}
          </span>
        ))}
      </div>
      <div className="relative" style={{ height: HEIGHT }}>
        {[0, 1, 2, 3, 4].map((line) => (
          <span key={line} className="absolute inset-x-0 border-t border-line" style={{ bottom: (line / 4) * HEIGHT }} />
        ))}
        <div className="absolute inset-0 grid grid-cols-12 gap-1 lg:gap-3">
          {months.map((month) => (
            <Column key={month.month} {...month} top={top} isNow={month.month === now} />
          ))}
        </div>
      </div>
      <span />
      <div className="grid grid-cols-12 gap-1 pt-1.5 text-center text-14 whitespace-nowrap text-ink-2 lg:gap-3">
        {months.map(({ month }) => (
          <span key={month} className={cx(month === now && 'font-bold text-ink')}>
            <span className="sm:hidden">{monthAndYear(`${month}-01`).slice(0, 1)}</span>
            <span className="max-sm:hidden">{monthAndYear(`${month}-01`).slice(0, 3)}</span>
          </span>
        ))}
      </div>
    </div>
  )
}

function Column({ pence, beforePence, bookedPence, top, isNow }: Months[number] & { top: number; isNow: boolean }) {
  const high = (of: number) => (Math.max(0, of) / top) * HEIGHT
  return (
    <div className="relative">
      {bookedPence > 0 && (
        <span
          className={cx('absolute inset-x-0 rounded-t-[4px] border-2 border-b-0 border-dashed', isNow ? 'border-ember' : 'border-control')}
          style={{ bottom: high(pence), height: Math.max(3, high(bookedPence)) }}
        />
      )}
      {pence > 0 && (
        <span
          className={cx('absolute inset-x-0 bottom-0 rounded-t-[4px]', isNow ? 'bg-ember' : 'bg-bar')}
          style={{ height: Math.max(2, high(pence)) }}
        />
      )}
      {beforePence !== null && beforePence > 0 && (
        <span className="absolute -inset-x-0.5 border-t-2 border-ink" style={{ bottom: high(beforePence) - 1 }} />
      )}
      {isNow && pence > 0 && (
        <b
          className="absolute left-1/2 -translate-x-1/2 bg-surface px-0.5 text-14 whitespace-nowrap"
          style={{ bottom: high(pence + bookedPence) + 4 }}
        >
          {pounds(Math.round(pence / 100) * 100)}
        </b>
      )}
    </div>
  )
}

const Legend = ({ months, year, hasBefore }: { months: Months; year: string; hasBefore: boolean }) => (
  <ul className="flex flex-wrap gap-x-5 gap-y-1 pt-3 text-14 text-ink-2">
    <li className="flex items-center gap-2">
      <span className="size-3.5 rounded-[3px] bg-bar" />
      {year}
    </li>
    {months.some(({ beforePence }) => (beforePence ?? 0) > 0) && (
      <li className="flex items-center gap-2">
        <span className="w-4 border-t-2 border-ink" />
        {Number(year) - 1}
      </li>
    )}
    {!hasBefore && <li>Nothing to compare with</li>}
    {months.some(({ bookedPence }) => bookedPence > 0) && (
      <li className="flex items-center gap-2">
        <span className="size-3.5 rounded-[3px] border-2 border-dashed border-control" />
        Booked, at today’s prices
      </li>
    )}
  </ul>
)

/** A round step, four of which exceed the greatest value: 1, 2, 2.5 or 5 times a power of ten, in pence. */
function stepFor(greatest: number): number {
  const least = Math.max(1000, greatest / 4)
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 2.5, 5, 10].find((times) => times * power >= least) ?? 10) * power
}

const axisWords = (pence: number): string =>
  pence >= 100_000 ? `£${(pence / 100_000).toLocaleString('en-GB', { maximumFractionDigits: 1 })}k` : pounds(Math.round(pence))
