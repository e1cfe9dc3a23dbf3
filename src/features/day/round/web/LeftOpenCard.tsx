import { Moon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { leftOpenWords } from '#features/day/round/left-open.ts'
import type { RoundDay } from '#features/day/round/round-day.ts'
import { useForgottenDay, useRound } from '#features/day/round/web/use-round.ts'
import type { Day } from '#lib/dates.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'

const CloseDayDialog = lazy(() =>
  import('#features/day/round/web/CloseDayDialog.tsx').then((module) => ({ default: module.CloseDayDialog })),
)

type Props = {
  round: RoundDay
  /** Goes on with today's round without closing it. */
  onGoOn?: () => void
}

/** A round that no one closed: what was done and what goes to another day is entered in one place, and no times are given any more. */
export function LeftOpenCard({ round, onGoOn }: Props) {
  const today = useToday()
  const [isClosing, setClosing] = useState(false)
  return (
    <section aria-labelledby={`left-open-${round.day}`} className="grid gap-3 rounded-lg border border-line bg-surface p-4">
      <h2 id={`left-open-${round.day}`} className="flex items-start gap-2 text-20">
        <Moon size={24} aria-hidden className="mt-0.5 shrink-0" />
        {leftOpenWords(round.day, today, round.progress.remaining)}
      </h2>
      <p className="text-ink-2">Mark the stops you did, and move the rest.</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" size="lg" className="max-md:w-full" onClick={() => setClosing(true)}>
          Close the day
        </Button>
        {onGoOn && (
          <Button size="lg" variant="quiet" className="max-md:w-full" onClick={onGoOn}>
            I'm still out
          </Button>
        )}
      </div>
      {isClosing && (
        <Suspense>
          <CloseDayDialog round={round} onClose={() => setClosing(false)} />
        </Suspense>
      )}
    </section>
  )
}

/** The same for the last day that was forgotten; nothing when there is none. */
export function ForgottenCard({ memberId }: { memberId: string }) {
  const day = useForgottenDay(useToday(), memberId)
  return day ? <Forgotten day={day} memberId={memberId} /> : null
}

function Forgotten({ day, memberId }: { day: Day; memberId: string }) {
  const round = useRound(day, memberId)
  if (!round || round.progress.remaining === 0 || round.round?.state === 'finished') return null
  return (
    <div className="mb-3">
      <LeftOpenCard round={round} />
    </div>
  )
}
