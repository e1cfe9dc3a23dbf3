import type { PublicStop } from '#features/day/round/contract.ts'

export type Marker = { number: number; look: 'done' | 'now' | 'to-come' | 'you'; x: number; y: number }

type Places = Pick<PublicStop, 'callNumber' | 'currentCallNumber' | 'totalStops' | 'completedStops' | 'isCallComplete'>

// Six places along the drawn road, and which of them fewer markers take.
const SLOTS = [
  [24, 137],
  [78, 128],
  [126, 76],
  [188, 97],
  [240, 104],
  [292, 49],
] as const
const SLOTS_FOR: Readonly<Record<number, readonly number[]>> = {
  1: [2],
  2: [2, 4],
  3: [0, 2, 4],
  4: [0, 2, 3, 4],
  5: [0, 1, 2, 3, 4],
  6: [0, 1, 2, 3, 4, 5],
}

/** The stops to draw: where the farrier is, where the owner is, and their neighbours, at most six, in the order of the round. */
export function markersOf(stop: Places): Marker[] {
  const { callNumber: mine, currentCallNumber: now, totalStops } = stop
  const wanted = [mine, now, mine - 1, now - 1, now + 1, mine + 1, now - 2, mine + 2]
  const numbers = [...new Set(wanted)].filter((number) => number >= 1 && number <= totalStops).slice(0, SLOTS.length)
  const slots = SLOTS_FOR[numbers.length] ?? []
  return numbers
    .sort((a, b) => a - b)
    .map((number, index) => {
      const [x, y] = SLOTS[slots[index] ?? 0] ?? SLOTS[0]
      return { number, look: lookOf(number, stop), x, y }
    })
}

/** The same in words. */
export function roadInWords({ totalStops, completedStops, currentCallNumber, callNumber }: Places): string {
  const where = completedStops < totalStops ? `at stop ${currentCallNumber} now` : 'all completed'
  return `A road with ${totalStops} ${totalStops === 1 ? 'stop' : 'stops'}: ${completedStops} completed, ${where}, you are stop ${callNumber}.`
}

function lookOf(number: number, stop: Places): Marker['look'] {
  const isOver = stop.completedStops === stop.totalStops
  if (number === stop.callNumber && !stop.isCallComplete) return 'you'
  if (number < stop.currentCallNumber || isOver || number === stop.callNumber) return 'done'
  return number === stop.currentCallNumber ? 'now' : 'to-come'
}
