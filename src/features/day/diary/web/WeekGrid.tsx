import { ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import type { OpenTimeOff } from '#features/day/diary/web/DayBands.tsx'
import { DayColumn } from '#features/day/diary/web/DayColumn.tsx'
import { DragArea } from '#features/day/diary/web/DragArea.tsx'
import type { Marks } from '#features/day/diary/web/use-day-marks.ts'
import { type Diary, type DiaryDay, emptyDay } from '#features/day/diary/web/use-diary.ts'
import { useGridShape } from '#features/day/diary/web/use-grid-shape.ts'
import type { OpenVisit } from '#features/day/diary/web/VisitCard.tsx'
import { useDaylight } from '#features/visits/appointments/web/use-daylight.ts'
import { type Day, shortWeekday } from '#lib/dates.ts'
import { cx } from '#ui/cx.ts'

export type GridProps = {
  days: readonly Day[]
  diary: Diary
  marks: Marks
  today: Day
  /** The day that is chosen, and the visit that is open. */
  selectedDay: Day | null
  openId: string | null
  /** The visit that was booked just now: it is ringed. */
  bookedId: string | null
  onSelectDay: (day: Day) => void
  /** The day with its hours. */
  onOpenDay: (day: Day) => void
  onOpen: OpenVisit
  onOpenTimeOff: OpenTimeOff | undefined
}
type Props = GridProps & {
  /** Days after the last one shown that may have work on them. */
  weekend: readonly Day[]
  /** Whose diary it is; empty for everyone's. */
  memberId: string | null
}

const DAYS = {
  columns: 'flex min-h-[400px] divide-x divide-line',
  rows: 'grid divide-y divide-line',
  list: 'flex flex-col divide-y divide-line',
} as const

/** Days side by side, one under the other where columns would be too narrow; a visit is dragged to another day (mock 08). */
export function WeekGrid({ days, weekend, diary, marks, today, selectedDay, onOpenDay, ...on }: Props) {
  const daylight = useDaylight()
  const grid = useRef<HTMLDivElement>(null)
  const isEmpty = days.every((day) => !diary.get(day)?.shown.length && !marks.has(day))
  const worked = weekend.flatMap((day) => diary.get(day) ?? []).filter(({ stops }) => stops > 0)
  const shape = useGridShape(grid, days.length, worked.length > 0)
  return (
    <DragArea>
      <div ref={grid} className="relative">
        <div className={DAYS[shape]}>
          {days.map((day) => (
            <DayColumn
              key={day}
              day={diary.get(day) ?? emptyDay(day)}
              shape={shape}
              marks={marks.get(day)}
              isToday={day === today}
              isSelected={day === selectedDay}
              daylight={daylight}
              onOpenDay={onOpenDay}
              {...on}
            />
          ))}
          {worked.length > 0 && <Weekend days={worked} isBeside={shape === 'columns'} onOpenDay={onOpenDay} />}
        </div>
        {isEmpty && shape === 'columns' && <NothingBooked />}
      </div>
    </DragArea>
  )
}

/* Shown in place of the visits, and out of the way of what is dragged there. */
const NothingBooked = () => (
  <p className="pointer-events-none absolute inset-x-0 top-[220px] text-center text-ink-2">
    <span className="rounded-md bg-surface px-2 py-1">Nothing booked</span>
  </p>
)

type WeekendProps = { days: readonly DiaryDay[]; isBeside: boolean; onOpenDay: (day: Day) => void }

/** `2 on Sat`: work on a day this view leaves out, and the way to it. */
const Weekend = ({ days, isBeside, onOpenDay }: WeekendProps) => (
  <div className={cx('flex shrink-0 bg-sunken', isBeside ? 'w-14 flex-col rounded-r-lg' : 'gap-1 p-1')}>
    {days.map(({ day, stops }) => (
      <button
        key={day}
        type="button"
        tabIndex={-1}
        data-weekend
        onClick={() => onOpenDay(day)}
        className={cx(
          'flex min-h-12 items-center justify-center gap-1 px-2 text-14 font-medium text-ink hover:bg-ground',
          isBeside ? 'min-h-[66px] border-b border-line' : 'flex-1 rounded-md',
        )}
      >
        <span>{`${stops} on ${shortWeekday(day)}`}</span>
        {!isBeside && <ChevronRight size={16} aria-hidden className="shrink-0 text-ink-2" />}
      </button>
    ))}
  </div>
)
