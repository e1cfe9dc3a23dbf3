import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { changeMyName } from '#features/core/practice/web/data.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { toast } from '#ui/toast-store.ts'

/** One's own name, as others in the practice see it. */
export function MyNameCard({ user }: { user: CurrentUser }) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { firstName: user.firstName, lastName: user.lastName } })
  const { errors } = formState
  const saving = useMutation({
    mutationFn: changeMyName,
    onSuccess: () => toast({ title: 'Saved', description: 'Your name was changed.' }),
  })
  return (
    <Card title="My name" padded>
      <form onSubmit={handleSubmit((values) => pressed(saving, values))} noValidate className="grid gap-4 md:grid-cols-2">
        <Field label="First name" required error={errors.firstName?.message}>
          <TextInput autoComplete="given-name" maxLength={120} {...register('firstName', { validate: isGiven })} />
        </Field>
        <Field label="Last name" required error={errors.lastName?.message}>
          <TextInput autoComplete="family-name" maxLength={120} {...register('lastName', { validate: isGiven })} />
        </Field>
        {saving.error && (
          <Note tone="late" live className="md:col-span-2">
            {sentenceOf(saving.error)}
          </Note>
        )}
        <Button type="submit" className="w-fit" busy={saving.isPending} busyLabel="Saving...">
          Save name
        </Button>
      </form>
    </Card>
  )
}

const isGiven = (text: string) => text.trim() !== '' || 'Enter a name'
