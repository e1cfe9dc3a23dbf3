import { type FormEvent, useState } from 'react'
import { ClientPicker } from '#features/records/clients/web/ClientPicker.tsx'
import { useClient } from '#features/records/clients/web/data.ts'
import type { AcceptanceMethod } from '#features/records/terms/contract.ts'
import { METHODS } from '#features/records/terms/rules.ts'
import { recordAcceptance } from '#features/records/terms/web/data.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { Select } from '#ui/Select.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { toast } from '#ui/toast-store.ts'

const NOT_KEPT = "This device couldn't save that. What you typed is still here: try again."

/** Spec §2 Terms Acceptance: record an acceptance by hand, without a signal too. Mount it to open it. */
export function RecordAcceptanceDialog({ onClose }: { onClose: () => void }) {
  const [clientId, choose] = useState<string | null>(null)
  const [acceptanceMethod, setMethod] = useState<AcceptanceMethod>('verbal')
  const [notes, setNotes] = useState('')
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const name = useClient(clientId)?.name ?? 'The client'
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!clientId)
      return void toast({ variant: 'destructive', title: 'Select Client', description: 'Please select a client to record acceptance for.' })
    setSaving(true)
    const isKept = await recordAcceptance({ clientId, acceptanceMethod, notes: notes.trim() || null }).catch(() => false)
    setSaving(false)
    if (!isKept) {
      setFailure(NOT_KEPT)
      return void toast({ variant: 'destructive', title: 'Error Recording Acceptance', description: NOT_KEPT })
    }
    toast({ title: 'Acceptance Recorded', description: `${name}, ${METHODS[acceptanceMethod].toLowerCase()}` })
    onClose()
  }
  return (
    <FormDialog
      title="Record acceptance"
      submitLabel="Record"
      isSaving={isSaving}
      failure={failure}
      onClose={onClose}
      onSubmit={(event) => save(event)}
    >
      <div className="grid gap-4">
        <Field label="Client">
          <ClientPicker value={clientId} onChange={choose} />
        </Field>
        <Field label="How they accepted">
          <Select
            value={acceptanceMethod}
            options={Object.entries(METHODS).map(([value, label]) => ({ value, label }))}
            onChange={({ target }) => setMethod(target.value as AcceptanceMethod)}
          />
        </Field>
        <Field label="Notes" optional help="What they said, and where. It counts for the version in force.">
          <TextArea rows={3} maxLength={10_000} value={notes} onChange={({ target }) => setNotes(target.value)} />
        </Field>
      </div>
    </FormDialog>
  )
}
