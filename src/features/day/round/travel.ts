import type { TravelTable } from '#features/day/round/contract.ts'
import { drivingMinutes, roadKm } from '#lib/distance.ts'
import type { LatLng } from '#lib/position.ts'

/** What it takes to drive from one place to another. */
export type Leg = { km: number; minutes: number }

/** The source of legs: it always gives one. `isRoad`: whether that is by real roads; absent: none is. */
export type TravelMatrix = { leg: (from: LatLng, to: LatLng) => Leg; isRoad?: (from: LatLng, to: LatLng) => boolean }

/** Gates, parking and getting the anvil out. */
const STOPPING_MINUTES = 3

/** Legs by straight line, made longer as roads are. */
export const straightLine: TravelMatrix = {
  leg(from, to) {
    const km = roadKm(from, to)
    return { km, minutes: drivingMinutes(km) + STOPPING_MINUTES }
  },
}

type Roads = Pick<TravelTable, 'places' | 'legs'>

/** Legs by the roads of a day's table, and by straight line where it has none: of a place that came since, or that no road leads to. */
export function byRoad(table: Roads | null | undefined): TravelMatrix {
  if (!table) return straightLine
  const indexes = new Map(table.places.map(([lat, lng], index) => [keyOf({ lat, lng }), index]))
  const find = (from: LatLng, to: LatLng) => table.legs[indexes.get(keyOf(from)) ?? -1]?.[indexes.get(keyOf(to)) ?? -1]
  return {
    leg(from, to) {
      const [km, minutes] = find(from, to) ?? []
      return km === undefined || minutes === undefined ? straightLine.leg(from, to) : { km, minutes: minutes + STOPPING_MINUTES }
    },
    isRoad: (from, to) => Boolean(find(from, to)),
  }
}

/** A table holds places to a metre. */
const keyOf = ({ lat, lng }: LatLng) => `${lat.toFixed(5)} ${lng.toFixed(5)}`

/** How much of a way is by road, its places in their order; null: of a way without a leg. */
export type ByRoad = 'all' | 'some' | 'none' | null

/** Places that are one are no leg. */
export function byRoadOf({ isRoad }: TravelMatrix, places: readonly LatLng[]): ByRoad {
  const legs = places.slice(1).flatMap((to, index) => {
    const from = places[index]
    return from && keyOf(from) !== keyOf(to) ? [isRoad?.(from, to) ?? false] : []
  })
  if (legs.length === 0) return null
  return legs.every(Boolean) ? 'all' : legs.some(Boolean) ? 'some' : 'none'
}

/** The part of a table that these places need; undefined when it has not all of them, or has no roads at all. */
export function narrowed({ engine, places, legs }: Roads & Pick<TravelTable, 'engine'>, wanted: TravelTable['places']) {
  const all = places.map(String)
  const indexes = wanted.map((place) => all.indexOf(String(place)))
  if (engine === null || indexes.includes(-1)) return undefined
  const legOf = (from: number, to: number) => {
    const [km, minutes] = legs[from]?.[to] ?? []
    return km === undefined || minutes === undefined ? null : { km, minutes }
  }
  return { engine, legs: indexes.map((from) => indexes.map((to) => legOf(from, to))) }
}
