import { useDroppable } from '@dnd-kit/core'
import { ChevronRight } from 'lucide-react'
import { memo, useState } from 'react'
import { DayMenuCard } from '#features/day/days/web/DayMenuCard.tsx'
import { SHOWN_PER_DAY } from '#features/day/diary/calendar.ts'
import type { DayMarks } from '#features/day/diary/day-marks.ts'
import { DayBands, type OpenTimeOff } from '#features/day/diary/web/DayBands.tsx'
import { DragArea } from '#features/day/diary/web/DragArea.tsx'
import type { Marks } from '#features/day/diary/web/use-day-marks.ts'
import { countWords, type Diary, type DiaryDay, emptyDay, horsesWord } from '#features/day/diary/web/use-diary.ts'
import { type OpenVisit, VisitCard } from '#features/day/diary/web/VisitCard.tsx'
import { type DaylightOf, useDaylight } from '#features/visits/appointments/web/use-daylight.ts'
import { type Day, longDay, shortWeekday } from '#lib/dates.ts'
import { cx } from '#ui/cx.ts'

export type GridProps = {
  days: readonly Day[]
  diary: Diary
  marks: Marks
  today: Day
  /** The day that is chosen, and the visit that is open. */
  selectedDay: Day | null
  openId: string | null
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

/** Days side by side, on a phone one under the other; a visit is dragged to another day (mock 08). */
export function WeekGrid({ days, weekend, diary, marks, today, selectedDay, openId, onOpenDay, ...on }: Props) {
  const daylight = useDaylight()
  const isEmpty = days.every((day) => !diary.get(day)?.shown.length && !marks.has(day))
  const worked = weekend.flatMap((day) => diary.get(day) ?? []).filter(({ stops }) => stops > 0)
  return (
    <DragArea>
      <div className="relative">
        <div className="flex divide-line max-md:flex-col max-md:divide-y md:min-h-[480px] md:divide-x">
          {days.map((day) => (
            <DayColumn
              key={day}
              day={diary.get(day) ?? emptyDay(day)}
              marks={marks.get(day)}
              isToday={day === today}
              isSelected={day === selectedDay}
              openId={openId}
              daylight={daylight}
              onOpenDay={onOpenDay}
              {...on}
            />
          ))}
          {worked.length > 0 && <Weekend days={worked} onOpenDay={onOpenDay} />}
        </div>
        {isEmpty && <NothingBooked />}
      </div>
    </DragArea>
  )
}

/* Shown in place of the visits, and out of the way of what is dragged there. */
const NothingBooked = () => (
  <p className="pointer-events-none absolute inset-x-0 top-[220px] text-center text-ink-2 max-md:hidden">
    <span className="rounded-md bg-surface px-2 py-1">Nothing booked</span>
  </p>
)

/** `2 on Sat`: work on a day this view leaves out, and the way to it. */
const Weekend = ({ days, onOpenDay }: { days: readonly DiaryDay[]; onOpenDay: (day: Day) => void }) => (
  <div className="flex shrink-0 bg-sunken max-md:gap-1 max-md:p-1 md:w-14 md:flex-col md:rounded-r-lg">
    {days.map(({ day, stops }) => (
      <button
        key={day}
        type="button"
        tabIndex={-1}
        data-weekend
        onClick={() => onOpenDay(day)}
        className="flex min-h-12 items-center justify-center gap-1 px-2 text-14 font-medium text-ink hover:bg-ground max-md:flex-1 max-md:rounded-md md:min-h-[66px] md:border-b md:border-line"
      >
        <span>{`${stops} on ${shortWeekday(day)}`}</span>
        <ChevronRight size={16} aria-hidden className="shrink-0 text-ink-2 md:hidden" />
      </button>
    ))}
  </div>
)

type ColumnProps = Pick<GridProps, 'openId' | 'onSelectDay' | 'onOpenDay' | 'onOpen' | 'onOpenTimeOff'> & {
  day: DiaryDay
  memberId: string | null
  marks: DayMarks | undefined
  isToday: boolean
  isSelected: boolean
  daylight: DaylightOf
}

const DayColumn = memo(function DayColumn(props: ColumnProps) {
  const { day, marks, openId, daylight, onOpen, onOpenTimeOff } = props
  const [isUnfolded, setIsUnfolded] = useState(false)
  const { setNodeRef, isOver, active } = useDroppable({ id: day.day })
  const isTarget = isOver && !day.shown.some(({ visit }) => visit.id === active?.id)
  const isClosed = marks?.away.some((away) => away.isClosed)
  const more = day.shown.length - SHOWN_PER_DAY
  const shown = isUnfolded || more <= 0 ? day.shown : day.shown.slice(0, SHOWN_PER_DAY)
  return (
    <section
      ref={setNodeRef}
      data-cell={day.day}
      aria-label={longDay(day.day)}
      className={cx('min-w-0 md:flex-1 md:basis-0', isTarget ? 'bg-ember-tint/50' : isClosed && 'bg-sunken')}
    >
      <DayHead {...props} />
      <div className={cx('grid content-start gap-[7px] p-2 md:px-1.5', shown.length === 0 && !marks && !isTarget && 'max-md:hidden')}>
        <DayBands marks={marks} onOpenTimeOff={onOpenTimeOff} />
        {shown.length > 0 && (
          <ol className="grid gap-[7px]">
            {shown.map((one) => (
              <li key={one.visit.id} className="min-w-0">
                <VisitCard shown={one} isSelected={one.visit.id === openId} daylight={daylight(one.visit)} onOpen={onOpen} />
              </li>
            ))}
          </ol>
        )}
        {more > 0 && <MoreButton more={more} isUnfolded={isUnfolded} onPress={() => setIsUnfolded(!isUnfolded)} />}
        {isTarget && (
          <div className="grid min-h-[72px] place-items-center rounded-md border-2 border-dashed border-ember bg-ember-tint font-bold text-ember-ink">
            Drop here
          </div>
        )}
      </div>
    </section>
  )
})

type HeadProps = Pick<ColumnProps, 'day' | 'memberId' | 'isToday' | 'isSelected' | 'onSelectDay' | 'onOpenDay'>

/* Pressed once it is chosen, pressed again it opens with its hours. */
const DayHead = ({ day, memberId, isToday, isSelected, onSelectDay, onOpenDay }: HeadProps) => (
  <div
    className={cx(
      'group relative flex border-b border-line',
      isToday && 'shadow-[inset_0_4px_0_var(--ember-hot)]',
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
        <span className="ml-auto text-14 font-bold text-ember-ink pointer-fine:group-focus-within:invisible pointer-fine:group-hover:invisible md:max-lg:sr-only md:pointer-coarse:mr-7">
          Today
        </span>
      )}
      <span className={cx('text-14 whitespace-nowrap text-ink-2 md:w-full', !isToday && 'max-md:ml-auto')}>
        {countWords({ stops: day.stops, horses: 0 })}
        {day.horses > 0 && <span className="md:max-lg:sr-only">{`, ${horsesWord(day.horses)}`}</span>}
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

/** Spec §2 Calendar: '+N more'; here it unfolds the day in place. */
const MoreButton = ({ more, isUnfolded, onPress }: { more: number; isUnfolded: boolean; onPress: () => void }) => (
  <button
    type="button"
    tabIndex={-1}
    aria-expanded={isUnfolded}
    onClick={onPress}
    className="min-h-12 justify-self-start rounded-md px-2 text-14 font-medium text-ink-2 hover:bg-sunken md:min-h-7"
  >
    {isUnfolded ? `Show ${SHOWN_PER_DAY} only` : `+${more} more`}
  </button>
)
