import { weatherLines } from '#features/day/weather/told.ts'
import { useStopWeather } from '#features/day/weather/web/use-stop-weather.ts'
import { WEATHER_ICON } from '#features/day/weather/web/weather-icon.ts'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { useNow } from '#platform/web/use-now.ts'
import { cx } from '#ui/cx.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'

type Props = { visit: VisitRow; isSmall?: boolean; className?: string }

/** `Rain 09:00 to 12:00, gusts 45 mph`; a warning where the yard is known to have no cover, or where it is icy. */
export function StopWeatherLine({ visit, isSmall = false, className }: Props) {
  const weather = useStopWeather()(visit)
  const now = useNow()
  if (!weather) return null
  const Icon = WEATHER_ICON[weather.ice ? 'ice' : weather.rain ? 'rain' : 'wind']
  const [first = '', ...others] = weatherLines(weather, visit.zone, now)
  const words = [first, ...others.map(lower)].join(', ')
  return (
    <span
      className={cx(
        'flex items-center gap-1 text-14',
        weather.isOpen || weather.ice ? 'font-medium text-due-ink' : 'text-ink-2',
        className,
      )}
    >
      <Icon size={isSmall ? 16 : 14} aria-hidden className="shrink-0" />
      {isSmall ? <VisuallyHidden>{words}</VisuallyHidden> : <span className="min-w-0 tabular-nums">{words}</span>}
    </span>
  )
}

const lower = (words: string) => words.charAt(0).toLowerCase() + words.slice(1)
