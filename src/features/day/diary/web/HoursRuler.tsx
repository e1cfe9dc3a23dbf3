import { type CSSProperties, type ReactNode, useSyncExternalStore } from 'react'
import type { Span } from '#features/day/diary/hours.ts'
import { useDiaryOwner } from '#features/visits/appointments/web/use-working-life.ts'
import { currentMs } from '#lib/clock.ts'
import { clockOf, minutesOf, timeOf } from '#lib/dates.ts'

/** Height of a minute: the usual day fits a screen, and a quarter of an hour is felt under the finger. */
export const MINUTE_PX = 1.2
const LOOK_EVERY_MS = 20_000

/** The position of a stretch of the day on a ruler that shows `hours`; parts outside them are cut off. */
export function placeOn(hours: Span, { from, to }: Span): CSSProperties {
  const [first, last] = [Math.max(from, hours.from), Math.min(to, hours.to)]
  return { top: (first - hours.from) * MINUTE_PX, height: Math.max(0, last - first) * MINUTE_PX }
}

type Props = { hours: Span; working: Span | null; isToday: boolean; children: ReactNode }

/** The hours down the side and their lines, hours off shaded, and the current time. */
export function HoursRuler({ hours, working, isToday, children }: Props) {
  const marks = Array.from({ length: (hours.to - hours.from) / 60 }, (_, at) => hours.from + at * 60)
  return (
    <div className="flex pt-3 pb-2">
      <div aria-hidden className="relative w-[52px] shrink-0 text-13 text-ink-2 tabular-nums">
        {marks.map((at) => (
          <span key={at} className="absolute right-2 -translate-y-1/2" style={{ top: placeOn(hours, { from: at, to: at }).top }}>
            {clockOf(at)}
          </span>
        ))}
      </div>
      <div className="relative min-w-0 flex-1 border-b border-l border-line bg-sunken" style={{ height: placeOn(hours, hours).height }}>
        {working && <div aria-hidden className="absolute inset-x-0 bg-surface" style={placeOn(hours, working)} />}
        {marks.map((at) => (
          <div key={at} aria-hidden className="absolute inset-x-0 border-t border-line" style={placeOn(hours, { from: at, to: at })} />
        ))}
        {children}
        {isToday && <NowLine hours={hours} />}
      </div>
    </div>
  )
}

function NowLine({ hours }: { hours: Span }) {
  const { zone } = useDiaryOwner()
  const now = minutesOf(useSyncExternalStore(everyMinute, () => timeOf(currentMs(), zone)))
  if (now < hours.from || now > hours.to) return null
  return (
    <div
      className="pointer-events-none absolute inset-x-0 z-10 border-t-2 border-ember"
      style={{ top: placeOn(hours, { from: now, to: now }).top }}
    >
      <span className="absolute -top-2.5 -left-[51px] w-[46px] rounded-sm bg-ember py-px text-center text-13/4 font-bold text-on-ember tabular-nums">
        <span className="sr-only">Now </span>
        {clockOf(now)}
      </span>
    </div>
  )
}

function everyMinute(changed: () => void): () => void {
  const timer = setInterval(changed, LOOK_EVERY_MS)
  return () => clearInterval(timer)
}
