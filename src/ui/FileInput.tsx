import type { ComponentProps } from 'react'
import { cx } from '#ui/cx.ts'
import { useField } from '#ui/Field.tsx'

/** The browser's own choice of a file, for pages without a script; `Field` around it gives it its name. */
export const FileInput = ({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) => (
  <input
    {...useField()}
    {...rest}
    type="file"
    className={cx(
      'min-h-12 w-full rounded-md border border-control bg-surface p-2',
      'file:mr-3 file:min-h-8 file:rounded-sm file:border-0 file:bg-neutral-tint file:px-3 file:font-medium file:text-ink',
      className,
    )}
  />
)
