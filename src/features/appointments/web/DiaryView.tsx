import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import { daysOf, type View } from '#features/appointments/calendar.ts'
import { MonthGrid } from '#features/appointments/web/MonthGrid.tsx'
import type { Diary, Shown } from '#features/appointments/web/use-diary.ts'
import { WeekGrid } from '#features/appointments/web/WeekGrid.tsx'
import type { Day } from '#lib/dates.ts'
import { useToday } from '#platform/web/use-today.ts'

const VisitPopover = lazy(() => import('#features/appointments/web/VisitPopover.tsx').then((module) => ({ default: module.VisitPopover })))
const AppointmentDialogCard = lazy(() =>
  import('#features/appointments/web/AppointmentDialogCard.tsx').then((module) => ({ default: module.AppointmentDialogCard })),
)

type Props = {
  view: View
  /** A day of what is shown. */
  day: Day
  diary: Diary
  selectedDay: Day | null
  onSelectDay: (day: Day) => void
}

/** A week or a month of the diary with what opens from it: a visit's details, and its form. */
export function DiaryView({ view, day, diary, selectedDay, onSelectDay }: Props) {
  const today = useToday()
  const [openId, setOpenId] = useState<string | null>(null)
  const [edited, setEdited] = useState<Shown>()
  const anchor = useRef<HTMLElement | null>(null)
  const open = useCallback((shown: Shown, button: HTMLElement) => {
    anchor.current = button
    setOpenId(shown.visit.id)
  }, [])
  const shown = openId === null ? undefined : find(diary, openId)
  const grid = { days: daysOf(view, day), diary, today, selectedDay, openId, onSelectDay, onOpen: open }
  return (
    <>
      {view === 'month' ? <MonthGrid {...grid} month={day.slice(0, 7)} /> : <WeekGrid {...grid} />}
      {shown && (
        <Suspense>
          <VisitPopover
            key={shown.visit.id}
            shown={shown}
            anchor={anchor}
            onClose={() => setOpenId(null)}
            onEdit={() => {
              setOpenId(null)
              setEdited(shown)
            }}
          />
        </Suspense>
      )}
      {edited && (
        <Suspense>
          <AppointmentDialogCard visit={edited.visit} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function find(diary: Diary, id: string): Shown | undefined {
  for (const { shown } of diary.values()) {
    const found = shown.find(({ visit }) => visit.id === id)
    if (found) return found
  }
  return undefined
}
