import type { ReactNode } from 'react'
import type { RoundDay, RoundStop } from '#features/day/round/round-day.ts'
import { type HoleState, Track } from '#ui/Track.tsx'

/**
 * The forge bar of a round: the date, and the day as a bar punched with holes, with its progress in words (Spec §2 Public stop queue,
 * non-public mode). On a phone it reaches the edges, and the current stop overlaps its foot.
 */
export const RoundHead = ({ title, round }: { title: ReactNode; round: RoundDay }) => (
  <div className="grid gap-2 overflow-hidden bg-forge px-4 pt-3 pb-9 text-on-forge max-md:-mx-3 max-md:-mt-4 md:rounded-t-lg">
    {title}
    {round.stops.length > 0 && <Progress round={round} />}
  </div>
)

function Progress({ round }: { round: RoundDay }) {
  const { completed, total, remaining, percent } = round.progress
  const left = remaining === 0 ? 'All stops completed' : `${remaining} ${remaining === 1 ? 'stop' : 'stops'} remaining`
  return (
    <section aria-labelledby="route-progress" className="grid gap-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span id="route-progress">Route Progress</span>
        <b className="tabular-nums">{`${completed} of ${total}`}</b>
      </p>
      <Track onForge stops={round.stops.map((stop) => holeOf(stop, round))} label={inWords(round)} />
      <p aria-live="polite" className="flex flex-wrap justify-between gap-x-3 text-14 text-on-forge-2">
        <span className="tabular-nums">{`${percent}% complete`}</span>
        <span>{left}</span>
      </p>
    </section>
  )
}

/** A stop whose horses were all left undone is skipped, not done. */
export function holeOf(stop: RoundStop, { next }: RoundDay): HoleState {
  if (!stop.visit.isCallComplete) return stop === next ? 'now' : 'to-come'
  const isLeft = stop.horses.length > 0 && stop.horses.every(({ line }) => line.outcome === 'not_done')
  return isLeft ? 'skipped' : 'done'
}

const inWords = ({ progress, next }: RoundDay) =>
  `${progress.completed} of ${progress.total} stops done${next ? `, now at stop ${next.number}` : ''}`
