import type { ComponentProps } from 'react'
import { cx } from '#ui/cx.ts'
import { useField } from '#ui/Field.tsx'
import { INPUT_CLASS } from '#ui/input-style.ts'

/** A day, `yyyy-MM-dd`, by the picker the device knows best. */
export const DateInput = ({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) => (
  <input {...useField()} {...rest} type="date" className={cx(INPUT_CLASS, 'appearance-none tabular-nums', className)} />
)

/** A time of day, `HH:mm`. */
export const TimeInput = ({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) => (
  <input {...useField()} {...rest} type="time" className={cx(INPUT_CLASS, 'appearance-none tabular-nums', className)} />
)
