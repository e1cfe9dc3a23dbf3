import { useState } from 'react'
import type { RequestStatus } from '#features/office/rights/contract.ts'
import { isClosed, statusesAfter } from '#features/office/rights/rules.ts'
import { changeRequest } from '#features/office/rights/web/data.ts'
import type { ListedRequest } from '#features/office/rights/web/use-requests.ts'
import { STATUSES } from '#features/office/rights/words.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { Note } from '#ui/Note.tsx'
import { Select } from '#ui/Select.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { toast } from '#ui/toast-store.ts'

const NOT_KEPT = "This device couldn't save that. What you typed is still here: try again."

/** Spec §2 Update Status: opens with the next status chosen; notes are optional. Mount it to open it. */
export function StatusDialog({ request, onClose }: { request: ListedRequest; onClose: () => void }) {
  const offered = statusesAfter(request.status)
  const [status, setStatus] = useState<RequestStatus>(offered[0] ?? request.status)
  const [notes, setNotes] = useState(request.notes ?? '')
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const save = async () => {
    setSaving(true)
    const words = notes.trim() || null
    const isKept = await changeRequest(request.id, { status, ...(words === request.notes ? {} : { notes: words }) }).catch(() => false)
    setSaving(false)
    if (!isKept) return setFailure(NOT_KEPT)
    toast({ title: 'Status Updated', description: `${request.name}: ${STATUSES[status].toLowerCase()}` })
    onClose()
  }
  return (
    <FormDialog title="Update Status" submitLabel="Update Status" isSaving={isSaving} failure={failure} onClose={onClose} onSubmit={save}>
      <div className="grid gap-4">
        <Field label="Status">
          <Select
            value={status}
            options={offered.map((value) => ({ value, label: STATUSES[value] }))}
            onChange={({ target }) => setStatus(target.value as RequestStatus)}
          />
        </Field>
        {isClosed(status) && (
          <Note>
            {status === 'rejected'
              ? 'Tell them why, and that they may complain to the Information Commissioner (ICO) or go to court. Rejected is final.'
              : "Tell them what you've done. Completed is final."}
          </Note>
        )}
        <Field label="Notes" optional>
          <TextArea rows={4} maxLength={10_000} value={notes} onChange={({ target }) => setNotes(target.value)} />
        </Field>
      </div>
    </FormDialog>
  )
}
