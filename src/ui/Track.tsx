import { Check } from 'lucide-react'
import { Fragment } from 'react'
import { cx } from '#ui/cx.ts'

export type HoleState = 'done' | 'now' | 'to-come' | 'skipped'
type HoleProps = { state: HoleState; number: number; onForge?: boolean; className?: string }

const HOLE: Record<HoleState, string> = {
  done: 'border-ok bg-ok text-on-ok',
  now: 'border-ember bg-ember text-on-ember shadow-[0_0_0_4px_var(--ember-tint)]',
  'to-come': 'border-line-2 bg-surface text-ink',
  skipped: 'border-dashed border-line-2 bg-surface text-ink-2',
}
const HOLE_ON_FORGE: Record<HoleState, string> = {
  done: 'border-forge-done bg-forge-done text-on-forge-done',
  now: 'border-forge-now bg-forge-now text-on-forge-now shadow-[0_0_0_4px_rgb(232_84_26/0.32)]',
  'to-come': 'border-on-forge-2 bg-transparent text-on-forge',
  skipped: 'border-dashed border-on-forge-2 bg-transparent text-on-forge-2',
}

/** One punched hole: filled with a tick (done), ember (now), hollow (to come), dashed (skipped). State it in words next to it. */
export const Hole = ({ state, number, onForge = false, className }: HoleProps) => (
  <span
    aria-hidden
    className={cx(
      'grid size-8 shrink-0 place-items-center rounded-full border-2 text-14 font-bold tabular-nums transition-colors',
      (onForge ? HOLE_ON_FORGE : HOLE)[state],
      className,
    )}
  >
    {state === 'done' ? <Check size={16} strokeWidth={2.5} /> : number}
  </span>
)

type TrackProps = { stops: readonly HoleState[]; label: string; onForge?: boolean }

const HOLES_IN_A_ROW = 8

/** The day as a bar punched with holes. Past eight stops it becomes a plain bar, so that it never scrolls a phone sideways. */
export function Track({ stops, label, onForge = false }: TrackProps) {
  if (stops.length > HOLES_IN_A_ROW) return <PlainTrack stops={stops} label={label} onForge={onForge} />
  return (
    <div role="img" aria-label={label} className="flex items-center">
      {stops.map((state, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stop is its place in the day here
        <Fragment key={index}>
          {index > 0 && <span className={cx('h-[3px] flex-1', lineColour(stops[index - 1] === 'done', onForge))} />}
          <Hole state={state} number={index + 1} onForge={onForge} />
        </Fragment>
      ))}
    </div>
  )
}

const lineColour = (isDone: boolean, onForge: boolean) =>
  onForge ? (isDone ? 'bg-forge-done' : 'bg-forge-line') : isDone ? 'bg-ok' : 'bg-line-2'

const SEGMENT: Record<HoleState, [plain: string, onForge: string]> = {
  done: ['bg-ok', 'bg-forge-done'],
  now: ['bg-ember', 'bg-forge-now'],
  'to-come': ['bg-line-2', 'bg-forge-line'],
  skipped: ['border-2 border-dashed border-line-2', 'border-2 border-dashed border-on-forge-2'],
}

const PlainTrack = ({ stops, label, onForge }: Required<TrackProps>) => (
  <div role="img" aria-label={label} className="flex items-center gap-1">
    {stops.map((state, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a stop is its place in the day here
      <span key={index} className={cx('h-3 flex-1 rounded-full', SEGMENT[state][onForge ? 1 : 0])} />
    ))}
  </div>
)
