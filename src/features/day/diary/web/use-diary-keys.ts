import { useEffect, useRef } from 'react'
import { dayBeside, VIEWS, type View } from '#features/day/diary/calendar.ts'
import type { Day } from '#lib/dates.ts'

/** A day that is not drawn by then is not waited for. */
const PATIENCE_FRAMES = 60

type Diary = {
  view: View
  day: Day
  today: Day
  walkTo: (day: Day) => void
  show: (view: View) => void
  step: (by: -1 | 1) => void
  goToToday: () => void
  /** Absent for members who may not book. */
  book: (() => void) | undefined
  help: () => void
}

/** What the keys do, as the help behind `?` lists it. */
export const DIARY_KEYS = [
  ['← →', 'The day before, the day after'],
  ['↑ ↓', 'Through the visits of a day'],
  ['Enter', 'Open the visit, or the day'],
  ['Space', 'Pick the visit up; arrows move it, Space puts it down, Shift moves without texting'],
  ['PgUp PgDn', 'Earlier, later'],
  ['n', 'New appointment on the day'],
  ['t', 'Today'],
  ['1 to 5', 'Day, 5-day, 6-day, week, month'],
  ['?', 'These keys'],
] as const

/** ui.md, Interaction: the diary by keyboard; not while typing, in a dialog, or while a visit is dragged. */
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

function commandOf(key: string, diary: Diary): (() => void) | undefined {
  const view = VIEWS[Number(key) - 1]
  if (view) return () => diary.show(view)
  switch (key) {
    case 'n':
      return diary.book
    case 't':
      return () => {
        diary.goToToday()
        focusSoon(diary.today, 0)
      }
    case '?':
      return diary.help
    case 'PageUp':
      return () => diary.step(-1)
    case 'PageDown':
      return () => diary.step(1)
    case 'ArrowLeft':
      return () => walk(diary, -1)
    case 'ArrowRight':
      return () => walk(diary, 1)
    case 'ArrowUp':
      return climb(diary, -1)
    case 'ArrowDown':
      return climb(diary, 1)
    default:
      return undefined
  }
}

/** To the adjacent day, in the same row. */
function walk({ view, day, walkTo }: Diary, by: -1 | 1) {
  const at = focused()
  const next = dayBeside(view, at?.day ?? day, by)
  walkTo(next)
  focusSoon(next, at?.row ?? 0)
}

/** Up and down a day's entries; past its end, in a month, to the week before or after. */
function climb({ view, day, walkTo }: Diary, by: -1 | 1): (() => void) | undefined {
  const at = focused()
  if (!at) return () => focusSoon(day, 0)
  const within = entriesOf(at.day)[at.row + by]
  if (within) return () => within.focus()
  if (view !== 'month') return undefined
  return () => {
    const next = dayBeside(view, at.day, 7 * by)
    walkTo(next)
    focusSoon(next, by < 0 ? Number.POSITIVE_INFINITY : 0)
  }
}

/** The day that has the focus, and which of its entries; the first is its own button. */
function focused(): { day: Day; row: number } | undefined {
  const cell = document.activeElement?.closest<HTMLElement>('[data-cell]')
  const day = cell?.dataset.cell
  return day === undefined ? undefined : { day, row: Math.max(0, entriesOf(day).indexOf(document.activeElement as HTMLElement)) }
}

const entriesOf = (day: Day): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(`[data-cell="${day}"] button`)].filter((button) => button.checkVisibility())

let frame = 0

/** Focuses once the day is on the page: at once, or when the requested days have been read and drawn. An earlier request is dropped. */
function focusSoon(day: Day, row: number, frames = PATIENCE_FRAMES) {
  cancelAnimationFrame(frame)
  const entries = entriesOf(day)
  if (entries.length > 0) entries[Math.min(row, entries.length - 1)]?.focus()
  else if (frames > 0) frame = requestAnimationFrame(() => focusSoon(day, row, frames - 1))
}

const isBusy = (target: EventTarget | null) =>
  document.querySelector('[data-holds-page]') !== null ||
  (target instanceof Element &&
    target.closest(
      'input, textarea, select, [role=dialog], [role=menu], [role=radiogroup], [role=group], [aria-pressed=true][aria-roledescription]',
    ) !== null)
