import { useCallback } from 'react'
import { cellOf } from '#features/day/weather/cells.ts'
import type { PlaceForecast } from '#features/day/weather/contract.ts'
import { type StopWeather, weatherAt } from '#features/day/weather/told.ts'
import type { Client } from '#features/records/clients/contract.ts'
import type { Yard } from '#features/records/yards/contract.ts'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { memoLast } from '#lib/memo-last.ts'
import { positionOf } from '#lib/position.ts'
import { useNow } from '#platform/web/use-now.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** Returns the weather warnings at a visit, from the forecasts this device holds. */
export function useStopWeather(): (visit: VisitRow) => StopWeather | undefined {
  const now = useNow()
  const forecasts = useRows<PlaceForecast>('place_forecasts')
  const yards = useRows<Yard>('yards')
  const clients = useRows<Client>('clients')
  return useCallback(
    (visit) => {
      if (!forecasts || !yards || !clients) return undefined
      const yard = yardsById(yards).get(visit.yardId ?? '')
      const position = positionOf(yard) ?? positionOf(clientsById(clients).get(visit.clientId ?? ''))
      if (!position) return undefined
      const forecast = forecastsByPlace(forecasts).get(`${cellOf(position)} ${visit.onDay}`)
      return weatherAt(visit, yard?.hasCover ?? null, forecast, now)
    },
    [forecasts, yards, clients, now],
  )
}

const byId = <T extends { id: string }>(rows: readonly T[]): ReadonlyMap<string, T> => new Map(rows.map((row) => [row.id, row]))
const forecastsByPlace = memoLast((rows: readonly PlaceForecast[]) => new Map(rows.map((row) => [`${row.cell} ${row.onDay}`, row])))
const yardsById = memoLast((rows: readonly Yard[]) => byId(rows))
const clientsById = memoLast((rows: readonly Client[]) => byId(rows))
