import { CalendarClock } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Shown, useDiary } from '#features/day/diary/web/use-diary.ts'
import { useShownMember } from '#features/day/diary/web/use-shown-member.ts'
import { DayWeatherCard } from '#features/day/weather/web/DayWeatherCard.tsx'
import { StopWeatherBadge } from '#features/day/weather/web/StopWeatherBadge.tsx'
import { AnswerBadge } from '#features/visits/answers/web/AnswerBadge.tsx'
import { isOff, isStop, timeLabel } from '#features/visits/appointments/rules.ts'
import type { Day } from '#lib/dates.ts'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { PendingMark } from '#ui/PendingMark.tsx'
import { StatusBadge } from '#ui/StatusBadge.tsx'
import { Hole, type HoleState } from '#ui/Track.tsx'

type Props = {
  day: Day
  /** Whose, of several farriers; null: everyone's; left out: one's own. */
  memberId?: string | null
  title: string
  /** Shown when the day is empty. */
  emptyText: string
  /** Also client, location and notes of each (Spec §2 Dashboard, Tomorrow's Schedule). */
  detailed?: boolean
  /** Next to the title: the actions on the day. */
  menu?: ReactNode
}

/** A day's visits in the order of the round, live: Today's Schedule, Tomorrow's Schedule. */
export function ScheduleCard({ day, memberId, title, emptyText, detailed = false, menu }: Props) {
  const own = useShownMember()
  const whose = memberId === undefined ? own : memberId
  const diary = useDiary(day, day, whose)?.get(day)
  return (
    <Card
      title={title}
      action={
        <span className="flex items-center gap-1">
          {diary && diary.stops > 0 && <span className="text-14 text-ink-2">{`${diary.done} of ${diary.stops}`}</span>}
          {menu}
        </span>
      }
    >
      {diary?.shown.length === 0 && <p className="px-4 py-3 text-ink-2">{emptyText}</p>}
      {diary && diary.shown.length > 0 && (
        <List ordered label={title}>
          {diary.shown.map((shown) => (
            <ListRow
              key={shown.visit.id}
              lead={shown.place > 0 || isOff(shown.visit) ? <Hole state={holeOf(shown)} number={shown.place} /> : <OwnSign />}
              title={
                <>
                  {shown.title} <PendingMark isPending={shown.visit.isPending} needsAttention={shown.visit.needsAttention} />
                  <AnswerBadge visit={shown.visit} isSmall />
                </>
              }
              detail={
                <>
                  {detailed ? <Details shown={shown} /> : shortly(shown)}
                  <StopWeatherBadge visit={shown.visit} />
                </>
              }
              aside={detailed && <VisitState visit={shown.visit} />}
            />
          ))}
        </List>
      )}
      <DayWeatherCard day={day} memberId={whose} offers={menu !== undefined} className="border-t border-line px-4 py-2" />
    </Card>
  )
}

const holeOf = (shown: Shown): HoleState =>
  shown.visit.isCallComplete ? 'done' : isOff(shown.visit) ? 'skipped' : shown.isNow ? 'now' : 'to-come'

/* No stop of the round, so no number. */
const OwnSign = () => (
  <span aria-hidden className="grid size-8 shrink-0 place-items-center text-ink-2">
    <CalendarClock size={20} />
  </span>
)

/** `08:00, done`, `AM, next`. */
function shortly({ visit, isNow, initials }: Shown): string {
  const at = visit.isCallOnly ? visit.callPeriod : visit.localStart
  const state = visit.isCallComplete ? 'done' : isOff(visit) ? 'cancelled' : isNow ? 'next' : ''
  return [at, state, initials].filter(Boolean).join(', ')
}

/* The status of a client's entry; if an owner confirmed it, this is shown next to it. */
function VisitState({ visit }: { visit: Shown['visit'] }) {
  if (isOff(visit)) return <Badge tone="neutral">Cancelled</Badge>
  if (visit.isCallComplete) return <StatusBadge status="complete">Done</StatusBadge>
  if (!isStop(visit)) return <Badge tone="line">Own entry</Badge>
  return visit.status === 'pencilled' ? <StatusBadge status="pending">Not confirmed</StatusBadge> : <Badge tone="neutral">Booked</Badge>
}

const Details = ({ shown }: { shown: Shown }): ReactNode => (
  <>
    <span className="block">
      {[shown.clientName ?? (isStop(shown.visit) && 'N/A'), timeLabel(shown.visit), shown.where, shown.initials].filter(Boolean).join(', ')}
    </span>
    {shown.visit.notes && <span className="line-clamp-2 block">{shown.visit.notes}</span>}
  </>
)
