import { Check, CircleAlert, Clock, FastForward } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ReportCharts } from '#features/office/reports/contract.ts'
import { daysInWords, percentOf } from '#features/office/reports/rules.ts'
import { Bars, Slices } from '#features/office/reports/web/Bars.tsx'
import { ChartCard } from '#features/office/reports/web/ChartCard.tsx'
import { RevenueChart } from '#features/office/reports/web/RevenueChart.tsx'
import { type Day, dayAndYear, monthAndYear } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'

const MOST_BARS = 6

/** The charts of a range (Spec §2 Reports), each with its table. */
export const ChartsPanel = ({ charts, today }: { charts: ReportCharts; today: Day }) => (
  <div className="grid gap-3.5 lg:grid-cols-2">
    {charts.months && (
      <div className="lg:col-span-2">
        <RevenueChart months={charts.months} today={today} />
      </div>
    )}
    <WorkChart charts={charts} />
    <CycleChart charts={charts} />
    <VisitsChart charts={charts} />
    {charts.debtors && <DebtorsChart debtors={charts.debtors} />}
    {charts.farriers && charts.farriers.length > 1 && <FarriersChart charts={charts} farriers={charts.farriers} />}
  </div>
)

type Props = { charts: ReportCharts }
const whole = (pence: number) => pounds(Math.round(pence / 100) * 100)

function WorkChart({ charts }: Props) {
  const { work } = charts
  const isPriced = work.some(({ pence }) => pence)
  const [first] = work
  const [shown, rest] = work.length > MOST_BARS ? [work.slice(0, MOST_BARS - 1), work.slice(MOST_BARS - 1)] : [work, []]
  const bars = rest.length > 0 ? [...shown, { label: OTHERS, ...sumsOf(rest) }] : shown
  return (
    <ChartCard
      title="Work by type"
      aside={daysInWords(charts)}
      words={first ? `${first.label} comes first, with ${isPriced ? pounds(first.pence ?? 0) : first.count}.` : ''}
      figures={{
        heads: ['Work', 'Number', ...(isPriced ? ['Before VAT'] : [])],
        rows: [...work, { label: 'All', ...sumsOf(work) }].map(({ label, count, pence }) => [
          label,
          count.toLocaleString('en-GB'),
          ...(isPriced ? [pounds(pence ?? 0)] : []),
        ]),
      }}
      empty={work.length === 0 ? 'No work between these dates.' : undefined}
    >
      <Bars
        bars={bars.map(({ label, count, pence }) => ({
          label,
          value: isPriced ? (pence ?? 0) : count,
          words: isPriced ? whole(pence ?? 0) : count.toLocaleString('en-GB'),
        }))}
      />
    </ChartCard>
  )
}

const OTHERS = 'All others'
const sumsOf = (rows: ReportCharts['work']) => ({
  count: rows.reduce((sum, { count }) => sum + count, 0),
  pence: rows.reduce((sum, { pence }) => sum + (pence ?? 0), 0),
})

function CycleChart({ charts }: Props) {
  const { early, onTime, late, later, latest } = charts.cycle
  const all = early + onTime + late + later
  const share = (part: number) => `${percentOf(part, all) ?? 0}%`
  return (
    <ChartCard
      title="Cycle adherence"
      aside={daysInWords(charts)}
      words={`Of ${all} services due, ${share(onTime)} came within a week of their day, ${share(early)} earlier, ${share(late)} up to two weeks late, ${share(later)} later.`}
      figures={{
        heads: ['Horse', 'Done', 'Days late'],
        rows: [
          ['Over a week early', `${early}`, ''],
          ['On time, within a week', `${onTime}`, ''],
          ['Up to 2 weeks late', `${late}`, ''],
          ['Later than that', `${later}`, ''],
          ...latest.map(({ name, onDay, daysLate }) => [`${name}, ${dayAndYear(onDay)}`, '1', `${daysLate}`]),
        ],
      }}
      empty={all === 0 ? 'No horse with a cycle was done again between these dates.' : undefined}
    >
      <Slices
        slices={[
          { value: early, tone: 'early' },
          { value: onTime, tone: 'ok' },
          { value: late, tone: 'due' },
          { value: later, tone: 'bad' },
        ]}
      />
      <ul className="grid gap-0.5 pt-2 pb-1">
        <Part icon={<Check size={16} className="text-ok" />} label="On time, within a week" figure={share(onTime)} />
        <Part icon={<FastForward size={16} className="text-ink-2" />} label="Over a week early" figure={share(early)} />
        <Part icon={<Clock size={16} className="text-due-ink" />} label="Up to 2 weeks late" figure={share(late)} />
        <Part icon={<CircleAlert size={16} className="text-flag" />} label="Later than that" figure={share(later)} />
      </ul>
      {latest.length > 0 && (
        <p className="pb-1 text-14 text-ink-2">{`Latest: ${latest
          .slice(0, 3)
          .map(({ name }) => name)
          .join(', ')}.`}</p>
      )}
    </ChartCard>
  )
}

