import { CircleCheck, type LucideIcon, Minus, ReceiptPoundSterling, TrendingDown, TrendingUp } from 'lucide-react'
import type { ComponentType } from 'react'
import type { QuickStats, ReportRange } from '#features/office/reports/contract.ts'
import { changeInWords, daysInWords, percentOf } from '#features/office/reports/rules.ts'
import { pounds } from '#lib/money.ts'
import { HorseshoeIcon } from '#ui/icons.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

type Icon = LucideIcon | ComponentType<{ size?: number; 'aria-hidden'?: boolean; className?: string }>

const WHEN: Readonly<Record<ReportRange, string>> = {
  'this-month': 'this month',
  'last-30-days': 'in 30 days',
  'this-year': 'this year',
  custom: 'between these dates',
}

/** Spec §2 Reports, Quick Stats. */
export function QuickStatsPanel({ stats, range }: { stats: QuickStats | undefined; range: ReportRange }) {
  return (
    <section aria-label="Quick Stats" className="grid grid-cols-2 gap-2.5 md:gap-3 lg:grid-cols-4">
      {stats ? (
        <KnownStats stats={stats} range={range} />
      ) : (
        [1, 2, 3, 4].map((key) => <Skeleton key={key} className="h-[88px] rounded-lg" />)
      )}
    </section>
  )
}

function KnownStats({ stats, range }: { stats: QuickStats; range: ReportRange }) {
  const { revenuePence, revenueBeforePence, horsesSeen, stops, horsesAtStops, onTime, wereDue, owedPence, owedOver30Pence } = stats
  const change = revenuePence !== null && revenueBeforePence !== null ? changeInWords(revenuePence, revenueBeforePence) : undefined
  const percent = percentOf(onTime, wereDue)
  return (
    <>
      {revenuePence !== null && (
        <Stat
          label={`Revenue ${WHEN[range]}`}
          value={whole(revenuePence)}
          icon={change ? (change.startsWith('down') ? TrendingDown : TrendingUp) : Minus}
          detail={change ? `${change} on last year` : range === 'custom' ? daysInWords(stats) : 'Nothing to compare with'}
        />
      )}
      <Stat
        label="Horses seen"
        value={horsesSeen.toLocaleString('en-GB')}
        icon={HorseshoeIcon}
        detail={stops > 0 ? `${(horsesAtStops / stops).toLocaleString('en-GB', { maximumFractionDigits: 1 })} a stop` : 'No stops yet'}
      />
      <Stat
        label="Seen on time"
        value={percent === null ? '–' : `${percent}%`}
        icon={CircleCheck}
        detail={percent === null ? 'None were due' : 'within a week of the due date'}
      />
      {owedPence !== null && (
        <Stat
          label="Owed to you"
          value={whole(owedPence)}
          icon={ReceiptPoundSterling}
          detail={owedOver30Pence ? `${whole(owedOver30Pence)} over 30 days` : owedPence ? 'none over 30 days' : 'Nobody owes you'}
        />
      )}
    </>
  )
}

/** Whole pounds: only lines show pence. */
const whole = (pence: number) => pounds(Math.round(pence / 100) * 100)

const Stat = ({ label, value, icon: Icon, detail }: { label: string; value: string; icon: Icon; detail: string }) => (
  <div className="grid min-w-0 content-start gap-px rounded-lg border border-line bg-surface px-3 py-2.5">
    <span className="text-14 text-ink-2">{label}</span>
    <b className="text-24 tracking-[-0.02em]">{value}</b>
    <span className="flex items-center gap-1.5 text-14 text-ink-2">
      <Icon size={16} aria-hidden className="shrink-0" />
      <span className="min-w-0">{detail}</span>
    </span>
  </div>
)
