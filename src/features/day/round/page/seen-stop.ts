import type { ArrivalRange, PublicStop } from '#features/day/round/contract.ts'

type Span = Pick<ArrivalRange, 'from' | 'to'>

/** What this phone last showed of a stop, and what has changed since it showed something else. */
export type SeenStop = {
  /** The last range there was; it is remembered even when it is no longer given. */
  range: Span | null
  was: Span | null
  /** Why it changed, in a sentence. */
  news: string | null
  callNumber: number
  totalStops: number
  /** The place in the round is the one shown before. */
  hasKeptPlace: boolean
}

const WHY = {
  late: null, // already shown above, in the farrier's words
  slower: 'The stops before yours are taking longer.',
  order: 'Another stop was done first.',
  faster: 'The round is running early.',
  caught_up: 'The round has caught up.',
} as const

/** What to show of a stop now, after `before` was shown. A range that only narrows is no news. */
export function hear(before: SeenStop | null, stop: PublicStop): SeenStop {
  const { arrivalRange: range, callNumber, totalStops } = stop
  const place = { callNumber, totalStops, hasKeptPlace: before?.callNumber === callNumber }
  const why = range?.why ? WHY[range.why] : null
  if (!before) return { range, was: range?.was ?? null, news: why, ...place }
  const moved = placeNews(before, stop)
  if (!range) return { range: before.range, was: null, news: moved, ...place }
  if (!before.range) return { range, was: range.was, news: moved ?? why, ...place }
  if (isSame(range, before.range)) return { ...before, ...place, news: moved ?? before.news }
  if (isWithin(range, before.range)) return { range, was: null, news: moved, ...place }
  return { range, was: before.range, news: moved ?? why, ...place }
}

function placeNews(before: SeenStop, { callNumber, totalStops }: PublicStop): string | null {
  if (callNumber === before.callNumber) return null
  if (totalStops > before.totalStops && callNumber > before.callNumber) return 'A stop was added before yours.'
  if (totalStops < before.totalStops && callNumber < before.callNumber) return 'A stop before yours is off.'
  return 'The order of the round has changed.'
}

const isSame = (a: Span, b: Span) => a.from === b.from && a.to === b.to
const isWithin = (inner: Span, outer: Span) => inner.from >= outer.from && inner.to <= outer.to

const KEY = 'queue/told'
type SeenById = Record<string, SeenStop>

/** What this phone showed on the last visit to the page; nothing where it may not remember. */
export function recall(): SeenById {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as SeenById
  } catch {
    return {}
  }
}

/** Remembers what is shown now; other stops are forgotten. */
export function remember(seen: SeenById) {
  try {
    localStorage.setItem(KEY, JSON.stringify(seen))
  } catch {
    // A phone that keeps nothing starts from scratch each time.
  }
}
