import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { seesMoney } from '#features/core/practice/rules.ts'
import { daysOf, type View, weekendAfter } from '#features/day/diary/calendar.ts'
import { MonthGrid } from '#features/day/diary/web/MonthGrid.tsx'
import { useDayMarks } from '#features/day/diary/web/use-day-marks.ts'
import { type Diary, emptyDay, type Shown } from '#features/day/diary/web/use-diary.ts'
import { usePeek } from '#features/day/diary/web/use-peek.ts'
import { useRoving } from '#features/day/diary/web/use-roving.ts'
import { WeekGrid } from '#features/day/diary/web/WeekGrid.tsx'
import { useJustBooked } from '#features/visits/appointments/web/use-just-booked.ts'
import { useMayPlan } from '#features/visits/appointments/web/use-may-plan.ts'
import type { Day } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useToday } from '#platform/web/use-today.ts'

const DayHours = lazy(() => import('#features/day/diary/web/DayHours.tsx').then((module) => ({ default: module.DayHours })))
const VisitPopover = lazy(() => import('#features/day/diary/web/VisitPopover.tsx').then((module) => ({ default: module.VisitPopover })))
const AppointmentDialogCard = lazy(() =>
  import('#features/day/booking/web/AppointmentDialogCard.tsx').then((module) => ({ default: module.AppointmentDialogCard })),
)

const NextVisitDialogCard = lazy(() =>
  import('#features/day/booking/web/NextVisitDialogCard.tsx').then((module) => ({ default: module.NextVisitDialogCard })),
)
const TimeOffDialogCard = lazy(() =>
  import('#features/day/days/web/TimeOffDialogCard.tsx').then((module) => ({ default: module.TimeOffDialogCard })),
)
const VisitCardDialogCard = lazy(() =>
  import('#features/day/visit-card/web/VisitCardDialogCard.tsx').then((module) => ({ default: module.VisitCardDialogCard })),
)
const VisitMoneyDialogCard = lazy(() =>
  import('#features/ledger/payments/web/VisitMoneyDialogCard.tsx').then((module) => ({ default: module.VisitMoneyDialogCard })),
)

type Props = {
  view: View
  /** A day of the shown span. */
  day: Day
  diary: Diary
  /** Whose diary it is; empty for everyone's. */
  memberId: string | null
  selectedDay: Day | null
  onSelectDay: (day: Day) => void
  /** Shows a day with its hours. */
  onOpenDay: (day: Day) => void
}

/** What was opened from the diary: a visit to edit, the visit after which the next is booked, one whose cards or money are shown, or time off. */
type OpenedDialog = { edited?: Shown; lastId?: string; cardOf?: string; moneyOf?: Shown; timeOffId?: string }

/** A day, a week or a month of the diary with what opens from it: a visit's details, and its form. */
export function DiaryView({ view, day, diary, memberId, selectedDay, onSelectDay, onOpenDay }: Props) {
  const today = useToday()
  const mayPlan = useMayPlan()
  const maySeeMoney = seesMoney(useSession<CurrentUser>().user?.role)
  const days = daysOf(view, day)
  const marks = useDayMarks(days[0] ?? day, days.at(-1) ?? day, memberId)
  const root = useRef<HTMLDivElement>(null)
  const peek = usePeek()
  const [opened, setOpened] = useState<OpenedDialog>()
  /** In place of the visit's details. */
  const instead = (next: OpenedDialog) => {
    peek.close()
    setOpened(next)
  }
  useRoving(root, selectedDay ?? (days.includes(today) ? today : (days[0] ?? day)))
  const press = useRef(peek.press)
  press.current = peek.press
  const open = useCallback(({ visit }: Shown, button: HTMLElement) => press.current(button, visit.id), [])
  const bookedId = useJustBooked()?.id ?? null
  const openTimeOff = useCallback((id: string) => setOpened({ timeOffId: id }), [])
  const shown = peek.open ? find(diary, peek.open.id) : undefined
  const openId = peek.open && !peek.open.isPeek ? peek.open.id : null
  const grid = {
    days,
    diary,
    marks,
    today,
    selectedDay,
    openId,
    bookedId,
    onSelectDay,
    onOpenDay,
    onOpen: open,
    onOpenTimeOff: mayPlan ? openTimeOff : undefined,
  }
  return (
    <>
      <div ref={root} data-diary {...peek.watch}>
        {view === 'month' ? (
          <MonthGrid {...grid} month={day.slice(0, 7)} />
        ) : view === 'day' ? (
          <Suspense>
            <DayHours
              key={day}
              {...grid}
              day={diary.get(day) ?? emptyDay(day)}
              marks={marks.get(day)}
              isToday={day === today}
              memberId={memberId}
            />
          </Suspense>
        ) : (
          <WeekGrid {...grid} weekend={weekendAfter(view, day)} memberId={memberId} />
        )}
      </div>
      {shown && peek.open && (
        <Suspense>
          <VisitPopover
            key={shown.visit.id}
            shown={shown}
            anchor={peek.anchor}
            isPeek={peek.open.isPeek}
            within={peek.within}
            onClose={peek.close}
            onEdit={() => instead({ edited: shown })}
            onNext={(lastId) => instead({ lastId })}
            onCard={(cardOf) => instead({ cardOf })}
            onMoney={maySeeMoney ? () => instead({ moneyOf: shown }) : undefined}
          />
        </Suspense>
      )}
      {opened && <Dialog {...opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

const Dialog = ({ edited, lastId, cardOf, moneyOf, timeOffId, onClose }: OpenedDialog & { onClose: () => void }) => (
  <Suspense>
    {edited && <AppointmentDialogCard visit={edited.visit} onClose={onClose} />}
    {lastId && <NextVisitDialogCard visitId={lastId} onClose={onClose} />}
    {cardOf && <VisitCardDialogCard visitId={cardOf} onClose={onClose} />}
    {moneyOf && <VisitMoneyDialogCard visitId={moneyOf.visit.id} name={moneyOf.title} onClose={onClose} />}
    {timeOffId && <TimeOffDialogCard id={timeOffId} onClose={onClose} />}
  </Suspense>
)

function find(diary: Diary, id: string): Shown | undefined {
  for (const { shown } of diary.values()) {
    const found = shown.find(({ visit }) => visit.id === id)
    if (found) return found
  }
  return undefined
}
