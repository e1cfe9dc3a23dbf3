import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { headerText, weekDays, weekendAfter } from '#features/day/diary/calendar.ts'
import { DiaryView } from '#features/day/diary/web/DiaryView.tsx'
import { Stepper } from '#features/day/diary/web/Stepper.tsx'
import { useDiary } from '#features/day/diary/web/use-diary.ts'
import { useOpeningDay } from '#features/day/diary/web/use-opening-day.ts'
import { useShownMember } from '#features/day/diary/web/use-shown-member.ts'
import { useJustBooked } from '#features/visits/appointments/web/use-just-booked.ts'
import { addDays, type Day } from '#lib/dates.ts'
import { Card } from '#ui/Card.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'

/** The 5-day calendar of Home (Spec §2 Dashboard): visits open and can be dragged as on the calendar itself. */
export function WeekCard() {
  const booked = useJustBooked()
  // A booking turns back to its own week.
  return <Week key={booked?.id} opening={useOpeningDay()} />
}

function Week({ opening }: { opening: Day }) {
  const [weeks, setWeeks] = useState(0)
  const [, navigate] = useLocation()
  const day = addDays(opening, 7 * weeks)
  const days = weekDays(day, 5)
  const memberId = useShownMember()
  const diary = useDiary(days[0] ?? day, weekendAfter('5-day', day).at(-1) ?? day, memberId)
  return (
    <Card
      title={headerText('5-day', day)}
      action={
        <div className="flex items-center gap-2">
          <Stepper what="week" onStep={(by) => setWeeks(weeks + by)} />
          <LinkButton href="/calendar" size="sm" icon={CalendarDays}>
            View Calendar
          </LinkButton>
        </div>
      }
    >
      {diary && (
        <DiaryView
          view="5-day"
          day={day}
          diary={diary}
          memberId={memberId}
          selectedDay={null}
          onSelectDay={(on) => navigate(`/calendar?date=${on}`)}
          onOpenDay={(on) => navigate(`/calendar?view=day&date=${on}`)}
        />
      )}
    </Card>
  )
}
