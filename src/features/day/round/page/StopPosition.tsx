import type { PublicStop } from '#features/day/round/contract.ts'
import { Arrival } from '#features/day/round/page/Arrival.tsx'
import { wallTime } from '#features/day/round/page/clock.ts'
import { Road } from '#features/day/round/page/Road.tsx'
import type { SeenStop } from '#features/day/round/page/seen-stop.ts'
import { Sign } from '#features/day/round/page/signs.tsx'
import { progressTo, stopMessage } from '#features/day/round/words.ts'
import { Badge } from '#ui/Badge.tsx'

/** One stop of the owner's: where they are in the round, and how far it is. Spec §2 Public stop queue, public mode. */
export function StopPosition({ stop, seen, asAt, zone }: { stop: PublicStop; seen: SeenStop; asAt: string; zone: string }) {
  const percent = progressTo(stop)
  return (
    <article className="grid gap-2 border-line px-4 pt-1 pb-4 not-first:border-t not-first:pt-3.5">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 className="min-w-0 flex-1 text-16 font-normal text-ink-2">{stop.title || 'Your visit'}</h3>
        <StopStatus stop={stop} />
      </div>
      <Arrival stop={stop} seen={seen} asAt={asAt} zone={zone} />
      <div className="mt-0.5 flex items-center gap-3.5">
        <span
          aria-hidden
          className={`grid size-15 shrink-0 place-items-center rounded-full border-5 text-30 font-bold tracking-tight ${
            stop.isCallComplete ? 'border-ok' : 'border-ember'
          }`}
        >
          {stop.callNumber}
        </span>
        <div>
          <p className="text-24 font-bold tracking-tight">You are stop #{stop.callNumber}</p>
          <p className="text-ink-2">Currently at stop #{stop.currentCallNumber}</p>
        </div>
      </div>
      <Road stop={stop} />
      <p className="flex items-baseline justify-between gap-3">
        <b aria-live="polite">{stopMessage(stop)}</b>
        <span className="font-medium tabular-nums">{percent}%</span>
      </p>
      <Bar percent={percent} isDone={stop.isCallComplete} />
      <Facts stop={stop} zone={zone} />
    </article>
  )
}

function StopStatus({ stop: { isCallComplete, isSkipped } }: { stop: PublicStop }) {
  if (isSkipped) return <Badge>Skipped</Badge>
  return (
    <Badge tone={isCallComplete ? 'ok' : 'due'}>
      <Sign of={isCallComplete ? 'check' : 'hourglass'} size={15} strokeWidth={2.5} />
      {isCallComplete ? 'Complete' : 'Pending'}
    </Badge>
  )
}

/* A drawing, because the policy of this page refuses styles written into the markup. */
const Bar = ({ percent, isDone }: { percent: number; isDone: boolean }) => (
  <svg
    role="progressbar"
    aria-label="Progress to your stop"
    aria-valuenow={percent}
    aria-valuemin={0}
    aria-valuemax={100}
    viewBox="0 0 100 10"
    preserveAspectRatio="none"
    className="h-2.5 w-full overflow-hidden rounded-full bg-sunken shadow-[inset_0_0_0_1px_var(--line-2)]"
  >
    <rect width={percent} height="10" className={isDone ? 'fill-ok' : 'fill-ember'} />
  </svg>
)

const Facts = ({ stop, zone }: { stop: PublicStop; zone: string }) => (
  <ul className="mt-1.5 grid gap-2 border-t border-line pt-2.5 text-ink-2">
    <Fact name={`Scheduled for: ${stop.callPeriod}`} value={stop.startTime ? wallTime(stop.startTime, zone) : '(Stop only)'} />
    <Fact name="Total stops today" value={stop.totalStops} />
    <Fact name="Completed stops" value={stop.completedStops} />
  </ul>
)

const Fact = ({ name, value }: { name: string; value: string | number }) => (
  <li className="flex justify-between gap-3">
    <span>{name}</span>
    <b className="text-ink tabular-nums">{value}</b>
  </li>
)
