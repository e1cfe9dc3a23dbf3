import { Plus } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { Member } from '#features/core/practice/contract.ts'
import { MemberPicker } from '#features/core/practice/web/MemberPicker.tsx'
import { DayMenuCard } from '#features/day/days/web/DayMenuCard.tsx'
import { TimeOffListCard } from '#features/day/days/web/TimeOffListCard.tsx'
import { daysOf, headerText, stepOf, VIEWS, type View, weekendAfter } from '#features/day/diary/calendar.ts'
import { CalendarAside } from '#features/day/diary/web/CalendarAside.tsx'
import { DiaryView } from '#features/day/diary/web/DiaryView.tsx'
import { KeysHelp } from '#features/day/diary/web/KeysHelp.tsx'
import { ScheduleCard } from '#features/day/diary/web/ScheduleCard.tsx'
import { Stepper } from '#features/day/diary/web/Stepper.tsx'
import { useCalendarPlace } from '#features/day/diary/web/use-calendar-place.ts'
import { countWords, type Diary, useDiary } from '#features/day/diary/web/use-diary.ts'
import { useDiaryKeys } from '#features/day/diary/web/use-diary-keys.ts'
import { useShownMember } from '#features/day/diary/web/use-shown-member.ts'
import type { TimeOff } from '#features/visits/appointments/contract.ts'
import { useMayPlan } from '#features/visits/appointments/web/use-may-plan.ts'
import { type Day, shortDay } from '#lib/dates.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { cx } from '#ui/cx.ts'
import { Page } from '#ui/PageHeader.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

const AppointmentDialogCard = lazy(() =>
  import('#features/day/booking/web/AppointmentDialogCard.tsx').then((module) => ({ default: module.AppointmentDialogCard })),
)

const AskInDiary = lazy(() => import('#features/day/diary/web/AskInDiary.tsx').then((module) => ({ default: module.AskInDiary })))

const LABELS: Record<View, string> = { day: 'Day', '5-day': '5-day', '6-day': '6-day', week: 'Week', month: 'Month' }
const VIEW_OPTIONS = VIEWS.map((value) => ({ value, label: LABELS[value] }))

/** Spec §2 Calendar. `?view=&date=` hold the view and the date, so that a link leads there. */
export function CalendarPage() {
  const today = useToday()
  const place = useCalendarPlace(today)
  const memberId = useShownMember(place.member)
  const diary = useShownDiary(place, memberId)
  const [newOn, setNewOn] = useState<Day | null>(null)
  const [isHelping, setHelping] = useState(false)
  const mayPlan = useMayPlan()
  const book = mayPlan ? () => setNewOn(place.selectedDay ?? (place.isTodayShown ? today : place.day)) : undefined
  useDiaryKeys({ ...place, today, book, help: () => setHelping(true) })
  const isMonth = place.view === 'month'
  const [members, timeOff] = [useRows<Member>('members'), useRows<TimeOff>('time_off')]
  // What is below the grid appears with it: nothing already on the screen is pushed.
  const isFilled = diary !== undefined && timeOff !== undefined
  const isPressed = useRef(false)
  const { select: choose } = place
  const select = useCallback(
    (day: Day) => {
      isPressed.current = true
      choose(day)
    },
    [choose],
  )
  return (
    <Page>
      <div className={cx('grid items-start gap-4', !isMonth && 'min-[1440px]:grid-cols-[minmax(0,1fr)_244px]')}>
        <div className="grid min-w-0 gap-3">
          <Head place={place} memberId={memberId} counts={diary && isMonth ? monthCounts(diary, place.day) : null} onNew={book} />
          <Card aria-label={headerText(place.view, place.day)} className="overflow-clip">
            {isFilled ? (
              <DiaryView
                view={place.view}
                day={place.day}
                diary={diary}
                memberId={memberId}
                selectedDay={place.selectedDay}
                onSelectDay={select}
                onOpenDay={place.openDay}
              />
            ) : (
              // The row of whose diary it is comes with the members, and would push it.
              members && <SkeletonRows label="Loading the diary..." />
            )}
          </Card>
          {isFilled && (
            <>
              {place.view !== 'day' && place.selectedDay && <ChosenDay day={place.selectedDay} memberId={memberId} isPressed={isPressed} />}
              <Suspense>
                <AskInDiary days={daysOf(place.view, place.day)} />
                <TimeOffListCard />
              </Suspense>
            </>
          )}
        </div>
        {isFilled && (
          <CalendarAside
            today={today}
            place={place}
            memberId={memberId}
            isBelow={isMonth}
            onNew={book}
            keys={<KeysHelp open={isHelping} onOpenChange={setHelping} />}
          />
        )}
      </div>
      {newOn && (
        <Suspense>
          <AppointmentDialogCard presets={{ onDay: newOn, ...(memberId && { memberId }) }} onClose={() => setNewOn(null)} />
        </Suspense>
      )}
    </Page>
  )
}

