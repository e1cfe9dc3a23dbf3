import { TriangleAlert } from 'lucide-react'
import type { TimeOff, VisitRow } from '#features/appointments/contract.ts'
import { overlaps, type When } from '#features/appointments/rules.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { Note } from '#ui/Note.tsx'

type Props = { visitId: string; memberId: string; isCallOnly: boolean; when: When }

/** A double booking or time off is said, never refused (product.md, Not doing). */
export function DoubleBookingNote({ visitId, memberId, isCallOnly, when }: Props) {
  const visits = useRows<VisitRow>('appointments', { day: when.onDay })
  const timeOff = useRows<TimeOff>('time_off')
  const draft = { id: visitId, memberId, isCallOnly, status: 'booked' as const, startTime: when.startTime, endTime: when.endTime }
  const clashes = overlaps(draft, visits ?? [])
  const away = timeOff?.find((off) => off.fromDay <= when.onDay && when.onDay <= off.toDay && (!off.memberId || off.memberId === memberId))
  const warnings = [
    clashes.length > 0 &&
      `Double booking: ${clashes.map((clash) => `${clash.title} ${clash.localStart} to ${clash.localEnd}`).join(', ')}.`,
    away && `You are away that day: ${away.title || away.kind}.`,
  ].filter(Boolean)
  if (warnings.length === 0) return null
  return (
    <Note tone="due" icon={TriangleAlert} live className="mt-4">
      {warnings.join(' ')} You can book it all the same.
    </Note>
  )
}
