import { useDroppable } from '@dnd-kit/core'
import { memo } from 'react'
import { SHOWN_PER_DAY } from '#features/day/diary/calendar.ts'
import { busyLines, type DayMarks } from '#features/day/diary/day-marks.ts'
import { awayWords } from '#features/day/diary/web/DayBands.tsx'
import { DragArea } from '#features/day/diary/web/DragArea.tsx'
import { LazyDrag } from '#features/day/diary/web/LazyDrag.tsx'
import { countWords, type DiaryDay, emptyDay, type Shown } from '#features/day/diary/web/use-diary.ts'
import { type OpenVisit, tintOf } from '#features/day/diary/web/VisitCard.tsx'
import type { GridProps } from '#features/day/diary/web/WeekGrid.tsx'
import { isOff } from '#features/visits/appointments/rules.ts'
import { dayAndYear, longDay, shortWeekday, weekdayOf } from '#lib/dates.ts'
import { cx } from '#ui/cx.ts'
import { PendingMark } from '#ui/PendingMark.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'

type Props = GridProps & { /** `yyyy-MM` of the month; days outside are dimmed. */ month: string }

/** Six weeks; at most three entries a day and how many more (mock 09). On a phone a day shows its number of stops and opens below. */
export function MonthGrid({ days, diary, marks, month, today, selectedDay, ...on }: Props) {
  return (
    <DragArea>
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
            day={diary.get(day) ?? emptyDay(day)}
            marks={marks.get(day)}
            isOutside={!day.startsWith(month)}
            isToday={day === today}
            isSelected={day === selectedDay}
            {...on}
          />
        ))}
      </LazyDrag>
    </DragArea>
  )
}

type CellProps = Pick<GridProps, 'openId' | 'bookedId' | 'onSelectDay' | 'onOpenDay' | 'onOpen' | 'onOpenTimeOff'> & {
  day: DiaryDay
  marks: DayMarks | undefined
  isOutside: boolean
  isToday: boolean
  isSelected: boolean
}

/* Rows of one height and cells without a grid of their own: half the cost of laying a month out. */
const CELL = 'relative min-w-0 border-t border-l border-line px-[5px] pt-[3px] pb-1 nth-[-n+7]:border-t-0 nth-[7n+1]:border-l-0'

const MonthCell = memo(function MonthCell(props: CellProps) {
  const { day, marks, isOutside, isToday, isSelected, openId, bookedId, onOpenDay, onOpen, onOpenTimeOff } = props
  const { setNodeRef, isOver, active } = useDroppable({ id: day.day })
  // Nothing can be dropped on the day it comes from.
  const isTarget = isOver && !day.shown.some(({ visit }) => visit.id === active?.id)
  const isWeekend = weekdayOf(day.day) % 6 === 0
  const away = marks?.away[0]
  // A member who is away takes the place of a visit: a cell has three.
  const room = away ? SHOWN_PER_DAY - 1 : SHOWN_PER_DAY
  const more = Math.max(0, day.shown.length - room) + Math.max(0, (marks?.away.length ?? 0) - 1)
  return (
    <section
      ref={setNodeRef}
      data-cell={day.day}
      aria-label={longDay(day.day)}
      className={cx(
        CELL,
        isOutside ? 'bg-sunken' : isWeekend && 'bg-ground',
        isSelected && 'shadow-[inset_0_0_0_2px_var(--ink)]',
        isToday && 'shadow-[inset_0_0_0_2px_var(--ember)]',
        isTarget && 'bg-ember-tint',
      )}
    >
      <CellHead {...props} hasMore={more > 0} />
      {away && (
        <button
          type="button"
          tabIndex={-1}
          disabled={!onOpenTimeOff}
          onClick={() => onOpenTimeOff?.(away.timeOff.id)}
          className={cx(CHIP, 'border-control bg-neutral-tint font-medium text-neutral-ink')}
        >
          {awayWords(away)}
        </button>
      )}
      {day.shown.slice(0, room).map((shown) => (
        <MonthChip
          key={shown.visit.id}
          shown={shown}
          isOutside={isOutside}
          isSelected={shown.visit.id === openId}
          isBooked={shown.visit.id === bookedId}
          onOpen={onOpen}
        />
      ))}
      {more > 0 && (
        <button
          type="button"
          tabIndex={-1}
          onClick={() => onOpenDay(day.day)}
          className="absolute top-[3px] right-[5px] h-6 rounded-sm px-[3px] text-13 font-medium text-ink-2 underline hover:bg-sunken max-md:hidden"
        >
          +{more} more
        </button>
      )}
      {isTarget && (
        <span className="absolute inset-x-[5px] bottom-1 rounded-[5px] bg-ember-tint px-1 text-13 font-bold text-ember-ink">Drop here</span>
      )}
    </section>
  )
})

