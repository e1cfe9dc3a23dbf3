import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { LatLng } from '#lib/position.ts'
import { clipped } from '#ui/outline/clip.ts'
import { type Outline, unpacked } from '#ui/outline/outline.ts'
import { TOWNS } from '#ui/outline/towns.ts'

const file = new URL('./outline.json', import.meta.url)
const outline: Outline = JSON.parse(readFileSync(file, 'utf8'))
const land = outline.land.map(unpacked)

const isInside = ({ lat, lng }: LatLng, ring: readonly LatLng[]) =>
  ring.reduce((inside, a, at) => {
    const b = ring[(at + 1) % ring.length] ?? a
    return a.lat > lat !== b.lat > lat && lng < ((b.lng - a.lng) * (lat - a.lat)) / (b.lat - a.lat) + a.lng ? !inside : inside
  }, false)

/** Within two kilometres of land: a harbour's middle may lie on the line. */
const isOnLand = (at: LatLng) =>
  [-0.02, 0, 0.02].some((up) =>
    [-0.03, 0, 0.03].some((over) => land.some((ring) => isInside({ lat: at.lat + up, lng: at.lng + over }, ring))),
  )

test('every town lies on land', () => {
  expect(TOWNS.length).toBeGreaterThan(150)
  expect(TOWNS.filter((town) => !isOnLand(town)).map(({ name }) => name)).toEqual([])
  expect(new Set(TOWNS.map(({ name }) => name)).size).toBe(TOWNS.length)
})

test('the sea is no land', () => {
  for (const at of [
    { lat: 53.5, lng: -4.9 },
    { lat: 50.2, lng: -0.5 },
    { lat: 55, lng: 1 },
  ])
    expect(isOnLand(at)).toBe(false)
})

test('the borders are those of Scotland, Wales and Northern Ireland', () => {
  const near = (at: LatLng) =>
    outline.borders.flatMap(unpacked).some(({ lat, lng }) => Math.abs(lat - at.lat) < 0.05 && Math.abs(lng - at.lng) < 0.05)
  // Coldstream on the Tweed, Knighton on Offa's Dyke, Newry's border to Dundalk.
  expect(near({ lat: 55.65, lng: -2.25 })).toBe(true)
  expect(near({ lat: 52.34, lng: -3.05 })).toBe(true)
  expect(near({ lat: 54.11, lng: -6.36 })).toBe(true)
})

test('the map is small enough to bring along', () => {
  expect(readFileSync(file).length).toBeLessThan(400_000)
})

test('a ring is cut to the frame it is looked at through', () => {
  const square = [
    { x: -100, y: -100 },
    { x: 300, y: -100 },
    { x: 300, y: 50 },
    { x: -100, y: 50 },
  ]
  const cut = clipped(square, { width: 200, height: 100 })
  expect(cut.every(({ x, y }) => x >= -10 && x <= 210 && y >= -10 && y <= 110)).toBe(true)
  expect(cut).toHaveLength(4)
  expect(
    clipped(
      square.map(({ x, y }) => ({ x: x + 1000, y })),
      { width: 200, height: 100 },
    ),
  ).toEqual([])
})
