import { Check, Stethoscope } from 'lucide-react'
import { isAsPlanned, withPlan } from '#features/visits/care/plan.ts'
import { NoteWords } from '#features/visits/care/web/NoteWords.tsx'
import { useStandingPlans } from '#features/visits/care/web/use-care-notes.ts'
import type { Setup } from '#features/visits/work/feet.ts'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/Note.tsx'

type Props = { horseId: string; setup: Setup | null; onUse: (setup: Setup) => void }

/** A horse's current plan, and the feet as it wants them by one press; nothing where there is none. */
export function UsePlanPanel({ horseId, setup, onUse }: Props) {
  const note = useStandingPlans([horseId])?.get(horseId)
  if (!note?.plan) return null
  const { plan, authorName } = note
  return (
    <Note tone="ember" icon={Stethoscope}>
      <p className="font-medium">{`${authorName}’s plan`}</p>
      <NoteWords note={note} />
      {isAsPlanned(setup, plan) ? (
        <p role="status" className="mt-2 flex items-center gap-2 font-medium">
          <Check size={16} aria-hidden className="shrink-0" />
          The feet are as planned
        </p>
      ) : (
        <Button size="sm" className="mt-2" onClick={() => onUse(withPlan(setup, plan))}>
          Use the plan
        </Button>
      )}
    </Note>
  )
}
