import type { Wire } from '#connectors/kit/wire.ts'
import type { LatLng } from '#lib/position.ts'

/** What works out roads; where lengths are shown, it and its map are named. */
export type Engine = 'openrouteservice' | 'osrm' | 'valhalla'

/** What it takes to drive from one place to another; null: no road leads there. */
export type RoadLeg = { km: number; minutes: number } | null

/** `legs[from][to]`, in the order of the places requested. */
export type RoadTable = { engine: Engine; legs: RoadLeg[][] }

/** The port of every source of roads. Whatever is thrown is a Refusal. */
export type Roads = {
  /** Legs between all of these places by one request. @throws Refusal `refused` when it has no roads for these places, or they are too many */
  table: (wire: Wire, places: readonly LatLng[]) => Promise<RoadTable>
}
