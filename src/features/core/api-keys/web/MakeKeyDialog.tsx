import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { MadeApiKey, NewApiKey } from '#features/core/api-keys/contract.ts'
import { KEY_DAYS, type Reach, SCOPED_WORDS, scopesOf } from '#features/core/api-keys/rules.ts'
import { makeApiKey } from '#features/core/api-keys/web/data.ts'
import { SCOPED, type Scoped } from '#lib/scopes.ts'
import { ApiError, sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Field, FieldSet } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { Select } from '#ui/Select.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Props = { onClose: () => void; onMade: (made: MadeApiKey) => void }
type Values = { name: string; reach: Record<Scoped, Reach>; days: string; password: string }

const REACHES: readonly { value: Reach; label: string }[] = [
  { value: 'none', label: 'No access' },
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Add and change' },
  { value: 'both', label: 'Read, add and change' },
]
const DAYS = [
  ...KEY_DAYS.map((days) => ({ value: String(days), label: days === 365 ? 'After a year' : `After ${days} days` })),
  { value: '', label: 'When I revoke it' },
]
const NONE = Object.fromEntries(SCOPED.map((thing) => [thing, 'none'])) as Record<Scoped, Reach>

/** Makes an API key: what it is called, what it may do, and until when. */
export function MakeKeyDialog({ onClose, onMade }: Props) {
  const { register, handleSubmit, formState, setError, clearErrors } = useForm<Values>({
    defaultValues: { name: '', reach: NONE, days: '365', password: '' },
  })
  const making = useMutation({ mutationFn: makeApiKey, onSuccess: onMade })
  const { errors } = formState
  const wantsPassword = making.error instanceof ApiError && ['proof_too_old', 'sign_in_failed'].includes(making.error.code ?? '')
  const submit = (values: Values) => {
    const input = inputOf(values)
    if (input.scopes.length === 0) return setError('root', { message: 'Choose at least one thing that the key is for' })
    return pressed(making, input)
  }
  return (
    <FormDialog
      title="Make an API key"
      submitLabel="Make the key"
      size="lg"
      onSubmit={handleSubmit(submit)}
      onClose={onClose}
      isSaving={making.isPending}
      failure={making.error ? sentenceOf(making.error) : undefined}
    >
      <div className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Name" help="What the program is called. The activity names it." required error={errors.name?.message}>
            <TextInput autoComplete="off" maxLength={60} {...register('name', { validate: isGiven })} />
          </Field>
          <Field label="Ends">
            <Select options={DAYS} {...register('days')} />
          </Field>
        </div>
        <FieldSet legend={<span className="text-16">What it may do</span>} error={errors.root?.message}>
          <div className="grid gap-4 sm:grid-cols-2">
            {SCOPED.map((thing) => (
              <Field key={thing} label={SCOPED_WORDS[thing].name} help={SCOPED_WORDS[thing].detail}>
                <Select options={REACHES} {...register(`reach.${thing}`, { onChange: () => clearErrors('root') })} />
              </Field>
            ))}
          </div>
        </FieldSet>
        <p className="text-ink-2">
          It acts for you: what you may not do, it may not do either. A visit it books or moves texts the owner, as one of yours does.
        </p>
        {wantsPassword && (
          <Field label="Password" help="No password? Sign out, sign in with a link, then make the key.">
            <TextInput type="password" autoComplete="current-password" maxLength={200} {...register('password')} />
          </Field>
        )}
      </div>
    </FormDialog>
  )
}

const isGiven = (text: string) => text.trim() !== '' || 'Enter a name, such as Website form'

const inputOf = ({ name, reach, days, password }: Values): NewApiKey => ({
  name: name.trim(),
  scopes: scopesOf(reach),
  days: KEY_DAYS.find((each) => String(each) === days) ?? null,
  ...(password && { password }),
})
