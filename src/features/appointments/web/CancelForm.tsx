import { useState } from 'react'
import { cancelVisit, type KnownVisit, reopenVisit } from '#features/appointments/web/data.ts'
import { useTelling } from '#features/appointments/web/use-telling.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field } from '#ui/Field.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = { visit: KnownVisit; onDone: () => void; onBack: () => void }

/** Cancelling a visit: why, and whether the client hears of it. It stays in the diary and can be opened again. */
export function CancelForm({ visit, onDone, onBack }: Props) {
  const [reason, setReason] = useState('')
  const [texts, setTexts] = useState(false)
  const names = useTelling()?.(visit, visit).names ?? []
  const cancel = async () => {
    const isCancelled = await cancelVisit(visit.id, reason.trim() || null, texts && names.length > 0).catch(() => false)
    if (isCancelled)
      toast({
        title: 'Appointment cancelled',
        description: 'It stays in the diary, struck through.',
        action: { label: 'Undo', run: () => void reopenVisit(visit.id) },
      })
    else toast({ title: 'Error', description: 'Appointment not found', variant: 'destructive' })
    onDone()
  }
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void cancel()
      }}
    >
      <Field label="Why" optional>
        <TextInput value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
      </Field>
      {names.length > 0 && (
        <Checkbox
          label={`Text ${names.join(' and ')} that it is cancelled`}
          checked={texts}
          onChange={(event) => setTexts(event.target.checked)}
        />
      )}
      <div className="grid grid-cols-2 gap-2">
        <Button onClick={onBack}>Keep it</Button>
        <Button type="submit" variant="danger">
          Cancel visit
        </Button>
      </div>
    </form>
  )
}
