import { dueInWords, whyNoStatus } from '#features/records/horses/rules.ts'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { useToday } from '#platform/web/use-today.ts'
import { StatusBadge } from '#ui/StatusBadge.tsx'

type Props = {
  horse: Pick<KnownHorse, 'status'> & Parameters<typeof whyNoStatus>[0]
  /** Shows how many days overdue instead of the plain word. */
  counts?: boolean
}

/** A horse's status in its cycle: Current, Due soon, Overdue, or why it has none. */
export function HorseStatusBadge({ horse, counts = false }: Props) {
  const today = useToday()
  if (horse.status === 'none') return <StatusBadge status="none">{whyNoStatus(horse, today)}</StatusBadge>
  const words = counts && horse.nextDue && horse.status === 'overdue' ? dueInWords(horse.nextDue, today) : undefined
  return <StatusBadge status={horse.status}>{words}</StatusBadge>
}
