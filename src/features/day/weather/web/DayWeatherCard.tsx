import { lazy, Suspense } from 'react'
import type { Day } from '#lib/dates.ts'
import { useRows } from '#platform/web/use-rows.ts'

const DayWeather = lazy(() => import('#features/day/weather/web/DayWeather.tsx').then((module) => ({ default: module.DayWeather })))

type Props = {
  day: Day
  /** Whose stops; null: everyone's. */
  memberId: string | null
  /** Moving the whole day is offered here, once several stops are hit. */
  offers?: boolean
  className?: string
}

/** What the weather means for a day, and whose forecast it is; nothing where no stop of the day has a warning. */
export function DayWeatherCard(props: Props) {
  const forecasts = useRows('place_forecasts')
  if (!forecasts?.length) return null
  return (
    <Suspense>
      <DayWeather {...props} />
    </Suspense>
  )
}
