import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '#ui/cx.ts'

type Props = ComponentProps<'button'> & { icon: LucideIcon; children: string }

/** A tool or a step: the icon above the word, as large as a thumb. The active one is pressed. */
export const ToolButton = ({ icon: Icon, children, className, ...rest }: Props) => (
  <button
    type="button"
    {...rest}
    className={cx(
      'grid min-h-14 min-w-0 flex-1 content-center justify-items-center gap-1 rounded-lg border border-transparent px-0.5 text-14 font-medium text-ink select-none hover:bg-sunken aria-pressed:border-control aria-pressed:bg-sunken aria-pressed:font-bold disabled:cursor-not-allowed disabled:border-transparent disabled:bg-transparent disabled:font-medium disabled:text-control',
      className,
    )}
  >
    <Icon size={20} aria-hidden />
    <span className="max-w-full truncate">{children}</span>
  </button>
)
