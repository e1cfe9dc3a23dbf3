import { lazy, Suspense } from 'react'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { useRows } from '#platform/web/use-rows.ts'

const StopWeatherLine = lazy(() =>
  import('#features/day/weather/web/StopWeatherLine.tsx').then((module) => ({ default: module.StopWeatherLine })),
)

type Props = {
  visit: VisitRow
  /** A sign alone, where there is no room for words. */
  isSmall?: boolean
  className?: string
}

/** The weather at a stop, in a quiet line; nothing where none is connected. Its parts are fetched once there is a forecast. */
export function StopWeatherBadge(props: Props) {
  const forecasts = useRows('place_forecasts')
  if (!forecasts?.length) return null
  return (
    <Suspense>
      <StopWeatherLine {...props} />
    </Suspense>
  )
}
