import { useFootScheme } from '#features/core/practice/web/use-foot-scheme.ts'
import type { CareNote } from '#features/visits/care/contract.ts'
import { figureLines, planLines } from '#features/visits/care/plan.ts'
import { capital } from '#lib/capital.ts'
import { shortDay } from '#lib/dates.ts'

type Props = { note: Pick<CareNote, 'body' | 'plan' | 'figures' | 'reviewOn'> }

/** What somebody wrote: the plan foot by foot, what was measured, the words, and when they want to look again. */
export function NoteWords({ note: { body, plan, figures, reviewOn } }: Props) {
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
      {reviewOn && <p className="text-14">{`Review ${shortDay(reviewOn)}`}</p>}
    </div>
  )
}
