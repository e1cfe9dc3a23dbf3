import { lazy, Suspense } from 'react'
import { footLabel } from '#features/core/practice/foot-names.ts'
import { useFootScheme } from '#features/core/practice/web/use-foot-scheme.ts'
import { type KnownVoiceNote, useVoiceNotesOf } from '#features/evidence/voice/web/data.ts'
import { applied, has, isOffered, type Suggestible, takenBack } from '#features/visits/work/applying.ts'

const SuggestionsPanel = lazy(() =>
  import('#features/evidence/voice/web/SuggestionsPanel.tsx').then((module) => ({ default: module.SuggestionsPanel })),
)

type Props<D extends Suggestible> = {
  horseId: string
  /** Which of the horse's notes are of this work. */
  isOf: (note: KnownVoiceNote) => boolean
  draft: D
  /** What the draft began as. */
  base: Suggestible
  onChange: (draft: D) => void
}

/** Suggestions from voice notes for work that is being written down; nothing where no note has words. */
export function WorkSuggestionsPanel<D extends Suggestible>({ horseId, isOf, draft, base, onChange }: Props<D>) {
  const scheme = useFootScheme()
  const notes = useVoiceNotesOf(horseId)?.filter((note) => note.transcript && isOf(note)) ?? []
  if (notes.length === 0) return null
  return (
    <Suspense>
      <SuggestionsPanel
        notes={notes}
        footLabel={(foot) => footLabel(foot, scheme)}
        isOffered={(one) => isOffered(base, draft, one)}
        isUsed={(one) => has(draft, one)}
        onUse={(used) => onChange(used.reduce((now, one) => applied(now, one, base), draft))}
        onTakeBack={(back, others) => onChange(back.reduce((now, one) => takenBack(now, one, base, others), draft))}
      />
    </Suspense>
  )
}
