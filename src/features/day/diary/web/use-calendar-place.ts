import { useCallback, useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { DEFAULT_VIEW, daysOf, isView, stepped, type View } from '#features/day/diary/calendar.ts'
import { useOpeningDay } from '#features/day/diary/web/use-opening-day.ts'
import { type JustBooked, useJustBooked } from '#features/visits/appointments/web/use-just-booked.ts'
import type { Day } from '#lib/dates.ts'

type Place = { view?: View; date?: Day | null; member?: string }

/** What the calendar shows, kept in its address: `?view=month&date=2026-11-24`, and `member=` of one farrier's diary. */
export function useCalendarPlace(today: Day) {
  const [search, setSearch] = useSearchParams()
  const opening = useOpeningDay()
  const booked = useJustBooked()
  const asked = search.get('view') ?? ''
  const view: View = isView(asked) ? asked : viewWith(booked?.onDay)
  const date = search.get('date') ?? ''
  const selectedDay = isDay(date) ? date : null
  // A day alone, unlike a week, is worth opening even when it is empty.
  const day = selectedDay ?? (view === 'day' && !booked ? today : opening)
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
  useGoToBooked(booked, ({ onDay }) => {
    if (!daysOf(view, day).includes(onDay)) go({ date: onDay, ...(daysOf(view, onDay).includes(onDay) ? {} : { view: 'week' as const }) })
  })
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

/* Five days have no weekend. */
const viewWith = (day: Day | undefined): View => (day && !daysOf(DEFAULT_VIEW, day).includes(day) ? 'week' : DEFAULT_VIEW)

/** A visit that is booked while the calendar is open. */
function useGoToBooked(booked: JustBooked | undefined, go: (booked: JustBooked) => void) {
  const last = useRef(booked)
  useEffect(() => {
    if (last.current === booked) return
    last.current = booked
    if (booked) go(booked)
  })
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
