import { useCurrentUser } from '#features/core/practice/web/data.ts'
import type { Webhook } from '#features/office/webhooks/contract.ts'
import { dayOf, shortDay, timeOf } from '#lib/dates.ts'
import { Badge } from '#ui/Badge.tsx'

/** An address without what begins every one: `hooks.example/pritchel`. */
export const addressOf = (url: string): string => url.replace(/^https?:\/\//, '')

/** Writes moments by the practice's clock: `Tue 24 Nov, 10:40`. */
export function useMoments(): (at: string) => string {
  const zone = useCurrentUser()?.practice.zone ?? 'Europe/London'
  return (at) => `${shortDay(dayOf(at, zone))}, ${timeOf(at, zone)}`
}

/** How a webhook is, in a word. */
export function StatusBadge({ webhook: { isOn, failingSince, isRehearsed } }: { webhook: Webhook }) {
  if (!isOn) return <Badge tone="late">Off</Badge>
  if (failingSince) return <Badge tone="due">Failing</Badge>
  return isRehearsed ? <Badge>Rehearsed</Badge> : <Badge tone="ok">On</Badge>
}
