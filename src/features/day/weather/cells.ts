import type { Day } from '#lib/dates.ts'
import { uuidOf } from '#lib/ids.ts'
import type { LatLng } from '#lib/position.ts'

/* About 2 km north to south, and east to west in the middle of the country: as fine as the forecast is, and no finer, as it leaves us. */
const [LAT_STEP, LNG_STEP] = [0.018, 0.03]

/** The square a position is in. */
export const cellOf = ({ lat, lng }: LatLng): string => `${Math.floor(lat / LAT_STEP)},${Math.floor(lng / LNG_STEP)}`

/** The middle of a square. */
export function middleOf(cell: string): LatLng {
  const [north = 0, east = 0] = cell.split(',').map(Number)
  return { lat: round((north + 0.5) * LAT_STEP), lng: round((east + 0.5) * LNG_STEP) }
}

const round = (degrees: number) => Math.round(degrees * 1000) / 1000

/** A practice's one forecast of a square and a day. */
export const forecastId = (practiceId: string, cell: string, day: Day): string => uuidOf('place_forecasts', practiceId, cell, day)
