import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#ui/cx.ts'

export type BadgeTone = 'ok' | 'due' | 'late' | 'now' | 'soft' | 'flag' | 'line' | 'neutral'
type Props = { tone?: BadgeTone; icon?: LucideIcon; className?: string; children: ReactNode }

const TONE: Record<BadgeTone, string> = {
  ok: 'border-transparent bg-ok-tint text-ok-ink',
  due: 'border-transparent bg-due-tint text-due-ink',
  late: 'border-transparent bg-flag-tint text-flag-ink',
  now: 'border-transparent bg-ember text-on-ember',
  soft: 'border-transparent bg-ember-tint text-ember-ink',
  flag: 'border-transparent bg-flag text-on-flag',
  line: 'border-line-2 bg-transparent text-neutral-ink',
  neutral: 'border-transparent bg-neutral-tint text-neutral-ink',
}

/** A state in a word, with an icon or shape where one helps. The colour only repeats the word. */
export function Badge({ tone = 'neutral', icon: Icon, className, children }: Props) {
  return (
    <span
      className={cx(
        'inline-flex min-h-[26px] w-fit max-w-full shrink-0 items-center gap-[5px] rounded-sm border py-0.5 pr-[9px] text-14 font-medium whitespace-nowrap',
        Icon ? 'pl-[7px]' : 'pl-[9px]',
        TONE[tone],
        className,
      )}
    >
      {Icon && <Icon size={15} strokeWidth={2.5} aria-hidden className="shrink-0" />}
      {children}
    </span>
  )
}
