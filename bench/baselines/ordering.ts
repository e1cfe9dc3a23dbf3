import type { LatLng } from '#lib/position.ts'

const LONGEST_MOVED = 3

/**
 * The textbook algorithm: 2-opt and Or-opt from the given order. It sums the whole way for every change, and ignores times, halves
 * of a day and fixed stops.
 */
export function bareOrder(places: readonly LatLng[]): number[] {
  const km = places.map((a) => places.map((b) => Math.hypot((a.lat - b.lat) * 111, (a.lng - b.lng) * 68)))
  const lengthOf = (order: readonly number[]) => {
    let sum = 0
    for (let i = 1; i < order.length; i++) sum += km[order[i - 1] ?? 0]?.[order[i] ?? 0] ?? 0
    return sum
  }
  let best = places.map((_, index) => index)
  let length = lengthOf(best)
  const take = (changed: number[]) => {
    const changedLength = lengthOf(changed)
    if (changedLength >= length - 1e-9) return false
    best = changed
    length = changedLength
    return true
  }
  while (turns(best, take) || moves(best, take)) {}
  return best
}

type Take = (changed: number[]) => boolean

function turns(order: number[], take: Take): boolean {
  for (let i = 0; i < order.length - 1; i++) {
    for (let j = i + 1; j < order.length; j++) {
      if (take([...order.slice(0, i), ...order.slice(i, j + 1).reverse(), ...order.slice(j + 1)])) return true
    }
  }
  return false
}

function moves(order: number[], take: Take): boolean {
  for (let size = 1; size <= LONGEST_MOVED; size++) {
    for (let from = 0; from + size <= order.length; from++) {
      const rest = order.toSpliced(from, size)
      for (let to = 0; to <= rest.length; to++)
        if (to !== from && take(rest.toSpliced(to, 0, ...order.slice(from, from + size)))) return true
    }
  }
  return false
}
