import { Check, Circle, CircleAlert, Clock, Hourglass, type LucideIcon, Siren, SkipForward } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge, type BadgeTone } from '#ui/Badge.tsx'

const LOOK = {
  current: { tone: 'ok', icon: Check, word: 'Current' },
  'due-soon': { tone: 'due', icon: Clock, word: 'Due soon' },
  overdue: { tone: 'late', icon: CircleAlert, word: 'Overdue' },
  none: { tone: 'neutral', icon: Circle, word: 'No date yet' },
  pending: { tone: 'due', icon: Hourglass, word: 'Pending' },
  complete: { tone: 'ok', icon: Check, word: 'Complete' },
  skipped: { tone: 'neutral', icon: SkipForward, word: 'Not done' },
  emergency: { tone: 'flag', icon: Siren, word: 'Emergency' },
} as const satisfies Record<string, { tone: BadgeTone; icon: LucideIcon; word: string }>

export type Status = keyof typeof LOOK

/** The state of a horse or a visit: the same icon and colour for it everywhere. `children` replace the word ("7 days over"). */
export function StatusBadge({ status, children, className }: { status: Status; children?: ReactNode; className?: string }) {
  const { tone, icon, word } = LOOK[status]
  return (
    <Badge tone={tone} icon={icon} {...(className && { className })}>
      {children ?? word}
    </Badge>
  )
}
