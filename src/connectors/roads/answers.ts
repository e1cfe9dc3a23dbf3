import { Refusal } from '#connectors/kit/refusal.ts'
import type { RoadLeg } from '#connectors/kit/roads.ts'
import type { LatLng } from '#lib/position.ts'

type Json = Record<string, unknown>

/** The places of a day in which a table can't be had: too many, or too far from any road. */
export const NO_TABLE = 'It has no roads for some of these places, so straight lines are used.'

/** Five decimals are a metre. */
export const degrees = ({ lat, lng }: LatLng) => ({ lat: Number(lat.toFixed(5)), lng: Number(lng.toFixed(5)) })

/** An answer's JSON; an empty object when it is none. */
export async function jsonOf(answer: Response): Promise<Json> {
  const read: unknown = await answer.json().catch(() => undefined)
  return typeof read === 'object' && read !== null ? (read as Json) : {}
}

/**
 * Legs from the tables of an answer. `inMinute` and `inKm`: how many of their units those are.
 * @throws Refusal `later` when they are not what was requested
 */
export function legsOf(
  count: number,
  durations: unknown,
  distances: unknown,
  { inMinute, inKm }: { inMinute: number; inKm: number },
): RoadLeg[][] {
  const [minutes, km] = [numbersOf(count, durations), numbersOf(count, distances)]
  return minutes.map((row, from) =>
    row.map((minute, to) => {
      const length = km[from]?.[to] ?? null
      return minute === null || length === null ? null : { km: length / inKm, minutes: minute / inMinute }
    }),
  )
}

function numbersOf(count: number, table: unknown): (number | null)[][] {
  if (!isRow(table, count)) throw new Refusal('later')
  return table.map((row) => {
    if (!isRow(row, count)) throw new Refusal('later')
    return row.map((value) => {
      if (value === null || (typeof value === 'number' && Number.isFinite(value) && value >= 0)) return value
      throw new Refusal('later')
    })
  })
}

const isRow = (value: unknown, count: number): value is unknown[] => Array.isArray(value) && value.length === count
