import type { Wire } from '#connectors/kit/wire.ts'

/** Somewhere on the map, and nothing else of it. */
export type Place = { lat: number; lng: number }

/** What is expected from `start` on, for this many hours. What is not known is null, which is neither dry, nor calm, nor mild. */
export type Spell = {
  start: Date
  hours: number
  /** Rain, sleet and snow together, over these hours. */
  rainMm: number | null
  /** How likely any of it is, in per cent. */
  rainChance: number | null
  gustMph: number | null
  /** The lowest temperature of the air, in °C. */
  coldest: number | null
}

/** The port of a weather service: spells in their order, without gaps. Whatever is thrown is a Refusal. */
export type Weather = {
  /** Hour by hour, for today and tomorrow. One request. */
  hourly: (wire: Wire, place: Place) => Promise<Spell[]>
  /** Three hours at a time, for a week. One request. */
  threeHourly: (wire: Wire, place: Place) => Promise<Spell[]>
}
