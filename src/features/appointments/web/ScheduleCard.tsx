import type { ReactNode } from 'react'
import { isOff, timeLabel } from '#features/appointments/rules.ts'
import { type Shown, useDiary } from '#features/appointments/web/use-diary.ts'
import type { Day } from '#lib/dates.ts'
import { Card } from '#ui/Card.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { Hole, type HoleState } from '#ui/Track.tsx'

type Props = {
  day: Day
  title: string
  /** Said when nothing stands on the day. */
  emptyText: string
  /** Also client, location and notes of each (Spec §2 Dashboard, Tomorrow's Schedule). */
  detailed?: boolean
}

/** A day's visits in the order of the round, live: Today's Schedule, Tomorrow's Schedule. */
export function ScheduleCard({ day, title, emptyText, detailed = false }: Props) {
  const diary = useDiary(day, day)?.get(day)
  return (
    <Card
      title={title}
      action={diary && diary.stops > 0 && <span className="text-14 text-ink-2">{`${diary.done} of ${diary.stops}`}</span>}
    >
      {diary?.shown.length === 0 && <p className="px-4 py-3 text-ink-2">{emptyText}</p>}
      {diary && diary.shown.length > 0 && (
        <List ordered label={title}>
          {diary.shown.map((shown) => (
            <ListRow
              key={shown.visit.id}
              lead={<Hole state={holeOf(shown)} number={shown.place} />}
              title={shown.title}
              detail={detailed ? <Details shown={shown} /> : shortly(shown)}
            />
          ))}
        </List>
      )}
    </Card>
  )
}

const holeOf = (shown: Shown): HoleState =>
  shown.visit.isCallComplete ? 'done' : isOff(shown.visit) ? 'skipped' : shown.isNow ? 'now' : 'to-come'

/** `08:00, done`, `AM, next`. */
function shortly({ visit, isNow }: Shown): string {
  const at = visit.isCallOnly ? visit.callPeriod : visit.localStart
  const standing = visit.isCallComplete ? 'done' : isOff(visit) ? 'cancelled' : isNow ? 'next' : ''
  return [at, standing].filter(Boolean).join(', ')
}

const Details = ({ shown }: { shown: Shown }): ReactNode => (
  <>
    <span className="block">{[shown.clientName ?? 'N/A', timeLabel(shown.visit), shown.where].filter(Boolean).join(', ')}</span>
    {shown.visit.notes && <span className="line-clamp-2 block">{shown.visit.notes}</span>}
  </>
)
