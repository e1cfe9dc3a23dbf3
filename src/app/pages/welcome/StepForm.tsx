import type { FormEvent, ReactNode } from 'react'
import type { Progress } from '#app/pages/welcome/progress.ts'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/Note.tsx'

/** What every step is given. */
export type StepProps = {
  user: CurrentUser
  progress: Progress
  next: (change?: Partial<Progress>) => void
  back: () => void
  finish: () => void
}

type Props = {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  isSaving: boolean
  /** Why it was not saved, in a sentence; what was typed stays. */
  failure?: string | undefined
  submitLabel?: string
  onBack?: () => void
  onSkip: () => void
  skipLabel?: string
  children: ReactNode
}

/** One step's form: its few fields, and under them the ways on and back. */
export const StepForm = ({ onSubmit, isSaving, failure, submitLabel = 'Next', onBack, onSkip, skipLabel = 'Skip', children }: Props) => (
  <form onSubmit={onSubmit} noValidate className="grid gap-5">
    {children}
    {failure && (
      <Note tone="late" live>
        {failure}
      </Note>
    )}
    <div className="flex flex-wrap items-center gap-2">
      {onBack && (
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
      )}
      <span className="flex-1" />
      <Button onClick={onSkip}>{skipLabel}</Button>
      <Button type="submit" variant="primary" busy={isSaving} busyLabel="Saving...">
        {submitLabel}
      </Button>
    </div>
  </form>
)
