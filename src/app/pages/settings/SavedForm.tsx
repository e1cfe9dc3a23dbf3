import type { FormEvent, ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Note } from '#ui/Note.tsx'

type Props = {
  title: string
  submitLabel: string
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  isSaving: boolean
  /** Why it was not saved; what was typed stays. */
  failure: string | undefined
  /** Beside the button: another way out of the form. */
  actions?: ReactNode
  /** Not what this screen is for: its button is not the one that glows. */
  isAside?: true
  children: ReactNode
}

/** A card that is one form and is saved as a whole. */
export const SavedForm = ({ title, submitLabel, onSubmit, isSaving, failure, actions, isAside, children }: Props) => (
  <Card title={title} padded>
    <form onSubmit={onSubmit} noValidate className="grid gap-4">
      {children}
      {failure && (
        <Note tone="late" live>
          {failure}
        </Note>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant={isAside ? 'plain' : 'primary'} busy={isSaving} busyLabel="Saving...">
          {submitLabel}
        </Button>
        {actions}
      </div>
    </form>
  </Card>
)
