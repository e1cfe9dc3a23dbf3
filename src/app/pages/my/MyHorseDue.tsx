import type { Cycle, HorseView } from '#app/my/horse-view.ts'
import { cardDay } from '#features/day/visit-card/card.ts'
import { capital } from '#lib/capital.ts'
import { Badge } from '#ui/Badge.tsx'

/** When the horse is due next, and how far it is in its cycle. */
export const MyHorseDue = ({ due }: { due: NonNullable<HorseView['due']> }) => (
  <section aria-label="Next due" className="grid gap-2 rounded-lg border border-line bg-surface p-4">
    {due.cycle && <CycleBar cycle={due.cycle} />}
    <p className="flex flex-wrap items-center justify-between gap-2">
      <Badge tone={due.tone}>{capital(due.words)}</Badge>
      {due.cycle && <span className="text-14 text-ink-2">Last done {cardDay(due.cycle.lastDay)}</span>}
    </p>
  </section>
)

/* A drawing, because the policy of this page refuses styles written into the markup. */
function CycleBar({ cycle: { days, passed } }: { cycle: Cycle }) {
  const whole = Math.max(days, passed, 1)
  const share = (count: number) => Math.round((count / whole) * 1000) / 10
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      className="h-2.5 w-full overflow-hidden rounded-full bg-sunken shadow-[inset_0_0_0_1px_var(--line-2)]"
    >
      <rect width={share(Math.min(passed, days))} height="10" className="fill-ok" />
      {passed > days && <rect x={share(days)} width={share(passed - days)} height="10" className="fill-flag" />}
      <rect x={Math.min(99, share(days))} width="1" height="10" className="fill-ink" />
    </svg>
  )
}
