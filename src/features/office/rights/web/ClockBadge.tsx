import { CalendarClock, Check, CircleAlert, Hourglass, X } from 'lucide-react'
import type { RequestStatus } from '#features/office/rights/contract.ts'
import type { ClockState } from '#features/office/rights/rules.ts'
import { clockWords, daysLeft, STATUSES } from '#features/office/rights/words.ts'
import { Badge } from '#ui/Badge.tsx'

/** The most urgent fact about a request: its deadline, that it waits for the person, or how it ended. */
export function ClockBadge({ clockState, status }: { clockState: ClockState; status: RequestStatus }) {
  if (clockState.kind === 'closed')
    return <Badge {...(status === 'completed' ? { tone: 'ok', icon: Check } : { icon: X })}>{STATUSES[status]}</Badge>
  if (clockState.kind !== 'due')
    return (
      <Badge tone={clockState.kind === 'undated' ? 'due' : 'neutral'} icon={Hourglass}>
        {clockWords(clockState)}
      </Badge>
    )
  if (clockState.tone === 'over')
    return (
      <Badge tone="late" icon={CircleAlert}>
        {daysLeft(clockState.days)}
      </Badge>
    )
  return (
    <Badge tone={clockState.tone === 'near' ? 'due' : 'line'} icon={CalendarClock}>
      {clockWords(clockState)}
    </Badge>
  )
}
