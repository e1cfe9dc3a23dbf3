import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type OrderParams, type OrderStop, orderRound } from '#features/day/round/order.ts'
import { straightLine } from '#features/day/round/travel.ts'
import type { LatLng } from '#lib/position.ts'

const SEED = 20261124
const EXACT_STOPS = 9

const stop = (id: string, more: Partial<OrderStop> = {}): OrderStop => ({
  id,
  position: null,
  startsAt: null,
  half: 'AM',
  minutes: 30,
  isPinned: false,
  ...more,
})
/** Along one road, `km` from its beginning (a degree of latitude is 111 km). */
const along = (km: number): LatLng => ({ lat: 52 + km / 111, lng: -2.8 })
const order = (stops: readonly OrderStop[], more: Partial<OrderParams> = {}) =>
  orderRound({ stops, start: null, end: null, leavesAt: 8 * 60, travel: straightLine, unknownLegMinutes: 15, ...more })

const place = fc.record({ lat: fc.double({ min: 51.9, max: 52.5, noNaN: true }), lng: fc.double({ min: -3.2, max: -2.4, noNaN: true }) })
const anyStop = (id: string): fc.Arbitrary<OrderStop> =>
  fc.record({
    id: fc.constant(id),
    position: fc.option(place, { freq: 8 }),
    startsAt: fc.option(fc.integer({ min: 8 * 60, max: 16 * 60 })),
    half: fc.constantFrom('AM' as const, 'PM' as const),
    minutes: fc.integer({ min: 15, max: 120 }),
    isPinned: fc.boolean(),
  })
const anyRound = fc.integer({ min: 0, max: 10 }).chain((count) => fc.tuple(...Array.from({ length: count }, (_, n) => anyStop(String(n)))))

/** The shortest way through all places by dynamic programming over every subset (Held and Karp), from a start and to wherever it ends. */
function shortestKm(start: LatLng, places: readonly LatLng[]): number {
  const all = (1 << places.length) - 1
  const best = new Map<string, number>()
  const from = (here: number, left: number): number => {
    if (left === 0) return 0
    const key = `${here} ${left}`
    const known = best.get(key)
    if (known !== undefined) return known
    const ways = places.flatMap((next, index) => {
      if (!(left & (1 << index))) return []
      return [straightLine.leg(places[here] ?? start, next).km + from(index, left & ~(1 << index))]
    })
    const shortest = Math.min(...ways)
    best.set(key, shortest)
    return shortest
  }
  return from(-1, all)
}

