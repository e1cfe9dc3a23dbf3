import { useFootScheme } from '#features/core/practice/web/use-foot-scheme.ts'
import type { CareNote } from '#features/visits/care/contract.ts'
import { figureLines, planLines } from '#features/visits/care/plan.ts'
import { keptUntil } from '#features/visits/care/rules.ts'
import { capital } from '#lib/capital.ts'
import { dayAndYear, shortDay } from '#lib/dates.ts'
import { useToday } from '#platform/web/use-today.ts'

type Props = { note: Pick<CareNote, 'body' | 'plan' | 'figures' | 'reviewOn' | 'ownerSeesFrom'> }

/** A note or a plan: feet, measurements, words, when its author wants to look again, and whether the owner may not read it yet. */
export function NoteWords({ note }: Props) {
  const { body, plan, figures, reviewOn } = note
  const kept = keptUntil(note, useToday())
  const scheme = useFootScheme()
  const lines = [...planLines(plan ?? {}, scheme), ...figureLines(figures ?? {}, scheme)]
  return (
    <div className="grid gap-1 [overflow-wrap:anywhere]">
      {lines.length > 0 && (
        <ul>
          {lines.map((line) => (
            <li key={line}>{capital(line)}</li>
          ))}
        </ul>
      )}
      {body && <p className="whitespace-pre-line">{body}</p>}
      {kept && (
        <p className="text-14 font-medium">{`Kept from the owner until the vet has spoken to them, ${dayAndYear(kept)} at the latest`}</p>
      )}
      {reviewOn && <p className="text-14">{`Review ${shortDay(reviewOn)}`}</p>}
    </div>
  )
}
