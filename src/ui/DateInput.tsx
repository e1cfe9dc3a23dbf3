import { type ChangeEvent, type ComponentProps, type FocusEvent, type KeyboardEvent, useRef } from 'react'
import { cx } from '#ui/cx.ts'
import { useField } from '#ui/Field.tsx'
import { INPUT_CLASS } from '#ui/input-style.ts'
import { readTime, stepTime } from '#ui/read-time.ts'

type Props = Omit<ComponentProps<'input'>, 'type'>

/** A day, `yyyy-MM-dd`, by the picker the device knows best. */
export const DateInput = ({ className, ...rest }: Props) => (
  <input {...useField()} {...rest} type="date" className={cx(INPUT_CLASS, 'appearance-none tabular-nums', className)} />
)

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
