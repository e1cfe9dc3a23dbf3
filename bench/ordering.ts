import { type OrderStop, orderRound } from '#features/day/round/order.ts'
import { straightLine } from '#features/day/round/travel.ts'
import { bareOrder } from './baselines/ordering.ts'
import { interleave } from './load.ts'

const STOPS = 30
const WARM_UP = 5
const SEED = 20_261_124

/**
 * Ordering a round of 30 stops, the longest allowed, with four fixed times and both halves of the day, against 2-opt and Or-opt
 * that ignore both (baselines/ordering.ts): milliseconds a round, each of a new day.
 */
export async function benchOrdering(rounds: number) {
  const random = randomFrom(SEED)
  const timed = (work: () => void) => {
    const from = performance.now()
    work()
    return performance.now() - from
  }
  const once = async (count: number) => {
    let stops: OrderStop[] = []
    return interleave(
      count,
      async () => {
        stops = aRound(random)
        return timed(() => void orderRound({ stops, ...ASKED }))
      },
      async () => {
        const places = aRound(random).flatMap((stop) => stop.position ?? [])
        return timed(() => void bareOrder(places))
      },
    )
  }
  await once(WARM_UP)
  return once(rounds)
}

const ASKED = { start: { lat: 52.2, lng: -2.8 }, end: { lat: 52.2, lng: -2.8 }, leavesAt: 480, travel: straightLine, unknownLegMinutes: 15 }

function aRound(random: () => number): OrderStop[] {
  return Array.from({ length: STOPS }, (_, index) => ({
    id: String(index),
    position: { lat: 52 + random() * 0.4, lng: -3 + random() * 0.6 },
    startsAt: index % 8 === 4 ? 480 + index * 20 : null,
    half: index < STOPS / 2 ? ('AM' as const) : ('PM' as const),
    minutes: 20,
    isPinned: false,
  }))
}

/** Park and Miller's generator: the same rounds in every run. */
function randomFrom(seed: number) {
  let state = seed % 2_147_483_647
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
