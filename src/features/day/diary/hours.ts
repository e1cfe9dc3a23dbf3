import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { clockOf, minutesOf, type WallTime } from '#lib/dates.ts'

/** A stretch of a day, in minutes since midnight. */
export type Span = { from: number; to: number }

const DAY_MINUTES = 24 * 60
/** A visit is drawn at least this long, so that its words have room; a visit that starts within it is drawn next to it. */
const SHORTEST_MINUTES = 30
/** The hours that the day shows by default. */
const USUAL_HOURS: Span = { from: 8 * 60, to: 18 * 60 }
/** A dragged visit snaps to steps of this length. */
export const SNAP_MINUTES = 15

/** The stretch of its day a visit takes on the clock; one past midnight ends with the day. */
export function spanOf(visit: Pick<VisitRow, 'localStart' | 'localEnd'>): Span {
  const [from, end] = [minutesOf(visit.localStart), minutesOf(visit.localEnd)]
  return { from, to: end < from ? DAY_MINUTES : end }
}

/** The stretch as it is drawn. */
export const drawnSpan = ({ from, to }: Span): Span => ({ from, to: Math.max(to, from + SHORTEST_MINUTES) })

/** Whole hours that hold everything, and the usual day. */
export function hoursFor(spans: readonly Span[]): Span {
  const from = Math.min(USUAL_HOURS.from, ...spans.map((span) => span.from))
  const to = Math.max(USUAL_HOURS.to, ...spans.map((span) => drawnSpan(span).to))
  return { from: Math.floor(from / 60) * 60, to: Math.min(DAY_MINUTES, Math.ceil(to / 60) * 60) }
}

/** The column of a visit, and the number of columns. */
export type Column = { column: number; columns: number }

/**
 * Columns for visits that overlap, so that none covers another: each takes the first that is free, and all that hang together are equally
 * wide. In the order of `spans`.
 */
export function sideBySide(spans: readonly Span[]): Column[] {
  const placed = spans.map((): Column => ({ column: 0, columns: 1 }))
  const order = spans.map((span, at) => ({ ...drawnSpan(span), at })).sort((a, b) => a.from - b.from || b.to - a.to || a.at - b.at)
  let group: number[] = []
  let ends: number[] = []
  const close = () => {
    for (const at of group) placed[at] = { column: placed[at]?.column ?? 0, columns: ends.length }
    group = []
    ends = []
  }
  for (const { from, to, at } of order) {
    if (ends.every((end) => end <= from)) close()
    const free = ends.findIndex((end) => end <= from)
    const column = free < 0 ? ends.length : free
    ends[column] = to
    placed[at] = { column, columns: 1 }
    group.push(at)
  }
  close()
  return placed
}

/** Where a visit that began at `from` starts when it is dragged by `minutes`: on a quarter of an hour, and all of it within the day. */
export function snappedStart({ from, to }: Span, minutes: number): WallTime {
  const latest = DAY_MINUTES - Math.max(SNAP_MINUTES, to - from)
  const start = Math.round((from + minutes) / SNAP_MINUTES) * SNAP_MINUTES
  return clockOf(minutes === 0 ? from : Math.max(0, Math.min(start, latest)))
}
