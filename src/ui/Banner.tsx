import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#ui/cx.ts'

type Props = { tone: 'offline' | 'due' | 'test'; icon?: LucideIcon; live?: boolean; children: ReactNode }

const TONE = {
  offline: 'border-b border-flag-line bg-flag-tint text-flag-ink',
  due: 'border-b border-due-line bg-due-tint text-due-ink',
  test: 'bg-due text-on-due',
}

/** A strip across the page for something that holds for all of it. `live` when it can come and go. */
export const Banner = ({ tone, icon: Icon, live = false, children }: Props) => (
  <div
    role={live ? 'status' : undefined}
    className={cx('flex min-h-10 items-center justify-center gap-2 px-4 py-1.5 text-center text-14 font-medium', TONE[tone])}
  >
    {Icon && <Icon size={16} aria-hidden className="shrink-0" />}
    <span>{children}</span>
  </div>
)
