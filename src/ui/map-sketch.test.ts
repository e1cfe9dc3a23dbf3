import fc from 'fast-check'
import { expect, test } from 'vitest'
import { milesInWords, sketchOf } from '#ui/map-sketch.ts'

const SIZE = { width: 600, height: 320 }
const place = fc.record({ lat: fc.double({ min: 50, max: 58, noNaN: true }), lng: fc.double({ min: -6, max: 1, noNaN: true }) })

test('every place lies within the sketch, north up and east to the right', () =>
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 30 }), (places) => {
      const sketch = sketchOf(places, SIZE)
      const drawn = places.map((one) => ({ ...one, ...sketch.place(one) }))
      for (const { x, y } of drawn) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x).toBeLessThanOrEqual(SIZE.width)
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y).toBeLessThanOrEqual(SIZE.height)
      }
      const [first, last] = [drawn[0], drawn.at(-1)]
      if (first && last && first.lat > last.lat) expect(first.y).toBeLessThanOrEqual(last.y)
      if (first && last && first.lng > last.lng) expect(first.x).toBeGreaterThanOrEqual(last.x)
    }),
  ))

test('the bar is a round number of miles, true to its label', () => {
  const [lingen, ludlow] = [
    { lat: 52.305, lng: -2.94 },
    { lat: 52.367, lng: -2.72 },
  ]
  const { place: at, scale } = sketchOf([lingen, ludlow], SIZE)
  const [a, b] = [at(lingen), at(ludlow)]
  const miles = (Math.hypot(a.x - b.x, a.y - b.y) / scale.length) * scale.miles
  expect(miles).toBeCloseTo(10.3, 0)
  expect(milesInWords(lingen, ludlow)).toBe('10 miles')
  expect(scale.length).toBeLessThanOrEqual(SIZE.width * 0.4)
  expect(milesInWords(lingen, { lat: 52.31, lng: -2.94 })).toBe('0.3 miles')
})
