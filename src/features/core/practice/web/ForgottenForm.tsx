import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { isEmail } from '#features/core/practice/rules.ts'
import { requestLink } from '#features/core/practice/web/data.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { TextInput } from '#ui/TextInput.tsx'

/** Mails a link to choose a new password; where the server sends no mail it shows who can help. */
export function ForgottenForm({ canMail, isKnown }: { canMail: boolean; isKnown: boolean }) {
  return (
    <>
      <Card padded>{canMail ? <Asking /> : isKnown ? <NoMail /> : <SkeletonRows label="Loading..." rows={2} />}</Card>
      <a href="/sign-in" className="link mx-auto inline-flex min-h-12 items-center">
        Back to sign in
      </a>
    </>
  )
}

const NoMail = () => (
  <p>
    This server sends no e-mail, so it can’t send you a new password. The person who set it up can make you a link to sign in with; it works
    once, and you choose a new password there.
  </p>
)

function Asking() {
  const form = useForm({ defaultValues: { email: '' } })
  const asking = useMutation({ mutationFn: requestLink })
  const submit = form.handleSubmit(({ email }) => pressed(asking, { email: email.trim(), isForgotten: true }))
  if (asking.isSuccess)
    return (
      <Note tone="ok" live>
        If {asking.variables.email} has an account, an e-mail with a link is on its way. The link works once, within half an hour.
      </Note>
    )
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <p>We'll e-mail you a link to choose a new password.</p>
      <Field label="E-mail" required error={form.formState.errors.email?.message}>
        <TextInput
          autoFocus
          type="email"
          autoComplete="username"
          autoCapitalize="off"
          enterKeyHint="send"
          maxLength={254}
          {...form.register('email', { validate: (text) => isEmail(text) || 'Enter an e-mail address such as sarah@example.com' })}
        />
      </Field>
      {asking.error && (
        <Note tone="late" live>
          {sentenceOf(asking.error)}
        </Note>
      )}
      <Button type="submit" variant="primary" block busy={asking.isPending} busyLabel="Sending...">
        Send the link
      </Button>
    </form>
  )
}
