import { CalendarDays } from 'lucide-react'
import { type ChangeEvent, type ComponentProps, type FocusEvent, type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from 'react'
import { cx } from '#ui/cx.ts'
import { FieldError, useField } from '#ui/Field.tsx'
import { INPUT_CLASS } from '#ui/input-style.ts'
import { readTime, stepTime } from '#ui/read-time.ts'
import { type DateFieldSettings, useDateField } from '#ui/use-date-field.ts'
import { useIsPhone } from '#ui/use-width.ts'

type Props = Omit<ComponentProps<'input'>, 'type'>

const DatePopup = lazy(() => import('#ui/DatePopup.tsx').then((module) => ({ default: module.DatePopup })))

type DateProps = DateFieldSettings & {
  disabled?: boolean | undefined
  required?: boolean | undefined
  'aria-label'?: string
  /** Beside the month: so many weeks from today in one press. */
  weeks?: readonly number[]
  className?: string
}

/**
 * A day, `yyyy-MM-dd`, shown with its weekday and the same in every language of the browser. Typed as people do (`4 jan`, `mon`, `+6w`), or
 * picked from a month that shows the stops of each day: ↓ or its button opens it, on a phone any press. `register` it, or give `value`.
 */
export function DateInput({ className, disabled, required, weeks, 'aria-label': label, ...settings }: DateProps) {
  const field = useDateField(settings)
  const wired = useField()
  const faultId = useId()
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(false)
  const open = () => !disabled && setOpen(true)
  const keyDown = (event: KeyboardEvent) => {
    field.keyDown(event)
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    open()
  }
  return (
    <span className={cx('grid min-w-0 content-start gap-1.5', className)}>
      <span className="relative block min-w-0">
        <input
          {...wired}
          {...(label && { 'aria-label': label })}
          {...(field.fault && { 'aria-invalid': true, 'aria-describedby': faultId })}
          {...(required && { 'aria-required': true })}
          ref={field.input}
          name={settings.name}
          type="text"
          // A phone's keyboard would cover the month.
          inputMode={isPhone ? 'none' : 'text'}
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          aria-haspopup="dialog"
          disabled={disabled}
          placeholder="Mon 4 Jan"
          value={field.text}
          onChange={(event) => field.type(event.currentTarget.value)}
          onClick={() => isPhone && open()}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={field.blur}
          onKeyDown={keyDown}
          className={cx(INPUT_CLASS, 'pr-11 tabular-nums')}
        />
        {field.preview && (
          <span
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-11 flex items-center bg-surface/90 pl-2 text-14 text-ink-2"
          >
            {field.preview}
          </span>
        )}
        <button
          type="button"
          // The arrow opens it too, so the way through a form by Tab is no longer than before.
          tabIndex={-1}
          disabled={disabled}
          aria-label="Open a month"
          onClick={open}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-r-lg text-ink-2 hover:text-ink disabled:text-ink-2"
        >
          <CalendarDays size={18} aria-hidden />
        </button>
      </span>
      {field.fault && <FieldError id={faultId}>{field.fault}</FieldError>}
      {isOpen && (
        <Suspense>
          <DatePopup field={field} weeks={weeks} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  )
}

const STEP_MINUTES = 15

/**
 * A time of day, `HH:mm`, always in 24 hours (a device's own time field may show AM and PM). Typed as people do: 9, 930, 9.30; arrows step
 * a quarter of an hour. Reports whole times and emptiness only; any other text reverts to the last time. Uncontrolled: `register` it, or
 * give a `defaultValue`.
 */
export function TimeInput({ className, onChange, onBlur, onFocus, onKeyDown, ...rest }: Omit<Props, 'value'>) {
  const lastGood = useRef('')
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    if (/^\d{4}$/.test(input.value)) input.value = readTime(input.value) ?? input.value
    if (input.value !== '' && readTime(input.value) !== input.value) return
    lastGood.current = input.value
    onChange?.(event)
  }
  const focus = (event: FocusEvent<HTMLInputElement>) => {
    lastGood.current = event.currentTarget.value
    onFocus?.(event)
  }
  const blur = (event: FocusEvent<HTMLInputElement>) => {
    commit(event.currentTarget, lastGood.current)
    onBlur?.(event)
  }
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowUp: STEP_MINUTES, ArrowDown: -STEP_MINUTES }[event.key]
    if (step) {
      event.preventDefault()
      write(event.currentTarget, stepTime(event.currentTarget.value, step))
    }
    if (event.key === 'Enter') commit(event.currentTarget, lastGood.current)
    onKeyDown?.(event)
  }
  return (
    <input
      {...useField()}
      placeholder="09:00"
      autoComplete="off"
      {...rest}
      type="text"
      inputMode="numeric"
      maxLength={5}
      onChange={change}
      onFocus={focus}
      onBlur={blur}
      onKeyDown={keyDown}
      className={cx(INPUT_CLASS, 'tabular-nums', className)}
    />
  )
}

function commit(input: HTMLInputElement, lastGood: string) {
  const time = input.value === '' ? '' : (readTime(input.value) ?? lastGood)
  if (time !== input.value) write(input, time)
}

/* As if it had been typed, so that listeners are called: React notices only the prototype's own setter. */
function write(input: HTMLInputElement, time: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, time)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
