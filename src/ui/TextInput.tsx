import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '#ui/cx.ts'
import { useField } from '#ui/Field.tsx'
import { INPUT_CLASS } from '#ui/input-style.ts'

type Props = Omit<ComponentProps<'input'>, 'type'> & { type?: 'text' | 'email' | 'tel' | 'password' | 'url' | 'search'; icon?: LucideIcon }

/** One line of words. Put it in a Field; on its own (a search box) give it an `aria-label`. */
export function TextInput({ className, type = 'text', icon: Icon, ...rest }: Props) {
  const input = <input {...useField()} {...rest} type={type} className={cx(INPUT_CLASS, Icon ? 'pl-10' : className)} />
  if (!Icon) return input
  return (
    <span className={cx('relative block min-w-0', className)}>
      <Icon size={18} aria-hidden className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-2" />
      {input}
    </span>
  )
}
