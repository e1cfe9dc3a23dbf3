import { useDroppable } from '@dnd-kit/core'
import { memo } from 'react'
import { SHOWN_PER_DAY } from '#features/appointments/calendar.ts'
import { isOff } from '#features/appointments/rules.ts'
import { DragArea } from '#features/appointments/web/DragArea.tsx'
import { LazyDrag } from '#features/appointments/web/LazyDrag.tsx'
import { countWords, type DiaryDay, type Shown } from '#features/appointments/web/use-diary.ts'
import { useMove } from '#features/appointments/web/use-telling.ts'
import { type OpenVisit, tintOf } from '#features/appointments/web/VisitCard.tsx'
import type { GridProps } from '#features/appointments/web/WeekGrid.tsx'
import { type Day, longDay, shortWeekday, weekdayOf } from '#lib/dates.ts'
import { cx } from '#ui/cx.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'

type Props = GridProps & { /** `yyyy-MM` of the month; days outside are dimmed. */ month: string }

/** Six weeks; at most three visits a day and how many more (mock 09). On a phone a day shows its number of stops and opens below. */
export function MonthGrid({ days, diary, month, today, selectedDay, openId, onSelectDay, onOpen }: Props) {
  const move = useMove()
  return (
    <DragArea onDrop={move}>
      <div aria-hidden className="grid grid-cols-7 border-b border-line-2 text-14 font-medium text-ink-2">
        {days.slice(0, 7).map((day) => (
          <span key={day} className="px-1 py-1 max-md:text-center md:px-2.5">
            {shortWeekday(day)}
          </span>
        ))}
      </div>
      <LazyDrag diary={diary} className="grid grid-cols-7 md:auto-rows-[104px]">
        {days.map((day) => (
          <MonthCell
            key={day}
            day={diary.get(day) ?? { day, shown: [], stops: 0, horses: 0, done: 0 }}
            isOutside={!day.startsWith(month)}
            isToday={day === today}
            isSelected={day === selectedDay}
            openId={openId}
            onSelect={onSelectDay}
            onOpen={onOpen}
          />
        ))}
      </LazyDrag>
    </DragArea>
  )
}

type CellProps = {
  day: DiaryDay
  isOutside: boolean
  isToday: boolean
  isSelected: boolean
  openId: string | null
  onSelect: (day: Day) => void
  onOpen: OpenVisit
}

/* Rows of one height and cells without a grid of their own: half the cost of laying a month out. */
const CELL = 'relative min-w-0 border-t border-l border-line px-[5px] pt-[3px] pb-1 nth-[-n+7]:border-t-0 nth-[7n+1]:border-l-0'

const MonthCell = memo(function MonthCell({ day, isOutside, isToday, isSelected, openId, onSelect, onOpen }: CellProps) {
  const { setNodeRef, isOver } = useDroppable({ id: day.day })
  const isWeekend = weekdayOf(day.day) % 6 === 0
  const more = day.shown.length - SHOWN_PER_DAY
  return (
    <section
      ref={setNodeRef}
      aria-label={longDay(day.day)}
      className={cx(
        CELL,
        isOutside ? 'bg-sunken' : isWeekend && 'bg-ground',
        isSelected && 'shadow-[inset_0_0_0_2px_var(--ink)]',
        isToday && 'shadow-[inset_0_0_0_2px_var(--ember)]',
        isOver && 'bg-ember-tint',
      )}
    >
      <CellHead day={day} isOutside={isOutside} isToday={isToday} isSelected={isSelected} more={more} onSelect={onSelect} />
      {day.shown.slice(0, SHOWN_PER_DAY).map((shown) => (
        <MonthChip key={shown.visit.id} shown={shown} isOutside={isOutside} isSelected={shown.visit.id === openId} onOpen={onOpen} />
      ))}
      {isOver && (
        <span className="absolute inset-x-[5px] bottom-1 rounded-[5px] bg-ember-tint px-1 text-13 font-bold text-ember-ink">Drop here</span>
      )}
    </section>
  )
})

type HeadProps = Pick<CellProps, 'day' | 'isOutside' | 'isToday' | 'isSelected' | 'onSelect'> & { more: number }

const CellHead = ({ day, isOutside, isToday, isSelected, more, onSelect }: HeadProps) => (
  <button
    type="button"
    data-day={day.day}
    aria-pressed={isSelected}
    {...(isToday && { 'aria-current': 'date' })}
    onClick={() => onSelect(day.day)}
    className="flex h-12 w-full flex-wrap items-center gap-x-1.5 rounded-sm px-[3px] hover:bg-sunken max-md:flex-col max-md:items-center md:h-6"
  >
    <VisuallyHidden>{[longDay(day.day), isToday && 'Today', countWords(day)].filter(Boolean).join(', ')}</VisuallyHidden>
    <span
      aria-hidden
      className={cx(
        'text-14',
        isOutside ? 'font-medium text-ink-2' : 'font-bold',
        isToday && 'rounded-sm bg-ember px-[7px] font-bold text-on-ember',
      )}
    >
      {Number(day.day.slice(8))}
    </span>
    {isToday && (
      <span aria-hidden className="text-13 font-bold text-ember-ink max-md:hidden">
        Today
      </span>
    )}
    {day.stops > 0 && (
      <span aria-hidden className="text-14 text-ink-2 md:hidden">
        {day.stops}
      </span>
    )}
    {more > 0 && (
      <span aria-hidden className="ml-auto text-13 font-medium text-ink-2 underline max-md:hidden">
        +{more} more
      </span>
    )}
  </button>
)

type ChipProps = { shown: Shown; isOutside: boolean; isSelected: boolean; onOpen: OpenVisit }

const MonthChip = memo(function MonthChip({ shown, isOutside, isSelected, onOpen }: ChipProps) {
  const { visit } = shown
  return (
    <button
      type="button"
      data-visit={visit.id}
      data-on={visit.onDay}
      aria-roledescription="draggable"
      onClick={(event) => onOpen(shown, event.currentTarget)}
      className={cx(
        'mt-[3px] block h-[21px] w-full truncate rounded-[5px] border-l-[3px] px-1.5 text-left text-13 leading-[21px] max-md:hidden',
        tintOf(shown.place),
        isOutside ? 'bg-transparent! text-ink-2' : 'text-ink',
        'data-dragging:opacity-40',
        isOff(visit) && 'line-through',
        isSelected && 'shadow-[0_0_0_2px_var(--ink)]',
      )}
    >
      <span className="font-medium tabular-nums">
        {shown.place > 0 && `${shown.place} `}
        {visit.isCallOnly ? visit.callPeriod : visit.localStart}
      </span>{' '}
      {shown.title}
    </button>
  )
})
