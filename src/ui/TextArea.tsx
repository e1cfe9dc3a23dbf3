import type { ComponentProps } from 'react'
import { cx } from '#ui/cx.ts'
import { useField } from '#ui/Field.tsx'
import { INPUT_CLASS } from '#ui/input-style.ts'

/** Several lines of words; grows with what is typed where the browser can. */
export const TextArea = ({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) => (
  <textarea {...useField()} rows={rows} {...rest} className={cx(INPUT_CLASS, 'field-sizing-content min-h-20! py-2', className)} />
)
