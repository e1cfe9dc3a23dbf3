import { useDroppable } from '@dnd-kit/core'
import { type MouseEvent, memo } from 'react'
import { DayMenuCard } from '#features/day/days/web/DayMenuCard.tsx'
import { SHOWN_PER_DAY } from '#features/day/diary/calendar.ts'
import type { DayMarks } from '#features/day/diary/day-marks.ts'
import { DayBands, type OpenTimeOff } from '#features/day/diary/web/DayBands.tsx'
import { MoreVisits } from '#features/day/diary/web/MoreVisits.tsx'
import { countWords, type DiaryDay, horsesWord } from '#features/day/diary/web/use-diary.ts'
import type { GridShape } from '#features/day/diary/web/use-grid-shape.ts'
import { isHeld, type OpenVisit, VisitCard } from '#features/day/diary/web/VisitCard.tsx'
import type { DaylightOf } from '#features/visits/appointments/web/use-daylight.ts'
import { type Day, longDay, shortWeekday } from '#lib/dates.ts'
import { cx } from '#ui/cx.ts'

type Props = {
  day: DiaryDay
  shape: GridShape
  memberId: string | null
  marks: DayMarks | undefined
  isToday: boolean
  isSelected: boolean
  /** The visit that is open, and the one that was booked just now. */
  openId: string | null
  bookedId: string | null
  daylight: DaylightOf
  onSelectDay: (day: Day) => void
  onOpenDay: (day: Day) => void
  onOpen: OpenVisit
  onOpenTimeOff: OpenTimeOff | undefined
}

/** A day of a week: a column, or where columns would be too narrow a row. At most three visits and how many more; a visit can be dropped on it. */
export const DayColumn = memo(function DayColumn(props: Props) {
  const { day, shape, marks, isSelected, onSelectDay } = props
  const { setNodeRef, isOver, active } = useDroppable({ id: day.day })
  const isTarget = isOver && !day.shown.some((shown) => isHeld(shown, active))
  const isClosed = marks?.away.some((away) => away.isClosed)
  // Its name is a button that does the same, for the keyboard.
  const press = ({ target }: MouseEvent) => {
    if (!isSelected && target instanceof Element && !target.closest('button, a')) onSelectDay(day.day)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the day's name in it is a button for that
    <section
      ref={setNodeRef}
      data-cell={day.day}
      aria-label={longDay(day.day)}
      onClick={press}
      className={cx(
        'min-w-0',
        shape === 'columns' && 'flex flex-1 basis-0 flex-col',
        shape === 'rows' && 'flex',
        isTarget ? 'bg-ember-tint/50' : isClosed && 'bg-sunken',
        isSelected && 'outline-2 -outline-offset-2 outline-ink',
      )}
    >
      <DayHead {...props} />
      <DayBody {...props} isTarget={isTarget} />
    </section>
  )
})

const VISITS = {
  columns: 'grid gap-[7px]',
  rows: 'grid grid-cols-3 gap-[7px]',
  list: 'grid gap-[7px]',
} as const

function DayBody({
  day,
  shape,
  marks,
  openId,
  bookedId,
  daylight,
  onOpen,
  onOpenDay,
  onOpenTimeOff,
  isTarget,
}: Props & { isTarget: boolean }) {
  const more = day.shown.length - SHOWN_PER_DAY
  const shown = day.shown.slice(0, SHOWN_PER_DAY)
  const isEmpty = shown.length === 0 && !marks && !isTarget
  return (
    <div className={cx('grid min-w-0 flex-1 content-start gap-[7px] p-2 md:px-1.5', isEmpty && 'max-md:hidden')}>
      <DayBands marks={marks} onOpenTimeOff={onOpenTimeOff} />
      <div className={cx('grid gap-[7px] empty:hidden', shape === 'rows' && more > 0 && 'grid-cols-[minmax(0,1fr)_auto]')}>
        {shown.length > 0 && (
          <ol className={VISITS[shape]}>
            {shown.map((one) => (
              <li key={one.visit.id} className="min-w-0">
                <VisitCard
                  shown={one}
                  isSelected={one.visit.id === openId}
                  isBooked={one.visit.id === bookedId}
                  daylight={daylight(one.visit)}
                  onOpen={onOpen}
                />
              </li>
            ))}
          </ol>
        )}
        {more > 0 && <MoreVisits day={day} more={more} onOpen={onOpen} onOpenDay={onOpenDay} />}
      </div>
      {isTarget && (
        <div className="grid min-h-[72px] place-items-center rounded-md border-2 border-dashed border-ember bg-ember-tint font-bold text-ember-ink">
          Drop here
        </div>
      )}
    </div>
  )
}

const HEAD = {
  columns: 'border-b',
  rows: 'w-[112px] shrink-0 border-r',
  list: 'border-b',
} as const

/* Pressed once it is chosen, pressed again it opens with its hours. */
const DayHead = ({ day, shape, memberId, isToday, isSelected, onSelectDay, onOpenDay }: Props) => (
  <div
    className={cx(
      'group @container relative flex border-line',
      HEAD[shape],
      isToday && (shape === 'rows' ? 'shadow-[inset_4px_0_0_var(--ember-hot)]' : 'shadow-[inset_0_4px_0_var(--ember-hot)]'),
      isSelected && 'bg-sunken',
    )}
  >
    <button
      type="button"
      tabIndex={-1}
      data-day={day.day}
      aria-pressed={isSelected}
      {...(isToday && { 'aria-current': 'date' })}
      onClick={() => (isSelected ? onOpenDay : onSelectDay)(day.day)}
      className="flex min-h-12 min-w-0 flex-1 flex-wrap items-baseline gap-x-1.5 px-3 py-2 text-left hover:bg-sunken md:min-h-[66px] md:content-start"
    >
      <span className="font-medium text-ink-2">{shortWeekday(day.day)}</span>
      <span className="text-20 font-bold">{Number(day.day.slice(8))}</span>
      {isToday && (
        <span className="ml-auto text-14 font-bold text-ember-ink pointer-fine:group-focus-within:invisible pointer-fine:group-hover:invisible md:@max-[150px]:sr-only md:pointer-coarse:mr-7">
          Today
        </span>
      )}
      <span className={cx('text-14 text-ink-2 md:w-full', !isToday && 'max-md:ml-auto')}>
        {countWords({ stops: day.stops, horses: 0 })}
        {day.horses > 0 && <span className="md:@max-[150px]:sr-only">{`, ${horsesWord(day.horses)}`}</span>}
      </span>
    </button>
    {/* With a mouse it comes with the pointer or the focus, in the place of "Today", so that a week of them is quiet. */}
    <DayMenuCard
      day={day.day}
      memberId={memberId}
      className="md:absolute md:top-1.5 md:right-1 md:size-8 md:pointer-fine:opacity-0 md:pointer-fine:group-focus-within:opacity-100 md:pointer-fine:group-hover:opacity-100"
    />
  </div>
)