type HeadProps = Pick<CellProps, 'day' | 'marks' | 'isOutside' | 'isToday' | 'isSelected' | 'onSelectDay' | 'onOpenDay'> & {
  hasMore: boolean
}

/* Pressed once it is chosen and opens below, pressed again it opens with its hours. */
const CellHead = ({ day, marks, isOutside, isToday, isSelected, hasMore, onSelectDay, onOpenDay }: HeadProps) => {
  const special = marks?.holiday ?? marks?.clocks
  const words = [
    longDay(day.day),
    isToday && 'Today',
    special,
    ...(marks?.away.map(awayWords) ?? []),
    ...busyLines(marks?.busy ?? []),
    countWords(day),
  ]
  return (
    <button
      type="button"
      tabIndex={-1}
      data-day={day.day}
      aria-pressed={isSelected}
      {...(isToday && { 'aria-current': 'date' })}
      onClick={() => (isSelected ? onOpenDay : onSelectDay)(day.day)}
      className={cx(
        'flex h-12 w-full items-center gap-x-1.5 rounded-sm px-[3px] hover:bg-sunken max-md:flex-col max-md:justify-center md:h-6',
        hasMore && 'md:pr-16',
      )}
    >
      <VisuallyHidden>{words.filter(Boolean).join(', ')}</VisuallyHidden>
      <span
        aria-hidden
        className={cx(
          'shrink-0 text-14 whitespace-nowrap',
          isOutside ? 'font-medium text-ink-2' : 'font-bold',
          isToday && 'rounded-sm bg-ember px-[7px] font-bold text-on-ember',
        )}
      >
        {Number(day.day.slice(8))}
        {day.day.endsWith('-01') && <span className="max-md:hidden">{dayAndYear(day.day).slice(1, 5)}</span>}
      </span>
      {isToday && !special && (
        <span aria-hidden className="text-13 font-bold text-ember-ink max-md:hidden">
          Today
        </span>
      )}
      {special && (
        <span aria-hidden className="min-w-0 truncate text-13 text-ink-2 max-md:hidden">
          {special}
        </span>
      )}
      {(day.stops > 0 || marks) && (
        <span aria-hidden className="flex items-center gap-1 text-14 text-ink-2 md:hidden">
          {day.stops > 0 && day.stops}
          {marks && <span className="size-1.5 rounded-full bg-control" />}
        </span>
      )}
    </button>
  )
}

const CHIP = 'mt-[3px] block h-[21px] w-full truncate rounded-[5px] border-l-[3px] px-1.5 text-left text-13 leading-[21px] max-md:hidden'

type ChipProps = { shown: Shown; isOutside: boolean; isSelected: boolean; isBooked: boolean; onOpen: OpenVisit }

const MonthChip = memo(function MonthChip({ shown, isOutside, isSelected, isBooked, onOpen }: ChipProps) {
  const { visit, initials } = shown
  return (
    <button
      type="button"
      tabIndex={-1}
      data-visit={visit.id}
      data-on={visit.onDay}
      aria-haspopup="dialog"
      aria-roledescription="draggable"
      onClick={(event) => onOpen(shown, event.currentTarget)}
      className={cx(
        CHIP,
        tintOf(shown.place),
        isOutside ? 'bg-transparent! text-ink-2' : 'text-ink',
        'data-dragging:opacity-40',
        isOff(visit) && 'line-through',
        isSelected ? 'shadow-[0_0_0_2px_var(--ink)]' : isBooked && 'shadow-[0_0_0_2px_var(--ok)]',
      )}
    >
      {isBooked && <VisuallyHidden>Just booked</VisuallyHidden>}
      <span className="font-medium tabular-nums">
        {shown.place > 0 && `${shown.place} `}
        {visit.isCallOnly ? visit.callPeriod : visit.localStart}
      </span>{' '}
      {initials && `${initials} `}
      {shown.title}{' '}
      {(visit.isPending || visit.needsAttention) && <PendingMark isPending={visit.isPending} needsAttention={visit.needsAttention} />}
    </button>
  )
})
