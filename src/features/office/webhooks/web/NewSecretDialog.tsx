import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { MadeWebhook, Webhook } from '#features/office/webhooks/contract.ts'
import { rotateSecret } from '#features/office/webhooks/web/data.ts'
import { isProofMissing } from '#features/office/webhooks/web/is-proof-missing.ts'
import { useMoments } from '#features/office/webhooks/web/words.tsx'
import { sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { Note } from '#ui/Note.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Props = { webhook: Webhook; onClose: () => void; onMade: (made: MadeWebhook) => void }

/** Gives a webhook a new secret. The one before goes on for a day, so that a program can be changed over in between. */
export function NewSecretDialog({ webhook: { id, oldSecretUntil }, onClose, onMade }: Props) {
  const { register, handleSubmit } = useForm({ defaultValues: { password: '' } })
  const rotating = useMutation({ mutationFn: rotateSecret, onSuccess: onMade })
  const momentOf = useMoments()
  return (
    <FormDialog
      title="Make a new secret?"
      submitLabel="Make it"
      onSubmit={handleSubmit(({ password }) => pressed(rotating, { id, ...(password && { password }) }))}
      onClose={onClose}
      isSaving={rotating.isPending}
      failure={rotating.error ? sentenceOf(rotating.error) : undefined}
    >
      <div className="grid gap-4">
        <p>For a day, messages are signed with the old secret as well. Put the new one into your program by then.</p>
        {oldSecretUntil && (
          <Note tone="due">
            There is an old secret already, until {momentOf(oldSecretUntil)}. It ends now: a program that still has it refuses what comes.
          </Note>
        )}
        {isProofMissing(rotating.error) && (
          <Field label="Password" help="No password? Sign out, sign in with a link, then make it.">
            <TextInput type="password" autoComplete="current-password" maxLength={200} {...register('password')} />
          </Field>
        )}
      </div>
    </FormDialog>
  )
}