describe('an ordered round', () => {
  test('goes along the road instead of to and fro', () => {
    const stops = [10, 40, 20, 30].map((km) => stop(`at ${km}`, { position: along(km) }))
    const found = order(stops, { start: along(0) })
    expect(found.ids).toEqual(['at 10', 'at 20', 'at 30', 'at 40'])
    expect(found.before.km).toBeCloseTo((10 + 30 + 20 + 10) * 1.3, 0)
    expect(found.after.km).toBeCloseTo(40 * 1.3, 0)
  })

  test('comes back to where it ends', () => {
    const stops = [30, 10, 20].map((km) => stop(`at ${km}`, { position: along(km) }))
    expect(order(stops, { start: along(40), end: along(0) }).ids).toEqual(['at 30', 'at 20', 'at 10'])
    expect(order(stops, { start: along(40), end: along(0) }).after.km).toBeCloseTo(40 * 1.3, 0)
  })

  test('keeps the morning before the afternoon', () => {
    const stops = [stop('near, PM', { position: along(5), half: 'PM' }), stop('far, PM', { position: along(40), half: 'PM' })]
    const morning = [stop('farther, AM', { position: along(50) }), stop('near, AM', { position: along(6) })]
    expect(order([...morning, ...stops], { start: along(0) }).ids).toEqual(['near, AM', 'farther, AM', 'far, PM', 'near, PM'])
  })

  test('keeps fixed times in their order, and drives farther rather than miss one', () => {
    const timed = stop('fixed', { position: along(30), startsAt: 9 * 60 })
    const stops = [stop('on the way', { position: along(10), minutes: 90 }), timed]
    const found = order(stops, { start: along(0) })
    expect(found.ids).toEqual(['fixed', 'on the way'])
    expect(found.before.lateMinutes).toBeGreaterThan(0)
    expect(found.after).toMatchObject({ lateMinutes: 0 })
    expect(found.after.km).toBeGreaterThan(found.before.km)
  })

  test('leaves a stop without a position where it was put, and names it', () => {
    const stops = [stop('far', { position: along(40) }), stop('nowhere'), stop('near', { position: along(10) })]
    const found = order(stops, { start: along(0) })
    expect(found.ids).toEqual(['near', 'nowhere', 'far'])
    expect(found.unplaced).toEqual(['nowhere'])
  })

  test('leaves a stop that was dragged where it was put', () => {
    const stops = [
      stop('far', { position: along(40), isPinned: true }),
      stop('mid', { position: along(20) }),
      stop('near', { position: along(10) }),
    ]
    expect(order(stops, { start: along(0) }).ids).toEqual(['far', 'mid', 'near'])
  })

  test('leaves a stop that was put outside its half of the day where it was put', () => {
    const stops = [
      stop('PM first', { position: along(40), half: 'PM' }),
      stop('b', { position: along(20) }),
      stop('a', { position: along(10) }),
    ]
    expect(order(stops, { start: along(0) }).ids).toEqual(['PM first', 'b', 'a'])
  })

  test('has nothing to do on an empty day or with one stop', () => {
    expect(order([]).ids).toEqual([])
    expect(order([stop('one', { position: along(1) })]).ids).toEqual(['one'])
  })
})

describe('any round', () => {
  test('keeps the same stops, costs no more than before, and keeps what must stay in its place', () => {
    fc.assert(
      fc.property(anyRound, fc.option(place), (stops, start) => {
        const found = order(stops, { start })
        expect([...found.ids].sort()).toEqual(stops.map(({ id }) => id).sort())
        const [before, after] = [found.before, found.after]
        expect(after.lateMinutes).toBeLessThanOrEqual(before.lateMinutes)
        if (after.lateMinutes === before.lateMinutes) expect(after.km).toBeLessThanOrEqual(before.km + 1e-6)
        for (const [index, { id, position, isPinned }] of stops.entries()) if (!position || isPinned) expect(found.ids[index]).toBe(id)
      }),
      { seed: SEED, numRuns: 300 },
    )
  })

  test('keeps its fixed times in order and its halves apart when they were before', () => {
    const inOrder = anyRound.map((stops) =>
      stops
        .map((one) => ({ ...one, half: (one.startsAt ?? (one.half === 'AM' ? 0 : 1000)) < 720 ? ('AM' as const) : ('PM' as const) }))
        .sort((a, b) => a.half.localeCompare(b.half) || (a.startsAt ?? -1) - (b.startsAt ?? -1)),
    )
    fc.assert(
      fc.property(inOrder, (stops) => {
        const after = order(stops).ids.flatMap((id) => stops.filter((one) => one.id === id))
        expect(after.map(({ half }) => half)).toEqual(stops.map(({ half }) => half).sort())
        const times = after.flatMap(({ startsAt }) => startsAt ?? [])
        expect(times).toEqual(times.toSorted((a, b) => a - b))
      }),
      { seed: SEED, numRuns: 200 },
    )
  })

  test('of nine stops is within 3 % of the best there is, in the median of 80', () => {
    const rounds = fc.sample(fc.tuple(place, fc.array(place, { minLength: EXACT_STOPS, maxLength: EXACT_STOPS })), {
      seed: SEED,
      numRuns: 80,
    })
    const over = rounds.map(([start, places]) => {
      const stops = places.map((position, index) => stop(String(index), { position }))
      const found = order(stops, { start }).after.km
      const best = shortestKm(start, places)
      expect(found).toBeGreaterThanOrEqual(best - 1e-6)
      return found / best - 1
    })
    expect(over.toSorted((a, b) => a - b)[40]).toBeLessThanOrEqual(0.03)
  })
})