const Part = ({ icon, label, figure }: { icon: ReactNode; label: string; figure: string }) => (
  <li className="flex items-center gap-2">
    {icon}
    <span>{label}</span>
    <b className="ml-auto tabular-nums">{figure}</b>
  </li>
)

function VisitsChart({ charts }: Props) {
  const { visits } = charts
  const sum = (key: 'done' | 'cancelled' | 'noShow') => visits.reduce((all, month) => all + month[key], 0)
  const [done, cancelled, noShow] = [sum('done'), sum('cancelled'), sum('noShow')]
  const all = done + cancelled + noShow
  const words = (count: number) => `${count.toLocaleString('en-GB')} (${percentOf(count, all) ?? 0}%)`
  return (
    <ChartCard
      title="No-shows"
      aside={daysInWords(charts)}
      words={`Of ${all} visits, ${done} were done, ${cancelled} cancelled, and at ${noShow} nobody was there.`}
      figures={{
        heads: ['Month', 'Done', 'Cancelled', 'No-shows'],
        rows: visits.map((one) => [monthAndYear(`${one.month}-01`), `${one.done}`, `${one.cancelled}`, `${one.noShow}`]),
      }}
      empty={all === 0 ? 'No visit between these dates was done, cancelled or missed.' : undefined}
    >
      <Slices
        slices={[
          { value: done, tone: 'ok' },
          { value: cancelled, tone: 'due' },
          { value: noShow, tone: 'bad' },
        ]}
      />
      <ul className="grid gap-0.5 pt-2 pb-1">
        <Part icon={<Check size={16} className="text-ok" />} label="Done" figure={words(done)} />
        <Part icon={<Clock size={16} className="text-due-ink" />} label="Cancelled" figure={words(cancelled)} />
        <Part icon={<CircleAlert size={16} className="text-flag" />} label="No-shows" figure={words(noShow)} />
      </ul>
    </ChartCard>
  )
}

function DebtorsChart({ debtors }: { debtors: NonNullable<ReportCharts['debtors']> }) {
  const owed = debtors.reduce((all, { pence }) => all + pence, 0)
  return (
    <ChartCard
      title="Debtor ages"
      aside="Today, since due"
      words={`${pounds(owed)} is owed, ${debtors.map(({ label, pence }) => `${pounds(pence)} ${label}`).join(', ')}.`}
      figures={{
        heads: ['Since due', 'Invoices', 'Owed'],
        rows: debtors.map(({ label, invoices, pence }) => [label, `${invoices}`, pounds(pence)]),
      }}
      empty={owed === 0 ? 'Nobody owes you anything.' : undefined}
    >
      <Bars bars={debtors.map(({ label, pence }) => ({ label, value: pence, words: whole(pence) }))} />
    </ChartCard>
  )
}

function FarriersChart({ charts, farriers }: Props & { farriers: NonNullable<ReportCharts['farriers']> }) {
  const most = farriers.toSorted((a, b) => b.horses - a.horses)
  const hasMoney = most.some(({ pence }) => pence !== null)
  return (
    <ChartCard
      title="Team"
      aside={daysInWords(charts)}
      words={most.map(({ name, horses, stops }) => `${name}: ${horses} horses at ${stops} stops`).join('; ')}
      figures={{
        heads: ['Farrier', 'Stops', 'Horses', ...(hasMoney ? ['Before VAT'] : [])],
        rows: most.map(({ name, stops, horses, pence }) => [name, `${stops}`, `${horses}`, ...(hasMoney ? [pounds(pence ?? 0)] : [])]),
      }}
    >
      <Bars
        bars={most.map(({ name, horses }) => ({ label: name, value: horses, words: `${horses} ${horses === 1 ? 'horse' : 'horses'}` }))}
      />
    </ChartCard>
  )
}
