import { useQuery } from '@tanstack/react-query'
import type { bookEndpoints, VatTurnover } from '#features/office/books/contract.ts'
import { type VatGauge, vatGauge } from '#features/office/books/vat-gauge.ts'
import { dayAndYear, monthAndYear } from '#lib/dates.ts'
import { pounds, poundsInFull } from '#lib/money.ts'
import { queryFor } from '#platform/web/queries.ts'
import { Card } from '#ui/Card.tsx'
import { cx } from '#ui/cx.ts'
import { Meter } from '#ui/Meter.tsx'
import { Note } from '#ui/Note.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

const MONTHS_SHOWN = 12

/** How close the VAT threshold is, by the last twelve months. */
export function VatCard() {
  const { data, isPending } = useQuery({
    ...queryFor<typeof bookEndpoints.vatTurnover>('GET /api/books/vat-turnover'),
    refetchOnMount: 'always',
  })
  if (isPending)
    return (
      <Card title="VAT">
        <SkeletonRows label="Adding up..." rows={2} />
      </Card>
    )
  // Offline, the figures next to it show that.
  return data ? <Gauge turnover={data} /> : null
}

function Gauge({ turnover }: { turnover: VatTurnover }) {
  const gauge = vatGauge(turnover)
  const { thresholdPence, isRegistered, months } = turnover
  const of = `${pounds(gauge.pence)} of ${pounds(thresholdPence)}`
  return (
    <Card title="VAT" padded>
      <p className="text-30 font-bold">{poundsInFull(gauge.pence)}</p>
      <p className="text-ink-2">taxable turnover in this month and the eleven before, by invoice date</p>
      {isRegistered ? (
        <Note className="mt-4">You're registered for VAT, so there's no threshold to watch.</Note>
      ) : (
        <div className="mt-4 grid gap-3">
          <Meter value={(gauge.pence / Math.max(1, thresholdPence)) * 100} label="Turnover against the VAT threshold" valueText={of} />
          <Words gauge={gauge} thresholdPence={thresholdPence} />
        </div>
      )}
      <Bars months={months.slice(-MONTHS_SHOWN)} />
    </Card>
  )
}

function Words({ gauge, thresholdPence }: { gauge: VatGauge; thresholdPence: number }) {
  const threshold = pounds(thresholdPence)
  const by = gauge.registerBy && gauge.chargeFrom && `${dayAndYear(gauge.registerBy)}, and charge VAT from ${dayAndYear(gauge.chargeFrom)}`
  if (gauge.passedIn)
    return (
      <Note tone="late">
        {`The twelve months to the end of ${monthAndYear(`${gauge.passedIn}-01`)} were over ${threshold}. You have to register by ${by}.`}
      </Note>
    )
  if (gauge.wouldPassIn)
    return (
      <Note tone="due">
        {`At the pace of the last three months you'd pass ${threshold} in ${monthAndYear(`${gauge.wouldPassIn}-01`)}, and have to register by ${by}.`}
      </Note>
    )
  return <p>{`Under ${threshold}, and at the pace of the last three months it will stay under for a year.`}</p>
}

/** Month by month; screen readers read the figures, the bars are for the eye. The current month glows. */
function Bars({ months }: { months: VatTurnover['months'] }) {
  const most = Math.max(1, ...months.map(({ pence }) => pence))
  return (
    <ol aria-label="Month by month" className="mt-5 flex items-end gap-1">
      {months.map(({ month, pence }, index) => (
        <li key={month} className="grid flex-1 gap-1 text-center text-14 text-ink-2">
          <span aria-hidden className="flex h-20 items-end">
            <span
              className={cx('w-full rounded-t-sm', index === months.length - 1 ? 'bg-ember' : 'bg-ink-2')}
              style={{ height: `${Math.max(2, (Math.max(0, pence) / most) * 100)}%` }}
            />
          </span>
          <span aria-hidden>{monthAndYear(`${month}-01`).slice(0, 1)}</span>
          <span className="sr-only">{`${monthAndYear(`${month}-01`)}: ${poundsInFull(pence)}`}</span>
        </li>
      ))}
    </ol>
  )
}
