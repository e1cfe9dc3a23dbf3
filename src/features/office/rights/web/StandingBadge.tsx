import { CalendarClock, Check, CircleAlert, Hourglass, X } from 'lucide-react'
import type { RequestStatus } from '#features/office/rights/contract.ts'
import type { Standing } from '#features/office/rights/rules.ts'
import { daysLeft, STATUSES, standingWords } from '#features/office/rights/words.ts'
import { Badge } from '#ui/Badge.tsx'

/** What is most pressing about a request: its day, that they are waited for, or how it ended. */
export function StandingBadge({ standing, status }: { standing: Standing; status: RequestStatus }) {
  if (standing.kind === 'closed')
    return <Badge {...(status === 'completed' ? { tone: 'ok', icon: Check } : { icon: X })}>{STATUSES[status]}</Badge>
  if (standing.kind !== 'due')
    return (
      <Badge tone={standing.kind === 'undated' ? 'due' : 'neutral'} icon={Hourglass}>
        {standingWords(standing)}
      </Badge>
    )
  if (standing.tone === 'over')
    return (
      <Badge tone="late" icon={CircleAlert}>
        {daysLeft(standing.days)}
      </Badge>
    )
  return (
    <Badge tone={standing.tone === 'near' ? 'due' : 'line'} icon={CalendarClock}>
      {standingWords(standing)}
    </Badge>
  )
}
