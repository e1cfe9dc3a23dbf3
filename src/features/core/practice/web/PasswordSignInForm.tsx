import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useLocation } from 'wouter'
import { isEmail } from '#features/core/practice/rules.ts'
import { requestLink, signIn } from '#features/core/practice/web/data.ts'
import { PasskeySignIn } from '#features/core/practice/web/PasskeySignIn.tsx'
import { PasswordInput } from '#features/core/practice/web/PasswordInput.tsx'
import { sentenceOf } from '#platform/web/api.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { enterGoesOn } from '#ui/enter-goes-on.ts'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { TextInput } from '#ui/TextInput.tsx'

const EMAIL_FAULT = 'Enter an e-mail address such as sarah@example.com'

/** E-mail address and password; where the server can mail, a link instead of the password. */
export function PasswordSignInForm({ offersLink, next }: { offersLink: boolean; next: string }) {
  const [, navigate] = useLocation()
  const form = useForm({ defaultValues: { email: '', password: '' } })
  const entering = useMutation({ mutationFn: signIn, onSuccess: () => navigate(next) })
  const asking = useMutation({ mutationFn: requestLink })
  const errors = form.formState.errors
  const failure = entering.error ?? asking.error
  const ask = async () => {
    entering.reset()
    if (await form.trigger('email', { shouldFocus: true })) asking.mutate({ email: form.getValues('email').trim() })
  }
  const submit = form.handleSubmit((values) => {
    asking.reset()
    entering.mutate(values)
  })
  return (
    <Card padded>
      <form onSubmit={submit} onKeyDown={enterGoesOn} noValidate className="grid gap-4">
        <Field label="E-mail" required error={errors.email?.message}>
          <TextInput
            type="email"
            autoFocus
            autoComplete="username webauthn"
            enterKeyHint="next"
            autoCapitalize="off"
            maxLength={254}
            {...form.register('email', { validate: (text) => isEmail(text) || EMAIL_FAULT })}
          />
        </Field>
        <Field label="Password" required error={errors.password?.message}>
          <PasswordInput
            autoComplete="current-password"
            enterKeyHint="go"
            maxLength={200}
            {...form.register('password', { required: 'Enter your password' })}
          />
        </Field>
        {failure && (
          <Note tone="late" live>
            {sentenceOf(failure)}
          </Note>
        )}
        {asking.isSuccess && (
          <Note tone="ok" live>
            If that address has an account, a link is on its way. It works once, within half an hour.
          </Note>
        )}
        <Button type="submit" variant="primary" block busy={entering.isPending} busyLabel="Signing in...">
          Sign in
        </Button>
        <PasskeySignIn next={next} />
        {offersLink && (
          <Button block busy={asking.isPending} busyLabel="Sending..." onClick={() => ask()}>
            E-mail me a link instead
          </Button>
        )}
        <a href="#forgotten" className="link inline-flex min-h-12 w-fit items-center">
          Forgotten your password?
        </a>
      </form>
    </Card>
  )
}
