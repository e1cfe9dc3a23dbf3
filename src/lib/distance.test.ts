import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distanceKm, milesOf } from '#lib/distance.ts'

/** Near the far side of the Earth the formula loses a little: a metre is nothing to a van. */
const METRE = 0.001

const place = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
})

test("Land's End to John o' Groats is 603 miles as the crow flies", () => {
  const km = distanceKm({ lat: 50.0657, lng: -5.7132 }, { lat: 58.6373, lng: -3.0689 })
  expect(km).toBeCloseTo(969, -1)
  expect(milesOf(km)).toBeCloseTo(603, -1)
})

test('a degree of latitude is 111.2 km, and a degree of longitude at 52 degrees north 68.5 km', () => {
  expect(distanceKm({ lat: 52, lng: -2 }, { lat: 53, lng: -2 })).toBeCloseTo(111.2, 1)
  expect(distanceKm({ lat: 52, lng: -2 }, { lat: 52, lng: -1 })).toBeCloseTo(68.46, 1)
})

test('the way back is as long, a place is at no distance from itself, and no detour is shorter', () => {
  fc.assert(
    fc.property(place, place, place, (a, b, c) => {
      expect(distanceKm(a, b)).toBeCloseTo(distanceKm(b, a), 6)
      expect(distanceKm(a, a)).toBe(0)
      expect(distanceKm(a, c)).toBeLessThanOrEqual(distanceKm(a, b) + distanceKm(b, c) + METRE)
    }),
  )
})
