import type { ReactNode } from 'react'
import type { RoundDay, RoundStop } from '#features/round/round-day.ts'
import { type HoleState, Track } from '#ui/Track.tsx'

/** The forge bar of a round: what it is, how much is done, and the day as a bar punched with holes. */
export const RoundHead = ({ title, round }: { title: ReactNode; round: RoundDay }) => (
  <div className="grid gap-3 bg-forge px-4 py-3 text-on-forge">
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      {title}
      <span className="text-14 text-on-forge-2">{`${round.progress.completed} of ${round.progress.total} done`}</span>
    </div>
    {round.stops.length > 0 && <Track onForge stops={round.stops.map((stop) => holeOf(stop, round))} label={inWords(round)} />}
  </div>
)

/** A stop whose horses were all left undone is skipped, not done. */
export function holeOf(stop: RoundStop, { next }: RoundDay): HoleState {
  if (!stop.visit.isCallComplete) return stop === next ? 'now' : 'to-come'
  const isLeft = stop.horses.length > 0 && stop.horses.every(({ line }) => line.outcome === 'not_done')
  return isLeft ? 'skipped' : 'done'
}

const inWords = ({ progress, next }: RoundDay) =>
  `${progress.completed} of ${progress.total} stops done${next ? `, now at stop ${next.number}` : ''}`
