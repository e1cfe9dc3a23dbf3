import { memo } from 'react'
import { spanOf } from '#features/day/diary/hours.ts'
import { detailOf, type Shown } from '#features/day/diary/web/use-diary.ts'
import { DaylightLine, type OpenVisit, PlaceDot, ringOf, tintOf, useVisitButton, VisitState } from '#features/day/diary/web/VisitCard.tsx'
import { StopWeatherBadge } from '#features/day/weather/web/StopWeatherBadge.tsx'
import type { Daylight } from '#features/visits/appointments/daylight.ts'
import { isOff, isPencilled } from '#features/visits/appointments/rules.ts'
import { cx } from '#ui/cx.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'

type Props = { shown: Shown; isSelected: boolean; isBooked: boolean; daylight: Daylight | undefined; onOpen: OpenVisit }

/** A visit this long is tall enough for a second line. */
const TWO_LINES_MINUTES = 40
/** And this long for a third, which the weather takes where a phone's width has no room beside the words. */
const THREE_LINES_MINUTES = 60

/** A visit at its hours: as tall as it is long, its words on as many lines as that leaves. */
export const HourCard = memo(function HourCard({ shown, isSelected, isBooked, daylight, onOpen }: Props) {
  const { button, isDragging } = useVisitButton({ shown, onOpen })
  return (
    <button
      {...button}
      className={cx(
        'block size-full touch-manipulation overflow-hidden rounded-md text-left',
        isDragging && 'opacity-40 outline-2 -outline-offset-2 outline-dashed outline-control',
        ringOf({ shown, isSelected, isBooked }),
      )}
    >
      {isBooked && <VisuallyHidden>Just booked</VisuallyHidden>}
      <HourFace shown={shown} daylight={daylight} />
    </button>
  )
})

/** The visit's appearance, also while it is dragged. */
export const HourFace = ({ shown, daylight }: { shown: Shown; daylight?: Daylight | undefined }) => (
  <span
    className={cx(
      'flex size-full flex-wrap content-start gap-x-2 rounded-md border-l-4 px-2 py-1.5 text-14 text-ink',
      tintOf(shown.place),
      isPencilled(shown.visit) && 'outline-1 -outline-offset-1 outline-dashed outline-control',
    )}
  >
    <PlaceDot shown={shown} />
    <span className="font-medium tabular-nums">{`${shown.visit.localStart} to ${shown.visit.localEnd}`}</span>
    <span className={cx('min-w-0 flex-1 truncate font-bold', isOff(shown.visit) && 'line-through')}>{shown.title}</span>
    {lengthOf(shown) < THREE_LINES_MINUTES && (
      <StopWeatherBadge visit={shown.visit} isSmall {...(lengthOf(shown) >= TWO_LINES_MINUTES && { className: 'md:hidden' })} />
    )}
    <VisitState shown={shown} />
    {lengthOf(shown) >= TWO_LINES_MINUTES && (
      <span className="flex w-full min-w-0 items-center gap-x-3 pt-0.5 text-ink-2 max-md:flex-wrap">
        <span className="max-w-full truncate">{[detailOf(shown), shown.where].filter(Boolean).join(', ')}</span>
        {daylight && <DaylightLine daylight={daylight} />}
        <StopWeatherBadge
          visit={shown.visit}
          className={lengthOf(shown) >= THREE_LINES_MINUTES ? 'max-w-full md:shrink-0' : 'shrink-0 max-md:hidden'}
        />
      </span>
    )}
  </span>
)

function lengthOf({ visit }: Shown): number {
  const { from, to } = spanOf(visit)
  return to - from
}
