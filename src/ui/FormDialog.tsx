import { FilePen, Users } from 'lucide-react'
import type { FormEvent, ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Note } from '#ui/Note.tsx'
import { useOneAtATime } from '#ui/use-one-at-a-time.ts'

type Props = {
  title: string
  submitLabel: string
  /** Returns the promise of what it does: until it settles nothing is submitted again. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
  onClose: () => void
  isSaving: boolean
  /** Why it was not saved, in a sentence; what was typed stays. */
  failure?: string | undefined
  /** Given when saving would write over what came since the form was opened. */
  overwriting?: { onMine: () => Promise<unknown>; onTheirs: () => void } | undefined
  /** Given when words typed before were put back: goes back to what is saved. */
  onStartAgain?: (() => void) | undefined
  /** What is typed is kept as a draft; else closing the form prompts first. */
  keepsDraft?: boolean
  /** Whether anything differs from what it was. */
  isChanged?: () => boolean
  size?: 'md' | 'lg' | 'low'
  /** Is placed above the buttons and is seen without scrolling. */
  foot?: ReactNode
  children: ReactNode
}

/** A dialog that is one form. Mount it to open it; the way out is on the left, what saves on the right. */
export function FormDialog({
  title,
  submitLabel,
  onSubmit,
  onClose,
  isSaving,
  failure,
  overwriting,
  onStartAgain,
  keepsDraft = false,
  isChanged,
  size = 'md',
  foot,
  children,
}: Props) {
  const sending = useOneAtATime()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // Opened from within another form (a picker that adds), it must not send that one too.
    event.stopPropagation()
    if (!isSaving) sending.run(() => onSubmit(event))
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      size={size}
      losesNothing={keepsDraft}
      isChanged={isChanged}
      onSubmit={submit}
      footer={
        <>
          {foot && <div className="w-full shrink-0 empty:hidden max-md:flex-none!">{foot}</div>}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isSaving} busyLabel="Saving...">
            {submitLabel}
          </Button>
        </>
      }
    >
      {onStartAgain && <DraftNote onStartAgain={onStartAgain} />}
      {children}
      {overwriting && <OverwritingNote {...overwriting} onClose={onClose} />}
      {failure && (
        <Note tone="late" live className="mt-4">
          {failure}
        </Note>
      )}
    </Dialog>
  )
}

type OverwritingProps = NonNullable<Props['overwriting']> & Pick<Props, 'onClose'>

const OverwritingNote = ({ onMine, onTheirs, onClose }: OverwritingProps) => (
  <Note icon={Users} tone="due" live className="mt-4">
    <p>Something you changed was also changed elsewhere while you had it open.</p>
    <div className="mt-2 flex flex-wrap gap-2">
      <Button size="sm" onClick={onMine}>
        Keep mine
      </Button>
      <Button
        size="sm"
        onClick={() => {
          onTheirs()
          onClose()
        }}
      >
        Discard all of mine
      </Button>
    </div>
  </Note>
)

const DraftNote = ({ onStartAgain }: { onStartAgain: () => void }) => (
  <Note icon={FilePen} className="mb-4">
    <p>You left this unfinished. Here's what you had typed.</p>
    <Button size="sm" className="mt-2" onClick={onStartAgain}>
      Start again
    </Button>
  </Note>
)
