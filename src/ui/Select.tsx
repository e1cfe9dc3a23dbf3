import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '#ui/cx.ts'
import { useField } from '#ui/Field.tsx'
import { INPUT_CLASS } from '#ui/input-style.ts'

type Option = { value: string; label: string; disabled?: boolean }
type Props = ComponentProps<'select'> & { options: readonly Option[]; placeholder?: string }

/** One of a few, by the device's own picker. For many, or for typing, take Combobox. */
export function Select({ options, placeholder, className, ...rest }: Props) {
  return (
    <span className={cx('relative block min-w-0', className)}>
      <select {...useField()} {...rest} className={cx(INPUT_CLASS, 'appearance-none truncate pr-9')}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={18} aria-hidden className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2" />
    </span>
  )
}
