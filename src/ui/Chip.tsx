import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = { pressed: boolean; onPressedChange: (pressed: boolean) => void; icon?: LucideIcon; count?: number; children: ReactNode }

/** A filter that is on or off: "Due soon 14". */
export const Chip = ({ pressed, onPressedChange, icon: Icon, count, children }: Props) => (
  <button
    type="button"
    aria-pressed={pressed}
    onClick={() => onPressedChange(!pressed)}
    className="inline-flex min-h-12 shrink-0 items-center gap-1.5 rounded-full border border-line-2 bg-surface px-4 text-14 font-medium whitespace-nowrap aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-surface md:min-h-[34px] md:px-3"
  >
    {Icon && <Icon size={16} aria-hidden />}
    {children}
    {count !== undefined && <span className="tabular-nums">{count}</span>}
  </button>
)
