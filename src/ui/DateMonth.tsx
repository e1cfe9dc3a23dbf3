import { ChevronLeft, ChevronRight } from 'lucide-react'
import { createContext, use, useEffect, useRef, useState } from 'react'
import { type DayButtonProps, DayPicker } from 'react-day-picker'
import { addDays, type Day, longDay, mondayOf, monthAndYear } from '#lib/dates.ts'
import { cx } from '#ui/cx.ts'
import { useDateHelp } from '#ui/date-help.ts'
import type { ReadDayInput } from '#ui/read-day.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'

type Props = ReadDayInput & { day: Day | ''; onDay: (day: Day) => void }

/* DayPicker counts in the device's own days: noon is on the same one wherever that is. */
const dateOf = (day: Day) => new Date(`${day}T12:00:00`)
const two = (part: number) => String(part).padStart(2, '0')
const dayOfDate = (date: Date): Day => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

const StopsContext = createContext<ReadonlyMap<Day, number> | undefined>(undefined)

const NAMES = {
  month_caption: 'flex h-11 items-center pl-2 text-16 font-bold md:h-9',
  months: 'relative',
  nav: 'absolute top-0 right-0 z-10 flex gap-1',
  button_previous: 'grid size-11 place-items-center rounded-md border border-line-2 hover:bg-sunken md:size-9 aria-disabled:opacity-40',
  button_next: 'grid size-11 place-items-center rounded-md border border-line-2 hover:bg-sunken md:size-9 aria-disabled:opacity-40',
  month_grid: 'mt-1 w-full table-fixed border-collapse',
  weekday: 'h-7 text-14 font-medium text-ink-2',
  day: 'p-px text-center',
}

/** A month to choose a day from, with how many stops each has; arrows walk the days, PgUp and PgDn the months. */
export function DateMonth(props: Props) {
  const { day, today, looks, min, max } = props
  const [month, setMonth] = useState(() => dateOf(day || (min && min > today ? min : max && max < today ? max : today)))
  const first = mondayOf(`${dayOfDate(month).slice(0, 7)}-01`)
  const { Stops } = useDateHelp()
  return (
    <Stops from={first} to={addDays(first, 41)}>
      {(stops) => <Month {...props} month={month} onMonth={setMonth} stops={looks === 'ahead' ? stops : undefined} />}
    </Stops>
  )
}

type MonthProps = Props & { month: Date; onMonth: (month: Date) => void; stops: ReadonlyMap<Day, number> | undefined }

function Month({ day, today, min, max, onDay, month, onMonth, stops: shown }: MonthProps) {
  return (
    <StopsContext value={shown}>
      <DayPicker
        mode="single"
        required
        autoFocus
        weekStartsOn={1}
        showOutsideDays
        selected={day ? dateOf(day) : undefined}
        onSelect={(date: Date) => onDay(dayOfDate(date))}
        month={month}
        onMonthChange={onMonth}
        today={dateOf(today)}
        disabled={[...(min ? [{ before: dateOf(min) }] : []), ...(max ? [{ after: dateOf(max) }] : [])]}
        classNames={NAMES}
        components={{ DayButton: DayOfMonth, Chevron }}
        formatters={{
          formatCaption: (date) => monthAndYear(dayOfDate(date)),
          formatWeekdayName: (date) => longDay(dayOfDate(date)).slice(0, 2),
        }}
        labels={{
          labelGrid: (date) => monthAndYear(dayOfDate(date)),
          labelPrevious: () => 'Previous month',
          labelNext: () => 'Next month',
          labelWeekday: (date) => longDay(dayOfDate(date)).split(' ')[0] ?? '',
        }}
      />
      {shown && shown.size > 0 && <p className="text-14 text-ink-2">The small figures are that day's stops.</p>}
    </StopsContext>
  )
}

const Chevron = ({ orientation }: { orientation?: string }) =>
  orientation === 'left' ? <ChevronLeft size={20} aria-hidden /> : <ChevronRight size={20} aria-hidden />

function DayOfMonth({ day, modifiers, className: _, 'aria-label': __, ...button }: DayButtonProps) {
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (modifiers.focused) ref.current?.focus()
  }, [modifiers.focused])
  const on = dayOfDate(day.date)
  const count = use(StopsContext)?.get(on)
  const words = [
    longDay(on),
    modifiers.today && 'today',
    count && `${count} ${count === 1 ? 'stop' : 'stops'}`,
    modifiers.selected && 'chosen',
  ]
  return (
    <button
      {...button}
      ref={ref}
      className={cx(
        'grid h-12 w-full content-center justify-items-center rounded-md text-16/5 tabular-nums md:h-[34px] md:text-14/4',
        modifiers.selected ? 'bg-ember font-bold text-on-ember' : 'hover:bg-sunken',
        modifiers.outside && !modifiers.selected && 'text-ink-2',
        modifiers.today && !modifiers.selected && 'border-2 border-ember font-bold',
        modifiers.disabled && 'text-ink-2 line-through hover:bg-transparent',
      )}
    >
      <VisuallyHidden>{words.filter(Boolean).join(', ')}</VisuallyHidden>
      <span aria-hidden>{day.date.getDate()}</span>
      {count && (
        <span aria-hidden className={cx('text-13/3.5', !modifiers.selected && 'font-normal text-ink-2')}>
          {count}
        </span>
      )}
    </button>
  )
}
