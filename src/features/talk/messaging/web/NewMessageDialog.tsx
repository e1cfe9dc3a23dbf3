import { Controller, useWatch } from 'react-hook-form'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { ClientPicker } from '#features/records/clients/web/ClientPicker.tsx'
import { useClient } from '#features/records/clients/web/data.ts'
import { LONGEST_SUBJECT } from '#features/talk/messaging/limits.ts'
import { startThread, unreachableWords } from '#features/talk/messaging/web/data.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRecordForm } from '#platform/web/use-record-form.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { Note } from '#ui/Note.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Values = { clientId: string | null; subject: string; isEmergency: boolean }
type Props = { onClose: () => void; onStarted: (threadId: string) => void }

/** Spec §5 Start Conversation: the client, the subject, and whether it is an emergency. Mount it to open it. */
export function NewMessageDialog({ onClose, onStarted }: Props) {
  const memberId = useSession<CurrentUser>().user?.memberId ?? ''
  const form = useRecordForm<Values>({
    draft: 'new message',
    initial: { clientId: null, subject: '', isEmergency: false },
    id: undefined,
    create: ({ clientId, ...words }) => startThread({ ...words, clientId: clientId ?? '' }, memberId),
    change: async () => true,
    onSaved(id) {
      onClose()
      onStarted(id)
    },
  })
  const { register, control, formState } = form
  return (
    <FormDialog {...form.dialog} title="New Message" submitLabel="Start Conversation" onClose={onClose}>
      <div className="grid gap-4">
        <Field label="Client" required error={formState.errors.clientId?.message}>
          <Controller
            control={control}
            name="clientId"
            rules={{ validate: (id) => Boolean(id) || 'Choose who to write to' }}
            render={({ field }) => (
              <ClientPicker adds ref={field.ref} value={field.value} onChange={field.onChange} onBlur={field.onBlur} />
            )}
          />
        </Field>
        <Reach clientId={useWatch({ control, name: 'clientId' })} />
        <Field label="Subject" required error={formState.errors.subject?.message}>
          <TextInput
            maxLength={LONGEST_SUBJECT}
            placeholder="Merlin's next visit"
            {...register('subject', { validate: (words) => words.trim() !== '' || 'Say what it is about' })}
          />
        </Field>
        <Checkbox label="Emergency" help="Adds (EMERGENCY) to the subject; your emergency rate applies." {...register('isEmergency')} />
      </div>
    </FormDialog>
  )
}

function Reach({ clientId }: { clientId: string | null }) {
  const client = useClient(clientId)
  const why = client && unreachableWords(client)
  return why ? <Note tone="due">{why}</Note> : null
}
