import { useDroppable } from '@dnd-kit/core'
import { memo, useState } from 'react'
import { SHOWN_PER_DAY } from '#features/appointments/calendar.ts'
import { DragArea } from '#features/appointments/web/DragArea.tsx'
import { countWords, type Diary, type DiaryDay } from '#features/appointments/web/use-diary.ts'
import { useMove } from '#features/appointments/web/use-telling.ts'
import { type OpenVisit, VisitCard } from '#features/appointments/web/VisitCard.tsx'
import { type Day, longDay, shortWeekday } from '#lib/dates.ts'
import { cx } from '#ui/cx.ts'

export type GridProps = {
  days: readonly Day[]
  diary: Diary
  today: Day
  /** The day that is chosen, and the visit that is open. */
  selectedDay: Day | null
  openId: string | null
  onSelectDay: (day: Day) => void
  onOpen: OpenVisit
}

/** Days side by side, on a phone one under the other; a visit is dragged to another day (mock 08). */
export function WeekGrid({ days, diary, today, selectedDay, openId, onSelectDay, onOpen }: GridProps) {
  const move = useMove()
  return (
    <DragArea onDrop={move}>
      <div
        className={cx(
          'grid divide-line max-md:divide-y md:min-h-[480px] md:divide-x',
          days.length === 5 ? 'md:grid-cols-5' : COLUMNS[days.length],
        )}
      >
        {days.map((day) => (
          <DayColumn
            key={day}
            day={diary.get(day) ?? { day, shown: [], stops: 0, horses: 0, done: 0 }}
            isToday={day === today}
            isSelected={day === selectedDay}
            openId={openId}
            onSelect={onSelectDay}
            onOpen={onOpen}
          />
        ))}
      </div>
    </DragArea>
  )
}

const COLUMNS: Record<number, string> = { 6: 'md:grid-cols-6', 7: 'md:grid-cols-7' }

type ColumnProps = {
  day: DiaryDay
  isToday: boolean
  isSelected: boolean
  openId: string | null
  onSelect: (day: Day) => void
  onOpen: OpenVisit
}

const DayColumn = memo(function DayColumn({ day, isToday, isSelected, openId, onSelect, onOpen }: ColumnProps) {
  const [isUnfolded, setIsUnfolded] = useState(false)
  const { setNodeRef, isOver, active } = useDroppable({ id: day.day })
  const isTarget = isOver && !day.shown.some(({ visit }) => visit.id === active?.id)
  const more = day.shown.length - SHOWN_PER_DAY
  const shown = isUnfolded || more <= 0 ? day.shown : day.shown.slice(0, SHOWN_PER_DAY)
  return (
    <section ref={setNodeRef} aria-label={longDay(day.day)} className={cx('min-w-0', isTarget && 'bg-ember-tint/50')}>
      <DayHead day={day} isToday={isToday} isSelected={isSelected} onSelect={onSelect} />
      <div className={cx('grid content-start gap-[7px] p-2', shown.length === 0 && !isTarget && 'max-md:hidden')}>
        {shown.length > 0 && (
          <ol className="grid gap-[7px]">
            {shown.map((one) => (
              <li key={one.visit.id} className="min-w-0">
                <VisitCard shown={one} isSelected={one.visit.id === openId} onOpen={onOpen} />
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

const DayHead = ({ day, isToday, isSelected, onSelect }: Pick<ColumnProps, 'day' | 'isToday' | 'isSelected' | 'onSelect'>) => (
  <button
    type="button"
    data-day={day.day}
    aria-pressed={isSelected}
    {...(isToday && { 'aria-current': 'date' })}
    onClick={() => onSelect(day.day)}
    className={cx(
      'flex min-h-12 w-full flex-wrap items-baseline gap-x-1.5 border-b border-line px-3 py-2 text-left hover:bg-sunken md:min-h-[66px] md:content-start',
      isToday && 'shadow-[inset_0_4px_0_var(--ember-hot)]',
      isSelected && 'bg-sunken',
    )}
  >
    <span className="font-medium text-ink-2">{shortWeekday(day.day)}</span>
    <span className="text-20 font-bold">{Number(day.day.slice(8))}</span>
    {isToday && <span className="ml-auto text-14 font-bold text-ember-ink">Today</span>}
    <span className={cx('text-14 whitespace-nowrap text-ink-2 md:w-full', !isToday && 'max-md:ml-auto')}>{countWords(day)}</span>
  </button>
)

/** Spec §2 Calendar: '+N more'; here it opens the day where it stands. */
const MoreButton = ({ more, isUnfolded, onPress }: { more: number; isUnfolded: boolean; onPress: () => void }) => (
  <button
    type="button"
    aria-expanded={isUnfolded}
    onClick={onPress}
    className="min-h-12 justify-self-start rounded-md px-2 text-14 font-medium text-ink-2 hover:bg-sunken md:min-h-7"
  >
    {isUnfolded ? `Show ${SHOWN_PER_DAY} only` : `+${more} more`}
  </button>
)
