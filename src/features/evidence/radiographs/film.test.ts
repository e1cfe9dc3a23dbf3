import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  drawnTo,
  type Film,
  moved,
  newFilm,
  placeAt,
  pressed,
  released,
  viewOf,
  withMeasure,
  withoutMeasure,
  withPlace,
  zoomed,
} from '#features/evidence/radiographs/film.ts'
import { onPicture, onScreen } from '#features/evidence/radiographs/view.ts'

const picture = { width: 1000, height: 2000 }
const screen = { width: 400, height: 400 }
const film: Film = { ...newFilm({ presets: [] }), screen }
const at = (x: number, y: number) => ({ x, y })

describe('looking at a film', () => {
  test('begins with all of it in the middle, and goes on so when its room changes', () => {
    expect(viewOf(film, picture)).toEqual({ x: 500, y: 1000, zoom: 0.2 })
    expect(viewOf({ ...film, screen: { width: 800, height: 300 } }, picture)).toEqual({ x: 500, y: 1000, zoom: 0.15 })
  })
  test('zooms about the pixel under the finger', () => {
    const pixel = at(100, 300)
    const before = placeAt(film, picture, pixel)
    const near = zoomed(film, picture, 4, pixel)
    expect(viewOf(near, picture).zoom).toBeCloseTo(0.8)
    expect(placeAt(near, picture, pixel)).toEqual({ x: expect.closeTo(before.x), y: expect.closeTo(before.y) })
  })
  test('has an end both ways, and the picture never leaves the screen', () => {
    expect(viewOf(zoomed(film, picture, 1e9), picture).zoom).toBe(32)
    expect(viewOf(zoomed(film, picture, 1e-9), picture).zoom).toBe(1 / 64)
    expect(viewOf(moved(film, picture, at(-1e6, 1e6)), picture)).toEqual({ x: 1000, y: 0, zoom: 0.2 })
  })
  test('a place on the screen and on the picture are the same place', () => {
    const part = fc.float({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(part, part, fc.float({ min: Math.fround(0.02), max: 30, noNaN: true }), (x, y, zoom) => {
        const view = { x: x * 1000, y: y * 2000, zoom }
        const back = onScreen(onPicture(at(123, 45), view, screen), view, screen)
        expect(Math.hypot(back.x - 123, back.y - 45)).toBeLessThan(0.001)
      }),
    )
  })
})

describe('measuring', () => {
  test('one drag is a length', () => {
    const drawn = released(drawnTo(pressed(film, 'length', at(10, 10)), at(200, 10)), true)
    expect(drawn).toMatchObject({ drawing: null, measures: [{ id: 1, kind: 'length', places: [at(10, 10), at(200, 10)] }] })
  })
  test('two taps are a length as well, and the second follows the mouse until then', () => {
    const tapped = released(pressed(film, 'length', at(10, 10)), false)
    expect(drawnTo(tapped, at(50, 50)).drawing?.places).toEqual([at(10, 10), at(50, 50)])
    expect(released(pressed(tapped, 'length', at(200, 10)), true).measures[0]?.places).toEqual([at(10, 10), at(200, 10)])
  })
  test('an angle is a drag and a tap', () => {
    const arm = released(drawnTo(pressed(film, 'angle', at(0, 0)), at(100, 0)), true)
    expect(arm.measures).toEqual([])
    const made = released(pressed(arm, 'angle', at(100, 100)), true)
    expect(made.measures[0]).toMatchObject({ id: 1, kind: 'angle', places: [at(0, 0), at(100, 0), at(100, 100)], frame: 0 })
  })
  test('another tool starts again', () => {
    expect(pressed(released(pressed(film, 'angle', at(0, 0)), false), 'length', at(5, 5)).drawing?.places).toEqual([at(5, 5), at(5, 5)])
  })
  test('can be done without drawing, moved and taken away, and no number comes twice', () => {
    const two = withMeasure(withMeasure(film, 'length', picture), 'angle', picture)
    expect(two.measures.map(({ id, places }) => [id, places.length])).toEqual([
      [1, 2],
      [2, 3],
    ])
    for (const { places } of two.measures)
      for (const { x, y } of places) expect([x > 0 && x < 1000, y > 0 && y < 2000]).toEqual([true, true])
    expect(withPlace(two, 1, 1, at(7, 8)).measures[0]?.places[1]).toEqual(at(7, 8))
    expect(withMeasure(withoutMeasure(two, 2), 'length', picture).measures.map(({ id }) => id)).toEqual([1, 3])
  })
  test('stays on the picture', () => {
    expect(placeAt(film, picture, at(-5000, 5000))).toEqual(at(0, 2000))
  })
})
