import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { DEFAULT_VIEW, daysOf, headerText } from '#features/appointments/calendar.ts'
import { CalendarAside } from '#features/appointments/web/CalendarAside.tsx'
import { DiaryView } from '#features/appointments/web/DiaryView.tsx'
import { ScheduleCard } from '#features/appointments/web/ScheduleCard.tsx'
import { Stepper } from '#features/appointments/web/Stepper.tsx'
import { useCalendarPlace } from '#features/appointments/web/use-calendar-place.ts'
import { countWords, type Diary, useDiary } from '#features/appointments/web/use-diary.ts'
import { useDiaryKeys } from '#features/appointments/web/use-diary-keys.ts'
import { type Day, shortDay } from '#lib/dates.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { cx } from '#ui/cx.ts'
import { Page } from '#ui/PageHeader.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

const AppointmentDialogCard = lazy(() =>
  import('#features/appointments/web/AppointmentDialogCard.tsx').then((module) => ({ default: module.AppointmentDialogCard })),
)

const VIEW_OPTIONS = [
  { value: '5-day', label: '5-day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
] as const

/** Spec §2 Calendar. `?view=&date=` say what is shown, so that a link leads there. */
export function CalendarPage() {
  const today = useToday()
  const place = useCalendarPlace(today)
  const [newOn, setNewOn] = useState<Day | null>(null)
  const book = () => setNewOn(place.selectedDay ?? (place.isTodayShown ? today : place.day))
  useDiaryKeys({ ...place, book })
  const isMonth = place.view === 'month'
  const days = daysOf(place.view, place.day)
  const diary = useDiary(days[0] ?? place.day, days.at(-1) ?? place.day)
  return (
    <Page>
      <div className={cx('grid items-start gap-4', !isMonth && 'xl:grid-cols-[minmax(0,1fr)_244px]')}>
        <div className="grid min-w-0 gap-3">
          <Head place={place} counts={diary && isMonth ? monthCounts(diary, place.day) : null} onNew={book} />
          <Card aria-label={headerText(place.view, place.day)} className="overflow-clip">
            {diary ? (
              <DiaryView view={place.view} day={place.day} diary={diary} selectedDay={place.selectedDay} onSelectDay={place.select} />
            ) : (
              <SkeletonRows label="Loading the diary..." />
            )}
          </Card>
          {isMonth && place.selectedDay && (
            <ScheduleCard day={place.selectedDay} title={shortDay(place.selectedDay)} emptyText="Nothing on this day" detailed />
          )}
        </div>
        <CalendarAside today={today} place={place} isBelow={isMonth} onNew={book} />
      </div>
      {newOn && (
        <Suspense>
          <AppointmentDialogCard presets={{ onDay: newOn }} onClose={() => setNewOn(null)} />
        </Suspense>
      )}
    </Page>
  )
}

type Place = ReturnType<typeof useCalendarPlace>

/** `78 stops, 164 horses` of the month itself. */
function monthCounts(diary: Diary, day: Day): string {
  const inside = [...diary.values()].filter((one) => one.day.startsWith(day.slice(0, 7)))
  const sum = (count: 'stops' | 'horses') => inside.reduce((total, one) => total + one[count], 0)
  return countWords({ stops: sum('stops'), horses: sum('horses') })
}

const Head = ({ place, counts, onNew }: { place: Place; counts: string | null; onNew: () => void }) => (
  <header className="flex flex-wrap items-center gap-2">
    <h1 className="mr-1 text-20 md:text-24 md:tracking-[-0.02em]">{headerText(place.view, place.day)}</h1>
    <Stepper what={place.view === 'month' ? 'month' : 'week'} onStep={place.step} />
    {!place.isTodayShown && (
      <Button onClick={place.goToToday} className={cx(place.view !== 'month' && 'xl:hidden')}>
        Go to Today
      </Button>
    )}
    <span className="hidden flex-1 text-right text-ink-2 md:block">{counts}</span>
    <Segmented
      label="View"
      value={place.view === '6-day' ? DEFAULT_VIEW : place.view}
      onChange={place.show}
      options={VIEW_OPTIONS}
      className="max-md:flex-1"
    />
    <Button variant="primary" icon={Plus} onClick={onNew} className="max-md:w-full">
      New Appointment
    </Button>
  </header>
)
