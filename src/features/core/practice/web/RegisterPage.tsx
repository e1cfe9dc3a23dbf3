import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useLocation, useSearch } from 'wouter'
import { MIN_PASSWORD } from '#features/core/practice/limits.ts'
import { isEmail } from '#features/core/practice/rules.ts'
import { register as registerPractice } from '#features/core/practice/web/data.ts'
import { nextScreen, withNext } from '#features/core/practice/web/next-screen.ts'
import { PasswordInput } from '#features/core/practice/web/PasswordInput.tsx'
import { SignInFrame } from '#features/core/practice/web/SignInFrame.tsx'
import { sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Field } from '#ui/Field.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Note } from '#ui/Note.tsx'
import { TextInput } from '#ui/TextInput.tsx'

/** Registers a practice with five answers; /welcome asks for the rest. */
export function RegisterPage() {
  const [, navigate] = useLocation()
  const next = nextScreen(useSearch())
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { firstName: '', lastName: '', practiceName: '', email: '', password: '' },
  })
  const { errors } = formState
  const registering = useMutation({
    mutationFn: registerPractice,
    onSuccess: (isSignedIn) => isSignedIn && navigate(withNext('/welcome', next)),
  })
  if (registering.data === false) return <LookIntoMail email={registering.variables.email} />
  return (
    <SignInFrame title="Register a practice" subtitle="Eight weeks of Professional, free. No card asked.">
      <Card padded>
        <form onSubmit={handleSubmit((values) => pressed(registering, values))} noValidate className="grid gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="First name" required error={errors.firstName?.message}>
              <TextInput
                autoComplete="given-name"
                maxLength={120}
                {...register('firstName', { validate: isGiven('Enter your first name') })}
              />
            </Field>
            <Field label="Last name" required error={errors.lastName?.message}>
              <TextInput
                autoComplete="family-name"
                maxLength={120}
                {...register('lastName', { validate: isGiven('Enter your last name') })}
              />
            </Field>
          </div>
          <Field
            label="Practice name"
            required
            error={errors.practiceName?.message}
            help="As owners know you, and as texts to them are signed"
          >
            <TextInput autoComplete="organization" maxLength={120} {...register('practiceName', { validate: isGiven('Enter a name') })} />
          </Field>
          <Field label="E-mail" required error={errors.email?.message}>
            <TextInput
              type="email"
              autoComplete="username"
              autoCapitalize="off"
              maxLength={254}
              {...register('email', { validate: isAddress })}
            />
          </Field>
          <Field label="Password" required error={errors.password?.message} help={`At least ${MIN_PASSWORD} characters`}>
            <PasswordInput autoComplete="new-password" maxLength={200} {...register('password', { validate: isLong })} />
          </Field>
          {registering.error && (
            <Note tone="late" live>
              {sentenceOf(registering.error)}
            </Note>
          )}
          <Button type="submit" variant="primary" block busy={registering.isPending} busyLabel="Registering...">
            Register
          </Button>
        </form>
      </Card>
      <LinkButton href={withNext('/sign-in', next)} variant="quiet">
        I have a practice already
      </LinkButton>
    </SignInFrame>
  )
}

const LookIntoMail = ({ email }: { email: string }) => (
  <SignInFrame title="Look into your e-mail">
    <Card padded>
      <Note tone="ok" live>
        We have written to {email.trim()}. Open the link in that e-mail within half an hour; it signs you in, and there you choose your
        password.
      </Note>
    </Card>
  </SignInFrame>
)

const isGiven = (fault: string) => (text: string) => text.trim() !== '' || fault
const isAddress = (text: string) => isEmail(text) || 'Enter an e-mail address such as sarah@example.com'
const isLong = (text: string) => text.length >= MIN_PASSWORD || `At least ${MIN_PASSWORD} characters`
