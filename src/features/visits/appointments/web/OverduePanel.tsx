import { ReceiptPoundSterling } from 'lucide-react'
import { overdueInWords, type Payer } from '#features/visits/appointments/overdue.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Note } from '#ui/Note.tsx'

type Props = { overdue: readonly Payer[]; className?: string }

/**
 * Spec §4 Terms of business: an overdue account blocks new appointments. Shown before booking; the journal records a booking in spite of
 * it.
 */
export function OverduePanel({ overdue, className }: Props) {
  const today = useToday()
  if (overdue.length === 0) return null
  return (
    <Note tone="late" icon={ReceiptPoundSterling} live {...(className && { className })}>
      <p>{overdueInWords(overdue, today)}</p>
      <p className="text-14">No new visits until it's paid. If you book anyway, it shows in Recent Activity.</p>
    </Note>
  )
}

/** The label of the button that books in spite of it. */
export const BOOK_ANYWAY = 'Book anyway'
