import { CalendarArrowUp } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { creditOf, dayWeatherOf } from '#features/day/weather/day-weather.ts'
import { useStopWeather } from '#features/day/weather/web/use-stop-weather.ts'
import { WEATHER_ICON } from '#features/day/weather/web/weather-icon.ts'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { isStop } from '#features/visits/appointments/rules.ts'
import { useMayPlan } from '#features/visits/appointments/web/use-may-plan.ts'
import { useDiaryOwner } from '#features/visits/appointments/web/use-working-life.ts'
import type { Day } from '#lib/dates.ts'
import { useNow } from '#platform/web/use-now.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { Note } from '#ui/Note.tsx'

const MoveDayDialogCard = lazy(() =>
  import('#features/day/days/web/MoveDayDialogCard.tsx').then((module) => ({ default: module.MoveDayDialogCard })),
)

type Props = { day: Day; memberId: string | null; offers?: boolean; className?: string }

/** `Heavy rain all morning, at 4 of 5 stops`, with a way to move the whole day, and the credit of the forecast. */
export function DayWeather({ day, memberId, offers = false, className }: Props) {
  const weatherOf = useStopWeather()
  const visits = useRows<VisitRow>('appointments', { day })
  const { zone } = useDiaryOwner()
  const now = useNow()
  const mayPlan = useMayPlan()
  const [isMoving, setMoving] = useState(false)
  const open = (visits ?? []).filter(
    (visit) => isStop(visit) && !visit.isCallComplete && (memberId === null || visit.memberId === memberId),
  )
  const weather = dayWeatherOf(open.map(weatherOf), zone)
  if (!weather) return null
  const { reason, madeAt } = weather
  return (
    <div className={cx('grid gap-1', className)}>
      {offers && reason && (
        <Note tone="due" icon={WEATHER_ICON[reason.kind]}>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="font-medium">{`${reason.words}, at ${reason.hit} of ${weather.open} stops.`}</p>
            {mayPlan && (
              <Button size="sm" icon={CalendarArrowUp} onClick={() => setMoving(true)}>
                Move the whole day...
              </Button>
            )}
          </div>
        </Note>
      )}
      <p className="text-14 text-ink-2">{creditOf(madeAt, zone, now)}</p>
      {isMoving && (
        <Suspense>
          <MoveDayDialogCard day={day} memberId={memberId} reason={reason?.words ?? ''} onClose={() => setMoving(false)} />
        </Suspense>
      )}
    </div>
  )
}
