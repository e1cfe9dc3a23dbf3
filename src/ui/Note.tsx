import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#ui/cx.ts'

type Tone = 'neutral' | 'due' | 'late' | 'ok' | 'ember'
type Props = { tone?: Tone; icon?: LucideIcon; live?: boolean; className?: string; children: ReactNode }

const TONE: Record<Tone, string> = {
  neutral: 'bg-neutral-tint text-ink',
  due: 'bg-due-tint text-due-ink',
  late: 'bg-flag-tint text-flag-ink',
  ok: 'bg-ok-tint text-ok-ink',
  ember: 'bg-ember-tint text-ember-ink',
}

/** A sentence to be set apart: a warning, a special note. `live` when it appears in response to the person's action. */
export function Note({ tone = 'neutral', icon: Icon, live = false, className, children }: Props) {
  return (
    <div role={live ? 'status' : undefined} className={cx('flex items-start gap-3 rounded-lg px-4 py-3', TONE[tone], className)}>
      {Icon && <Icon size={20} aria-hidden className="mt-0.5 shrink-0" />}
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
