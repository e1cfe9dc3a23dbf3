import { type KeyboardEvent, useState } from 'react'
import { addDays, type Day } from '#lib/dates.ts'
import { Button } from '#ui/Button.tsx'
import { DateMonth } from '#ui/DateMonth.tsx'
import { FieldError } from '#ui/Field.tsx'
import { Popover } from '#ui/Popover.tsx'
import { type ReadDayInput, readDay } from '#ui/read-day.ts'
import { Sheet } from '#ui/Sheet.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import type { useDateField } from '#ui/use-date-field.ts'
import { useIsPhone } from '#ui/use-width.ts'

type Props = { field: ReturnType<typeof useDateField>; weeks?: readonly number[] | undefined; onClose: () => void }

/** The weeks after which a horse is usually due. */
const USUAL_WEEKS = [5, 6, 8]

/** The month of a date field: beside it, or on a phone a sheet where a day can also be typed. */
export function DatePopup({ field, weeks = USUAL_WEEKS, onClose }: Props) {
  const isPhone = useIsPhone()
  const choose = (day: Day) => {
    field.choose(day)
    onClose()
  }
  const content = (
    <div className="grid gap-2.5 max-md:pt-1">
      {isPhone && <TypedDay reading={field.reading} onDay={choose} />}
      <QuickDays reading={field.reading} weeks={weeks} onDay={choose} />
      <DateMonth day={field.day} {...field.reading} onDay={choose} />
    </div>
  )
  const change = (open: boolean) => !open && onClose()
  if (isPhone)
    return (
      <Sheet open onOpenChange={change} title="Choose a day">
        {content}
      </Sheet>
    )
  return (
    <Popover
      open
      onOpenChange={change}
      anchor={field.input}
      label="Choose a day"
      className="max-h-[var(--radix-popover-content-available-height)] w-[380px] overflow-y-auto p-3"
    >
      {content}
    </Popover>
  )
}

type QuickProps = { reading: ReadDayInput; onDay: (day: Day) => void }

/* The box over the page has no keyboard of its own on a phone; here the keyboard covers only the month. */
function TypedDay({ reading, onDay }: QuickProps) {
  const [fault, setFault] = useState<string>()
  const settle = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const read = readDay(event.currentTarget.value, reading)
    setFault(read.fault)
    if (read.day) onDay(read.day)
  }
  return (
    <div className="grid gap-1.5">
      <TextInput
        aria-label="Type a day"
        placeholder="Type 4 jan, mon or +6w"
        enterKeyHint="done"
        autoComplete="off"
        maxLength={40}
        onKeyDown={settle}
        {...(fault && { 'aria-invalid': true })}
      />
      {fault && <FieldError id="typed-day">{fault}</FieldError>}
    </div>
  )
}

/** Today and the day beside it, and where the field looks ahead the weeks after which horses are due. */
function QuickDays({ reading, weeks, onDay }: QuickProps & { weeks: readonly number[] }) {
  const { today, looks, min = '', max = '9999' } = reading
  const near =
    looks === 'ahead'
      ? [['Today', today] as const, ...weeks.map((count) => [`+${count} weeks`, addDays(today, 7 * count)] as const)]
      : [['Today', today] as const, ['Yesterday', addDays(today, -1)] as const]
  const open = near.filter(([, day]) => day >= min && day <= max)
  if (open.length === 0) return null
  return (
    <div className="flex flex-wrap gap-1.5">
      {open.map(([label, day]) => (
        <Button key={label} size="sm" onClick={() => onDay(day)}>
          {label}
        </Button>
      ))}
    </div>
  )
}
