/** Indexes in some order. */
export type Sequence = readonly number[]

/** Less than this is no difference. */
export const EPSILON = 1e-9
/** The longest stretch that Or-opt moves. */
const LONGEST_MOVED = 3

/** The allowed sequences, and their cost. */
type Search = { isAllowed: (sequence: Sequence) => boolean; cost: (sequence: Sequence) => number }

/** Makes one change after another for as long as any helps, each on the result of the last. */
export function improve(from: Sequence, search: Search): Sequence {
  const changes = changesFor(from.length)
  const best = from.slice()
  const changed = from.slice()
  let cost = search.cost(best)
  for (let fruitless = 0, next = 0; fruitless < changes.length; next = (next + 1) % changes.length) {
    changes[next]?.(best, changed)
    fruitless += 1
    if (!search.isAllowed(changed)) continue
    const changedCost = search.cost(changed)
    if (changedCost >= cost - EPSILON) continue
    for (let place = 0; place < best.length; place++) best[place] = changed[place] ?? 0
    cost = changedCost
    fruitless = 0
  }
  return best
}

/** Writes a changed sequence into `to`: thousands are tried, so no new array is made. */
type Change = (from: Sequence, to: number[]) => void

/** What may be done to a sequence of this length: 2-opt, then Or-opt with stretches of up to three, each way round. */
function changesFor(length: number): Change[] {
  const changes: Change[] = []
  for (let first = 0; first < length - 1; first++) for (let last = first + 1; last < length; last++) changes.push(turn(first, last))
  for (let size = 1; size <= LONGEST_MOVED; size++) {
    for (let first = 0; first + size <= length; first++) {
      for (let place = 0; place + size <= length; place++) {
        if (place === first) continue
        changes.push(move(first, size, place, false))
        if (size > 1) changes.push(move(first, size, place, true))
      }
    }
  }
  return changes
}

/** The stretch between two places the other way round. */
const turn =
  (first: number, last: number): Change =>
  (from, to) => {
    for (let place = 0; place < from.length; place++) to[place] = from[place < first || place > last ? place : first + last - place] ?? 0
  }

/** A stretch taken out and put in again so that it begins at `start`. */
const move =
  (first: number, size: number, start: number, isTurned: boolean): Change =>
  (from, to) => {
    let read = 0
    for (let place = 0; place < from.length; place++) {
      const inStretch = place - start
      if (inStretch >= 0 && inStretch < size) {
        to[place] = from[first + (isTurned ? size - 1 - inStretch : inStretch)] ?? 0
        continue
      }
      if (read === first) read += size
      to[place] = from[read++] ?? 0
    }
  }
