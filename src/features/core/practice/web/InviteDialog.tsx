import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { Role } from '#features/core/practice/contract.ts'
import type { Invited } from '#features/core/practice/invitations.ts'
import { isEmail } from '#features/core/practice/rules.ts'
import { invite } from '#features/core/practice/web/data.ts'
import { ROLES, roleDetail } from '#features/core/practice/web/role-words.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { Select } from '#ui/Select.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Props = { onClose: () => void; onInvited: (invited: Invited) => void }
type Values = { firstName: string; lastName: string; email: string; role: Role }

/** Invites a person: their name, the address for the link, and their role. */
export function InviteDialog({ onClose, onInvited }: Props) {
  const { register, handleSubmit, formState, watch } = useForm<Values>({
    defaultValues: { firstName: '', lastName: '', email: '', role: 'farrier' },
  })
  const inviting = useMutation({ mutationFn: invite, onSuccess: onInvited })
  const { errors } = formState
  return (
    <FormDialog
      title="Invite somebody"
      submitLabel="Invite"
      onSubmit={handleSubmit((values) => pressed(inviting, values))}
      onClose={onClose}
      isSaving={inviting.isPending}
      failure={inviting.error ? sentenceOf(inviting.error) : undefined}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" required error={errors.firstName?.message}>
          <TextInput autoComplete="off" maxLength={120} {...register('firstName', { validate: isGiven })} />
        </Field>
        <Field label="Last name" required error={errors.lastName?.message}>
          <TextInput autoComplete="off" maxLength={120} {...register('lastName', { validate: isGiven })} />
        </Field>
        <Field label="E-mail" required error={errors.email?.message} className="sm:col-span-2">
          <TextInput type="email" autoComplete="off" autoCapitalize="off" maxLength={254} {...register('email', { validate: isAddress })} />
        </Field>
        <Field label="Role" help={roleDetail(watch('role'))} className="sm:col-span-2">
          <Select options={ROLES} {...register('role')} />
        </Field>
      </div>
    </FormDialog>
  )
}

const isGiven = (text: string) => text.trim() !== '' || 'Enter a name'
const isAddress = (text: string) => isEmail(text) || 'Enter an e-mail address such as nia@example.com'
