import { type FormEvent, useState } from 'react'
import { NOT_DONE_REASONS } from '#features/day/closeout/closing.ts'
import { notDone, type OpenStop } from '#features/day/closeout/web/data.ts'
import type { VisitHorse } from '#features/visits/appointments/contract.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { withToast } from '#ui/with-toast.ts'

type Props = { stop: OpenStop; of: { line: VisitHorse; name: string }; onClose: () => void }

/** Why a horse was not done; it then waits under *To rebook*. */
export function NotDoneDialogCard({ stop, of, onClose }: Props) {
  const [reason, setReason] = useState<string>(NOT_DONE_REASONS[0])
  const [more, setMore] = useState('')
  const save = (event: FormEvent) => {
    event.preventDefault()
    const words = [reason, more.trim()].filter(Boolean).join(': ')
    void withToast(`${of.name} not done`, "You'll find it under To rebook.", () => notDone(stop, of.line, words))
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`${of.name} not done because...`}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Not done
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field label="Reason">
          <Select
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            options={NOT_DONE_REASONS.map((word) => ({ value: word, label: word }))}
          />
        </Field>
        <Field label="More about it" optional>
          <TextInput value={more} onChange={(event) => setMore(event.target.value)} maxLength={400} />
        </Field>
      </div>
    </Dialog>
  )
}
