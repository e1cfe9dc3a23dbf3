import { useForm } from 'react-hook-form'
import { useLoneActions } from '#features/day/lone/web/data.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { TextInput } from '#ui/TextInput.tsx'

/** Who is texted: a name, a number, and one press that texts them the question. */
export function AskForm({ onAsked }: { onAsked: () => void }) {
  const { ask } = useLoneActions()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { name: '', phone: '' } })
  const { errors } = formState
  const send = (typed: { name: string; phone: string }) => pressed(ask, typed, { onSuccess: onAsked })
  return (
    <form onSubmit={handleSubmit(send)} noValidate className="grid gap-3">
      <p>You ask to be rung at a time. If you don’t answer, one text with the place goes to somebody you choose. They are asked first.</p>
      <Field label="Who is texted" error={errors.name?.message}>
        <TextInput maxLength={80} autoComplete="off" {...register('name', { required: 'Type a name.' })} />
      </Field>
      <Field label="Their mobile" error={errors.phone?.message ?? (ask.error ? sentenceOf(ask.error) : undefined)}>
        <TextInput type="tel" inputMode="tel" maxLength={40} autoComplete="off" {...register('phone', { required: 'Type a number.' })} />
      </Field>
      <Button type="submit" variant="primary" busy={ask.isPending} busyLabel="Asking...">
        Text them to ask
      </Button>
    </form>
  )
}
