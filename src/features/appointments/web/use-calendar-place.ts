import { useCallback } from 'react'
import { useSearchParams } from 'wouter'
import { DEFAULT_VIEW, daysOf, isView, stepped, type View } from '#features/appointments/calendar.ts'
import type { Day } from '#lib/dates.ts'

/** What the calendar shows, kept in its address: `?view=month&date=2026-11-24`. */
export function useCalendarPlace(today: Day) {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('view') ?? ''
  const view: View = isView(asked) ? asked : DEFAULT_VIEW
  const date = search.get('date') ?? ''
  const selectedDay = isDay(date) ? date : null
  const day = selectedDay ?? today
  const go = useCallback(
    (next: { view?: View; date: Day | null }) =>
      setSearch((before) => {
        const after = new URLSearchParams(before)
        if (next.view) after.set('view', next.view)
        if (next.date) after.set('date', next.date)
        else after.delete('date')
        return after
      }),
    [setSearch],
  )
  const select = useCallback((on: Day) => go({ date: on }), [go])
  const isTodayShown = daysOf(view, day).includes(today)
  return {
    view,
    day,
    selectedDay,
    isTodayShown,
    select,
    show: (next: View) => go({ view: next, date: selectedDay }),
    step: (by: -1 | 1) => go({ date: stepped(view, day, by) }),
    showThisWeek: () => go({ view: 'week', date: today }),
    // Five days have no weekend: on one, today is in the whole week.
    goToToday: () => go({ date: today, ...(daysOf(view, today).includes(today) ? {} : { view: 'week' as const }) }),
  }
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
