import type { ForecastSteps } from '#features/day/weather/contract.ts'

const HOUR_MS = 3_600_000

/** What is expected between two moments. */
export type Step = {
  from: number
  to: number
  /** In an hour of it. */
  rainMm: number | null
  rainChance: number | null
  gustMph: number | null
  coldest: number | null
}

/** The steps of a forecast one by one. */
export const stepsOf = ({ from, stepHours, rainMm, rainChance, gustMph, coldest }: ForecastSteps): Step[] =>
  rainMm.map((rain, at) => {
    const start = new Date(from).getTime() + at * stepHours * HOUR_MS
    return {
      from: start,
      to: start + stepHours * HOUR_MS,
      rainMm: rain === null ? null : rain / stepHours,
      rainChance: rainChance[at] ?? null,
      gustMph: gustMph[at] ?? null,
      coldest: coldest[at] ?? null,
    }
  })

type Given = {
  start: Date
  hours: number
  rainMm: number | null
  rainChance: number | null
  gustMph: number | null
  coldest: number | null
}

/** What a weather service gave of a day, from its first moment until its last; what it left out is not known. */
export function packSteps(given: readonly Given[], fromMs: number, toMs: number): ForecastSteps {
  const inside = given.filter(({ start, hours }) => start.getTime() + hours * HOUR_MS > fromMs && start.getTime() < toMs)
  const first = inside[0]
  if (!first) return { from: new Date(fromMs).toISOString(), stepHours: 1, rainMm: [], rainChance: [], gustMph: [], coldest: [] }
  const stepHours = first.hours === 3 ? 3 : 1
  const placeOf = ({ start }: Given) => (start.getTime() - first.start.getTime()) / (stepHours * HOUR_MS)
  const by = new Map(inside.map((one) => [placeOf(one), one]))
  const places = Array.from({ length: Math.max(...by.keys()) + 1 }, (_, at) => by.get(at))
  return {
    from: first.start.toISOString(),
    stepHours,
    rainMm: places.map((one) => tenth(one?.rainMm)),
    rainChance: places.map((one) => tenth(one?.rainChance)),
    gustMph: places.map((one) => tenth(one?.gustMph)),
    coldest: places.map((one) => tenth(one?.coldest)),
  }
}

const tenth = (value: number | null | undefined) => (value === null || value === undefined ? null : Math.round(value * 10) / 10)
