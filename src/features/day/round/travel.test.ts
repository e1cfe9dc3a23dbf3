import { describe, expect, test } from 'vitest'
import type { TravelTable } from '#features/day/round/contract.ts'
import { type OrderStop, orderRound } from '#features/day/round/order.ts'
import { roadWords } from '#features/day/round/road-words.ts'
import { byRoad, byRoadOf, narrowed, straightLine, type TravelMatrix } from '#features/day/round/travel.ts'
import { BY_HAND, DRAWN } from '#testing/roads-lengths.ts'

/* The drawn map: a river with a road on each bank, and one bridge at the western end. Lengths are those worked out by hand. */

const { bridge, south, north, southEast, northEast, lost } = DRAWN
const PLACES = [bridge, south, southEast, north, northEast, lost]
/** How far each is along its bank from the bridge, and on which. */
const [LONG, REST, OVER] = [BY_HAND.bridgeToSouth, BY_HAND.southToSouthEast, BY_HAND.bridge]
const ALONG = [0, LONG, LONG + REST, LONG, LONG + REST]
const BANK = ['south', 'south', 'south', 'north', 'north']
const km = (from: number, to: number): number | null => {
  const [a, b] = [ALONG[from], ALONG[to]]
  if (a === undefined || b === undefined) return from === to ? 0 : null
  return BANK[from] === BANK[to] ? Math.abs(a - b) : a + OVER + b
}
const TABLE: Pick<TravelTable, 'engine' | 'places' | 'legs'> = {
  engine: 'valhalla',
  places: PLACES.map(({ lat, lng }) => [lat, lng]),
  legs: PLACES.map((_, from) =>
    PLACES.map((_to, to) => {
      const length = km(from, to)
      return length === null ? null : [length, length * 1.2]
    }),
  ),
}
const stop = (id: keyof typeof DRAWN): OrderStop => ({ id, position: DRAWN[id], startsAt: null, half: 'AM', minutes: 30, isPinned: false })
const ROUND = { start: bridge, end: null, leavesAt: 480, unknownLegMinutes: 15 }
const order = (travel: TravelMatrix, stops = [stop('southEast'), stop('north'), stop('south'), stop('northEast')]) =>
  orderRound({ ...ROUND, stops, travel })
/** What an order comes to by the roads that are drawn. */
const driven = (ids: readonly string[]) =>
  [bridge, ...ids.map((id) => DRAWN[id as keyof typeof DRAWN])].reduce(
    ({ sum, from }, to) => ({ sum: sum + (from ? byRoad(TABLE).leg(from, to).km : 0), from: to }),
    { sum: 0, from: undefined as typeof bridge | undefined },
  ).sum

describe('a round by road', () => {
  test('crosses the bridge once, where a straight line would have it cross the river to and fro', () => {
    const [byRoads, byLines] = [order(byRoad(TABLE)), order(straightLine)]
    expect(byRoads.ids).toEqual(['south', 'southEast', 'north', 'northEast'])
    expect(byRoads.after.km).toBeCloseTo(LONG + REST + (REST + LONG + OVER + LONG) + REST, 6)
    expect(driven(byLines.ids)).toBeGreaterThan(driven(byRoads.ids) + 5)
  })

  test('a stop that came since, offline, has straight legs, and the rest stay by road', () => {
    const travel = byRoad(TABLE)
    const added = { lat: 52.2, lng: -2.76 }
    expect(travel.leg(south, added)).toEqual(straightLine.leg(south, added))
    expect(travel.leg(south, southEast).km).toBeCloseTo(BY_HAND.southToSouthEast)
    expect(byRoadOf(travel, [bridge, south, southEast])).toBe('all')
    expect(byRoadOf(travel, [bridge, south, added, southEast])).toBe('some')
  })

  test('where no road leads it is a straight line', () => {
    expect(byRoad(TABLE).leg(south, lost)).toEqual(straightLine.leg(south, lost))
    expect(byRoadOf(byRoad(TABLE), [south, lost])).toBe('none')
  })

  test('places are known to a metre, and stopping takes its time as ever', () => {
    const { minutes } = byRoad(TABLE).leg({ lat: bridge.lat + 0.000004, lng: bridge.lng }, south)
    expect(minutes).toBeCloseTo(BY_HAND.bridgeToSouth * 1.2 + 3)
  })

  test('without a table all is as it was', () => {
    expect([byRoad(null), byRoad(undefined)]).toEqual([straightLine, straightLine])
    expect(byRoadOf(straightLine, [bridge, south])).toBe('none')
    expect(byRoadOf(straightLine, [bridge, bridge])).toBeNull()
  })
})

test('a table of fewer places is a part of the one that is there; of others it is not', () => {
  const [a, b, c] = [TABLE.places[3], TABLE.places[1], [51, -2]] as TravelTable['places']
  const part = narrowed(TABLE, [a, b] as TravelTable['places'])
  expect(part?.engine).toBe('valhalla')
  expect(part?.legs.map((row) => row.map((leg) => leg && Math.round(leg.km * 10) / 10))).toEqual([
    [0, 15.9],
    [15.9, 0],
  ])
  expect(narrowed(TABLE, [a, c] as TravelTable['places'])).toBeUndefined()
  expect(narrowed({ ...TABLE, engine: null }, [a, b] as TravelTable['places'])).toBeUndefined()
})

test('the source of distances is shown, and whose they are', () => {
  expect(roadWords('all', 'openrouteservice')).toBe('By road. © openrouteservice.org by HeiGIT | © OpenStreetMap contributors')
  expect(roadWords('some', 'osrm')).toBe("By road where it's known, the rest in straight lines. © OpenStreetMap contributors")
  for (const how of ['none', null] as const) expect(roadWords(how, 'osrm')).toBe('Estimated from straight lines, allowing for roads.')
})
