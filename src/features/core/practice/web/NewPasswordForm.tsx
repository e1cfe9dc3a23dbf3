import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useLocation } from 'wouter'
import { MIN_PASSWORD } from '#features/core/practice/limits.ts'
import { signInWithLink } from '#features/core/practice/web/data.ts'
import { PasswordInput } from '#features/core/practice/web/PasswordInput.tsx'
import { ApiError, sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'

/** Chooses the new password that the mailed link is for, and signs in with it. */
export function NewPasswordForm({ token }: { token: string }) {
  const [, navigate] = useLocation()
  const form = useForm({ defaultValues: { password: '' } })
  const choosing = useMutation({
    mutationFn: ({ password }: { password: string }) => signInWithLink(token, password),
    onSuccess: () => navigate('/', { replace: true }),
  })
  const isSpent = choosing.error instanceof ApiError && choosing.error.code === 'link_spent'
  return (
    <Card padded>
      <form onSubmit={form.handleSubmit((values) => pressed(choosing, values))} noValidate className="grid gap-4">
        <Field label="New password" required help={`At least ${MIN_PASSWORD} characters`} error={form.formState.errors.password?.message}>
          <PasswordInput
            autoFocus
            autoComplete="new-password"
            enterKeyHint="go"
            maxLength={200}
            {...form.register('password', { validate: isLong })}
          />
        </Field>
        {choosing.error && (
          <Note tone="late" live>
            {sentenceOf(choosing.error)}
          </Note>
        )}
        <Button type="submit" variant="primary" block busy={choosing.isPending} busyLabel="Saving...">
          Save and sign in
        </Button>
        {isSpent && (
          <a href="#forgotten" className="link inline-flex min-h-12 w-fit items-center">
            Ask for a new link
          </a>
        )}
      </form>
    </Card>
  )
}

const isLong = (text: string) => text.length >= MIN_PASSWORD || `At least ${MIN_PASSWORD} characters`
