import { useCallback } from 'react'
import { useSearchParams } from 'wouter'
import { DEFAULT_VIEW, daysOf, isView, stepped, type View } from '#features/day/diary/calendar.ts'
import type { Day } from '#lib/dates.ts'

type Place = { view?: View; date?: Day | null; member?: string }

/** What the calendar shows, kept in its address: `?view=month&date=2026-11-24`, and `member=` of one farrier's diary. */
export function useCalendarPlace(today: Day) {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('view') ?? ''
  const view: View = isView(asked) ? asked : DEFAULT_VIEW
  const date = search.get('date') ?? ''
  const selectedDay = isDay(date) ? date : null
  const day = selectedDay ?? today
  const go = useCallback(
    (next: Place, how: { replace?: boolean } = {}) =>
      setSearch((before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(next))
          if (value === null) after.delete(name)
          else after.set(name, value)
        return after
      }, how),
    [setSearch],
  )
  const select = useCallback((on: Day) => go({ date: on }), [go])
  const openDay = useCallback((on: Day) => go({ view: 'day', date: on }), [go])
  return {
    view,
    day,
    selectedDay,
    isTodayShown: daysOf(view, day).includes(today),
    /** From the address: empty for everyone, null where it names none. */
    member: search.get('member'),
    select,
    /** Walking over the days leaves no trail for the back button. */
    walkTo: (on: Day) => go({ date: on }, { replace: true }),
    openDay,
    show: (next: View) => go({ view: next, date: selectedDay }),
    showMember: (member: string) => go({ member }),
    step: (by: -1 | 1) => go({ date: stepped(view, day, by) }),
    showThisWeek: () => go({ view: 'week', date: today }),
    // Five days have no weekend: on one, today is in the whole week.
    goToToday: () => go({ date: today, ...(daysOf(view, today).includes(today) ? {} : { view: 'week' as const }) }),
  }
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