type ChosenProps = { day: Day; memberId: string | null; isPressed: { current: boolean } }

/** The list of the day that was chosen, below the grid; one that opens out of sight by a press is brought into it. */
function ChosenDay({ day, memberId, isPressed }: ChosenProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isPressed.current || !day) return
    isPressed.current = false
    const top = list.current?.getBoundingClientRect().top ?? 0
    if (top > innerHeight - OUT_OF_SIGHT) list.current?.scrollIntoView({ block: 'center' })
  }, [day, isPressed])
  return (
    <div ref={list}>
      <ScheduleCard
        day={day}
        memberId={memberId}
        title={shortDay(day)}
        emptyText="Nothing on this day"
        detailed
        menu={<DayMenuCard day={day} memberId={memberId} className="-my-1 -mr-2" />}
      />
    </div>
  )
}

/* Of a list lower than this above the end of the screen no visit is seen. */
const OUT_OF_SIGHT = 160

type Place = ReturnType<typeof useCalendarPlace>

/** The diary of the shown span, with the weekend after it; while the next span is read, the last one stays, so that the focus does too. */
function useShownDiary({ view, day }: Place, memberId: string | null): Diary | undefined {
  const days = [...daysOf(view, day), ...weekendAfter(view, day)]
  const diary = useDiary(days[0] ?? day, days.at(-1) ?? day, memberId)
  const last = useRef(diary)
  if (diary) last.current = diary
  return diary ?? last.current
}

/** `78 stops, 164 horses` of the month itself. */
function monthCounts(diary: Diary, day: Day): string {
  const inside = [...diary.values()].filter((one) => one.day.startsWith(day.slice(0, 7)))
  const sum = (count: 'stops' | 'horses') => inside.reduce((total, one) => total + one[count], 0)
  return countWords({ stops: sum('stops'), horses: sum('horses') })
}

type HeadProps = { place: Place; memberId: string | null; counts: string | null; onNew: (() => void) | undefined }

const Head = ({ place, memberId, counts, onNew }: HeadProps) => (
  <header className="group flex flex-wrap items-center gap-2">
    <h1 className="mr-1 text-20 md:text-24 md:tracking-[-0.02em]">{headerText(place.view, place.day)}</h1>
    <Stepper what={stepOf(place.view)} onStep={place.step} />
    {!place.isTodayShown && (
      <Button onClick={place.goToToday} className={cx('max-md:order-last', place.view !== 'month' && 'min-[1440px]:hidden')}>
        Go to Today
      </Button>
    )}
    <span className="hidden flex-1 text-right text-ink-2 md:block">{counts}</span>
    {/* When there are members to choose from, the view choices take a row of their own next to the aside. */}
    <div className={cx('flex flex-wrap gap-2 max-md:w-full', place.view !== 'month' && 'md:group-has-[select]:order-1')}>
      <MemberPicker
        label="Whose diary"
        value={memberId ?? ''}
        onChange={place.showMember}
        everyone="Everyone's visits"
        className="max-md:w-full [&>label]:sr-only"
      />
      <Segmented
        label="View"
        value={place.view}
        onChange={place.show}
        options={VIEW_OPTIONS}
        className="max-md:w-full max-sm:[&>button]:px-1"
      />
    </div>
    {onNew && (
      <Button variant="primary" icon={Plus} onClick={onNew} className="max-md:flex-1">
        New Appointment
      </Button>
    )}
  </header>
)
