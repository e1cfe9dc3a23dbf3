import type { ComponentProps } from 'react'
import { cx } from '#ui/cx.ts'
import { useField } from '#ui/Field.tsx'
import { INPUT_CLASS } from '#ui/input-style.ts'

/** A sum, with the £ inside the box. It is text, read by `readPence`: a number field would take a slip of the finger for emptiness. */
export function PoundsInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type' | 'inputMode'>) {
  return (
    <span className={cx('relative block min-w-0', className)}>
      <span aria-hidden className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-2">
        £
      </span>
      <input
        {...useField()}
        autoComplete="off"
        {...rest}
        type="text"
        inputMode="decimal"
        className={cx(INPUT_CLASS, 'pl-7 tabular-nums')}
      />
    </span>
  )
}
