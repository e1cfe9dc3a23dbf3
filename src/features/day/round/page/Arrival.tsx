import type { PublicStop } from '#features/day/round/contract.ts'
import { wallTime } from '#features/day/round/page/clock.ts'
import type { SeenStop } from '#features/day/round/page/seen-stop.ts'

type Props = { stop: PublicStop; seen: SeenStop; asAt: string; zone: string }

/** The answer an owner came for: between when and when, what that was before and why, and how old it is. */
export const Arrival = ({ stop, seen, asAt, zone }: Props) => (
  <div className="mb-1 border-b border-line pb-3">
    <div aria-live="polite">
      <Answer stop={stop} seen={seen} asAt={asAt} zone={zone} />
    </div>
    <p className="text-14 text-ink-2">
      {seen.was && stop.arrivalRange && `was ${between(seen.was, zone, 'to')}, `}as at {wallTime(asAt, zone)}
    </p>
    {seen.news && !stop.isCallComplete && <p className="text-14">{seen.news}</p>}
  </div>
)

function Answer({ stop, seen, asAt, zone }: Props) {
  const { arrivalRange: range } = stop
  if (stop.isSkipped) return <p className="mb-0.5">Not done today. Your farrier will be in touch about another day.</p>
  if (stop.isCallComplete) return null
  if (!range) return <p className="mb-0.5">{withoutRange(stop, asAt, zone)}</p>
  if (stop.stopsBefore === 0 && asAt > range.to) return <p className="text-30 font-bold tracking-tight">Any time now</p>
  return (
    <>
      <p className="text-ink-2">{seen.was ? 'Now likely between' : 'Likely between'}</p>
      <p className="text-30 font-bold tracking-tight tabular-nums">{between(range, zone, 'and')}</p>
    </>
  )
}

/** What is true while no time is estimated: a booked time holds until it is past. */
function withoutRange({ note, startTime }: PublicStop, asAt: string, zone: string): string {
  if (note?.state === 'paused') return 'You’ll see a new time when the round starts again.'
  if (note?.state === 'finished') return 'Your visit isn’t marked as done.'
  if (startTime && asAt < startTime) return `Booked for ${wallTime(startTime, zone)}`
  return 'It may be too late for today. Ask your farrier.'
}

const between = ({ from, to }: { from: string; to: string }, zone: string, word: 'and' | 'to') =>
  `${wallTime(from, zone)} ${word} ${wallTime(to, zone)}`
