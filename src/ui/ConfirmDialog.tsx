import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { useOneAtATime } from '#ui/use-one-at-a-time.ts'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** A question: "Delete Merlin?" */
  title: string
  /** What will be lost and what is kept. */
  children: ReactNode
  /** The safe choice, first in order: "Keep Merlin". */
  keepLabel: string
  confirmLabel: string
  confirmIcon?: LucideIcon
  /** Words to be typed before it can be confirmed, for what no one can restore. */
  typeToConfirm?: string
  busy?: boolean
  /** Returns the promise of what it does: until it settles nothing is confirmed again. */
  onConfirm: () => unknown
}

/** One deliberate step before what can't be undone. Where undo is possible, do it and offer Undo in a toast instead. */
export function ConfirmDialog({ typeToConfirm, keepLabel, confirmLabel, confirmIcon, busy, onConfirm, children, ...dialog }: Props) {
  const [typed, setTyped] = useState('')
  const confirming = useOneAtATime()
  const isReady = !typeToConfirm || typed.trim() === typeToConfirm
  return (
    <Dialog
      {...dialog}
      losesNothing
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !busy) confirming.run(onConfirm)
      }}
      footer={
        <>
          <Button className="md:mr-auto" onClick={() => dialog.onOpenChange(false)}>
            {keepLabel}
          </Button>
          <Button type="submit" variant="danger" disabled={!isReady} {...(busy && { busy })} {...(confirmIcon && { icon: confirmIcon })}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div>{children}</div>
        {typeToConfirm && (
          <Field label={`Type ${typeToConfirm} to continue`}>
            <TextInput value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" />
          </Field>
        )}
      </div>
    </Dialog>
  )
}
