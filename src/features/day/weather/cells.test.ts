import { expect, test } from 'vitest'
import { cellOf, forecastId, middleOf } from '#features/day/weather/cells.ts'
import { distanceKm } from '#lib/distance.ts'

test.for([
  ['Penzance', { lat: 50.118, lng: -5.537 }],
  ['Ludlow', { lat: 52.368, lng: -2.72 }],
  ['Greenwich', { lat: 51.478, lng: 0.0005 }],
  ['Lerwick', { lat: 60.155, lng: -1.145 }],
] as const)('a square of about 2 km is all that is told of %s', ([, place]) => {
  const middle = middleOf(cellOf(place))
  expect(distanceKm(place, middle)).toBeLessThan(1.5)
  expect(cellOf(middle)).toBe(cellOf(place))
  // Its sides.
  expect(distanceKm(middle, { ...middle, lat: middle.lat + 0.018 })).toBeCloseTo(2, 0)
  expect(distanceKm(middle, { ...middle, lng: middle.lng + 0.03 })).toBeCloseTo(2, 0)
})

test('neighbours share one, and a day of it has one forecast', () => {
  expect(cellOf({ lat: 52.3681, lng: -2.7181 })).toBe(cellOf({ lat: 52.369, lng: -2.719 }))
  expect(cellOf({ lat: 52.3681, lng: -2.7181 })).not.toBe(cellOf({ lat: 52.4, lng: -2.7181 }))
  expect(forecastId('p', '1,2', '2026-12-01')).toBe(forecastId('p', '1,2', '2026-12-01'))
  expect(forecastId('p', '1,2', '2026-12-01')).not.toBe(forecastId('p', '1,2', '2026-12-02'))
})
