import type { ComponentProps } from 'react'
import { cx } from '#ui/cx.ts'
import { useField } from '#ui/Field.tsx'
import { INPUT_CLASS } from '#ui/input-style.ts'

type Props = Omit<ComponentProps<'input'>, 'type'> & { suffix?: string; prefix?: string }

/** A number with the phone's figure keys; `prefix` £ or `suffix` weeks is inside the box. Turning the wheel over it changes nothing. */
export function NumberInput({ className, suffix, prefix, ...rest }: Props) {
  return (
    <span className={cx('relative block min-w-0', className)}>
      {prefix && <span className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-2">{prefix}</span>}
      <input
        {...useField()}
        inputMode="numeric"
        {...rest}
        type="number"
        onWheel={(event) => event.currentTarget.blur()}
        className={cx(INPUT_CLASS, 'appearance-none tabular-nums', prefix && 'pl-7', suffix && 'pr-16')}
      />
      {suffix && <span className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-2">{suffix}</span>}
    </span>
  )
}
