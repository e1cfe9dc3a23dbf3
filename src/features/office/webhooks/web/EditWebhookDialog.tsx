import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { MadeWebhook, Webhook } from '#features/office/webhooks/contract.ts'
import { THING_WORDS, THINGS, type Thing } from '#features/office/webhooks/rules.ts'
import { changeWebhook, makeWebhook } from '#features/office/webhooks/web/data.ts'
import { isProofMissing } from '#features/office/webhooks/web/is-proof-missing.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field, FieldSet } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Props = { webhook?: Webhook; onClose: () => void; onMade: (made: MadeWebhook) => void; onChanged: () => void }
type Values = { url: string; things: Record<Thing, boolean>; isOn: boolean; password: string }

/** Adds a webhook, or changes one: where it goes, what it is about, and whether it is on. */
export function EditWebhookDialog({ webhook, onClose, onMade, onChanged }: Props) {
  const { register, handleSubmit, formState, setError, clearErrors } = useForm<Values>({
    defaultValues: {
      url: webhook?.url ?? '',
      things: Object.fromEntries(THINGS.map((thing) => [thing, webhook?.things.includes(thing) ?? true])) as Values['things'],
      isOn: webhook?.isOn ?? true,
      password: '',
    },
  })
  const making = useMutation({ mutationFn: makeWebhook, onSuccess: onMade })
  const changing = useMutation({
    mutationFn: changeWebhook,
    onSuccess: () => {
      onChanged()
      onClose()
    },
  })
  const { errors } = formState
  const error = making.error ?? changing.error
  const submit = ({ url, things, isOn, password }: Values) => {
    const chosen = THINGS.filter((thing) => things[thing])
    if (chosen.length === 0) return setError('root', { message: 'Choose at least one' })
    const input = { url: url.trim(), things: chosen }
    if (webhook) return pressed(changing, { id: webhook.id, ...input, ...(isOn !== webhook.isOn && { isOn }) })
    return pressed(making, { ...input, ...(password && { password }) })
  }
  return (
    <FormDialog
      title={webhook ? 'Change the webhook' : 'Add a webhook'}
      submitLabel={webhook ? 'Save' : 'Add it'}
      onSubmit={handleSubmit(submit)}
      onClose={onClose}
      isSaving={making.isPending || changing.isPending}
      failure={error ? sentenceOf(error) : undefined}
    >
      <div className="grid gap-4">
        <Field label="Address" help="Where your program listens. It begins with https://." required error={errors.url?.message}>
          <TextInput type="url" inputMode="url" autoComplete="off" maxLength={2000} {...register('url', { validate: isGiven })} />
        </Field>
        <FieldSet legend="What it is told about" error={errors.root?.message}>
          <div className="grid gap-x-4 sm:grid-cols-2">
            {THINGS.map((thing) => (
              <Checkbox key={thing} label={THING_WORDS[thing]} {...register(`things.${thing}`, { onChange: () => clearErrors('root') })} />
            ))}
          </div>
        </FieldSet>
        {webhook && <Checkbox label="On" help="What changes while it is off is not sent later." {...register('isOn')} />}
        {isProofMissing(error) && (
          <Field label="Password" help="No password? Sign out, sign in with a link, then add it.">
            <TextInput type="password" autoComplete="current-password" maxLength={200} {...register('password')} />
          </Field>
        )}
      </div>
    </FormDialog>
  )
}

const isGiven = (text: string) => text.trim() !== '' || 'Enter an address, such as https://www.example.com/pritchel'
