import { TriangleAlert } from 'lucide-react'
import { type Placed, warningsFor } from '#features/visits/appointments/availability.ts'
import { usePlacedBetween, useWorkingLives } from '#features/visits/appointments/web/use-working-life.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Note } from '#ui/Note.tsx'

/** Warnings to read before booking, each on a line of its own. None of them blocks the booking (product.md, Not doing). */
const Warnings = ({ texts, className }: { texts: readonly string[]; className?: string }) =>
  texts.length > 0 && (
    <Note tone="due" icon={TriangleAlert} live {...(className && { className })}>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p className="text-14">You can still book it.</p>
    </Note>
  )

/** What speaks against the day and time of a visit. */
export function WarningsPanel({ visit, className }: { visit: Placed; className?: string }) {
  const others = usePlacedBetween(visit.onDay, visit.onDay)
  const lives = useWorkingLives()
  const today = useToday()
  if (!others || !lives) return null
  const texts = warningsFor(visit, others, lives(visit.memberId), today).map((warning) => warning.text)
  return <Warnings texts={texts} {...(className && { className })} />
}
