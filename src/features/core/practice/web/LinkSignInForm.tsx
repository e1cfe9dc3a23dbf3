import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useLocation } from 'wouter'
import { MIN_PASSWORD } from '#features/core/practice/limits.ts'
import { signInWithLink } from '#features/core/practice/web/data.ts'
import { PasswordInput } from '#features/core/practice/web/PasswordInput.tsx'
import { sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'

/** Signs in by a press, not by opening: a mail program that looks into links must not spend them. */
export function LinkSignInForm({ token, next }: { token: string; next: string }) {
  const [, navigate] = useLocation()
  const form = useForm({ defaultValues: { password: '' } })
  const entering = useMutation({
    mutationFn: ({ password }: { password: string }) => signInWithLink(token, password),
    onSuccess: () => navigate(next, { replace: true }),
  })
  return (
    <Card padded>
      <form onSubmit={form.handleSubmit((values) => pressed(entering, values))} noValidate className="grid gap-4">
        <Field
          label="New password"
          optional
          help={`At least ${MIN_PASSWORD} characters. Any earlier password stops working.`}
          error={form.formState.errors.password?.message}
        >
          <PasswordInput autoComplete="new-password" maxLength={200} {...form.register('password', { validate: isLongOrNone })} />
        </Field>
        {entering.error && (
          <Note tone="late" live>
            {sentenceOf(entering.error)}
          </Note>
        )}
        <Button type="submit" variant="primary" block busy={entering.isPending} busyLabel="Signing in...">
          Sign in
        </Button>
        <a href="/sign-in" className="link w-fit">
          Sign in another way
        </a>
      </form>
    </Card>
  )
}

const isLongOrNone = (text: string) => text === '' || text.length >= MIN_PASSWORD || `At least ${MIN_PASSWORD} characters`
