import { useEffect, useRef } from 'react'
import { daysOf, type View } from '#features/appointments/calendar.ts'
import { addDays, type Day, weekdayOf } from '#lib/dates.ts'

type Diary = { view: View; day: Day; select: (day: Day) => void; goToToday: () => void; book: () => void }

/** ui.md, Interaction: arrows walk the days, `n` books, `t` goes to today; not while typing, in a dialog, or with a visit in the hand. */
export function useDiaryKeys(diary: Diary) {
  const latest = useRef(diary)
  latest.current = diary
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isBusy(event.target)) return
      const command = commandOf(event.key, latest.current)
      if (!command) return
      event.preventDefault()
      command()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

function commandOf(key: string, { view, day, select, goToToday, book }: Diary): (() => void) | undefined {
  if (key === 'n') return book
  if (key === 't') return goToToday
  const steps = { ArrowLeft: -1, ArrowRight: 1, ...(view === 'month' && { ArrowUp: -7, ArrowDown: 7 }) }[key]
  if (steps === undefined) return undefined
  return () => {
    const next = nextShown(view, addDays(day, steps), steps)
    select(next)
    focusLater(next)
  }
}

/** Five days have no weekend to stop on. */
function nextShown(view: View, day: Day, steps: number): Day {
  const isShown = daysOf(view, day).includes(day)
  return isShown
    ? day
    : steps > 0
      ? addDays(day, (8 - weekdayOf(day)) % 7)
      : addDays(day, view === '5-day' && weekdayOf(day) === 0 ? -2 : -1)
}

const focusLater = (day: Day) => requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus())

const isBusy = (target: EventTarget | null) =>
  document.querySelector('[data-holds-page]') !== null ||
  (target instanceof Element &&
    target.closest(
      'input, textarea, select, [role=dialog], [role=menu], [role=radiogroup], [role=group], [aria-pressed=true][aria-roledescription]',
    ) !== null)
