import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#ui/cx.ts'

type Props = { icon: LucideIcon; look?: string; children: ReactNode }

/** One point of the line: a sign on the rail, and its words. */
export const TimelinePoint = ({ icon: Icon, look = 'border border-line-2 bg-surface text-ink-2', children }: Props) => (
  <li className="grid grid-cols-[32px_minmax(0,1fr)] gap-x-3 [&:last-child_.rail]:hidden">
    <span className="flex flex-col items-center">
      <span aria-hidden className={cx('grid size-8 shrink-0 place-items-center rounded-full', look)}>
        <Icon size={18} />
      </span>
      <span aria-hidden className="rail w-0.5 grow bg-line-2" />
    </span>
    <div className="min-w-0 pt-1 pb-4">{children}</div>
  </li>
)
