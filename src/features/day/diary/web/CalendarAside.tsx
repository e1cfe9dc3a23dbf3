import { CircleDot, LayoutGrid, Plus } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { weekDays } from '#features/day/diary/calendar.ts'
import { ScheduleCard } from '#features/day/diary/web/ScheduleCard.tsx'
import { UpcomingCard } from '#features/day/diary/web/UpcomingCard.tsx'
import type { useCalendarPlace } from '#features/day/diary/web/use-calendar-place.ts'
import { useDiary } from '#features/day/diary/web/use-diary.ts'
import type { Day } from '#lib/dates.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { cx } from '#ui/cx.ts'

type Props = {
  isBelow: boolean
  today: Day
  place: ReturnType<typeof useCalendarPlace>
  memberId: string | null
  /** Absent for members who may not book. */
  onNew: (() => void) | undefined
  /** What the keys do. */
  keys: ReactNode
}

/** Beside the grid from 1440 px, below it on smaller screens and under a month (Spec §2 Calendar, page extras). */
export function CalendarAside({ today, place, memberId, isBelow, onNew, keys }: Props) {
  const week = weekDays(today, 7)
  const diary = useDiary(week[0] ?? today, week.at(-1) ?? today, memberId)
  const todays = useDiary(today, today, memberId)
  const isKnown = useRef(false)
  // All at once: of cards that fill one after the other the upper push the lower.
  isKnown.current ||= diary !== undefined && todays !== undefined
  if (!isKnown.current) return null
  return (
    <aside
      aria-label="This week"
      className={cx('grid content-start items-start gap-3.5', isBelow ? 'md:grid-cols-3' : 'md:max-[1440px]:grid-cols-3')}
    >
      <ScheduleCard day={today} memberId={memberId} title="Today's Schedule" emptyText="Nothing today" />
      <UpcomingCard diary={diary} today={today} onSelectDay={place.select} />
      <Card title="Quick Actions" action={keys}>
        <div className="grid p-1.5 [&>*]:justify-start">
          {onNew && (
            <Button variant="quiet" icon={Plus} onClick={onNew}>
              New Appointment
            </Button>
          )}
          <Button variant="quiet" icon={LayoutGrid} onClick={place.showThisWeek}>
            View This Week
          </Button>
          <Button variant="quiet" icon={CircleDot} onClick={place.goToToday}>
            Go to Today
          </Button>
        </div>
      </Card>
    </aside>
  )
}
