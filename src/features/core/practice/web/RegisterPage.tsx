import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation, useSearch } from 'wouter'
import { MIN_PASSWORD } from '#features/core/practice/limits.ts'
import { isEmail, nameParts, practiceNameOf } from '#features/core/practice/rules.ts'
import { goOnRegistered, register as registerPractice } from '#features/core/practice/web/data.ts'
import { nextScreen, withNext } from '#features/core/practice/web/next-screen.ts'
import { PasswordInput } from '#features/core/practice/web/PasswordInput.tsx'
import { SignInFrame } from '#features/core/practice/web/SignInFrame.tsx'
import { sentenceOf } from '#platform/web/api.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { enterGoesOn } from '#ui/enter-goes-on.ts'
import { Field } from '#ui/Field.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Note } from '#ui/Note.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Values = { name: string; practiceName: string; email: string; password: string }

/** Where a registration has come to: open on this device, a mail on its way, or made while the signal went. */
type Stage = 'form' | 'mail' | 'later'

/** Registers a practice with four answers; the other questions come where they are needed. */
export function RegisterPage() {
  const [, navigate] = useLocation()
  const next = nextScreen(useSearch())
  const [stage, setStage] = useState<Stage>('form')
  const [failure, setFailure] = useState<string>()
  const form = useForm<Values>({ defaultValues: { name: '', practiceName: '', email: '', password: '' } })
  const enter = () => navigate(withNext('/welcome', next))
  const submit = form.handleSubmit(async ({ name, ...values }) => {
    setFailure(undefined)
    try {
      const outcome = await registerPractice({ ...values, ...nameParts(name) })
      if (outcome === 'in') enter()
      else setStage(outcome)
    } catch (error) {
      setFailure(sentenceOf(error))
    }
  })
  if (stage === 'mail') return <LookIntoMail email={form.getValues('email')} />
  if (stage === 'later') return <Registered onIn={enter} />
  return (
    <SignInFrame title="Start your free trial" subtitle="Eight weeks of Professional, free. No card needed.">
      <Card padded>
        <form onSubmit={submit} onKeyDown={enterGoesOn} noValidate className="grid gap-4">
          <Fields form={form} />
          {failure && (
            <Note tone="late" live>
              {failure}
            </Note>
          )}
          <Button type="submit" variant="primary" block busy={form.formState.isSubmitting} busyLabel="Registering...">
            Register
          </Button>
        </form>
      </Card>
      <LinkButton href={withNext('/sign-in', next)} variant="quiet">
        I have an account
      </LinkButton>
    </SignInFrame>
  )
}

function Fields({ form: { register, formState, setValue } }: { form: ReturnType<typeof useForm<Values>> }) {
  const { errors } = formState
  // Most trade under their own name: the practice has it until something else is typed.
  const isTheirs = useRef(false)
  const suggest = (name: string) => {
    if (!isTheirs.current) setValue('practiceName', practiceNameOf(name), { shouldValidate: Boolean(errors.practiceName) })
  }
  const onChange = ({ target }: { target: { value: string } }) => {
    isTheirs.current = target.value !== ''
  }
  return (
    <>
      <Field label="Your name" required error={errors.name?.message}>
        <TextInput
          autoFocus
          autoComplete="name"
          autoCapitalize="words"
          enterKeyHint="next"
          maxLength={120}
          {...register('name', { validate: isGiven('Enter your name'), onChange: ({ target }) => suggest(target.value) })}
        />
      </Field>
      <Field label="Practice name" required error={errors.practiceName?.message} help="Owners see it, and it signs your texts">
        <TextInput
          autoComplete="organization"
          enterKeyHint="next"
          maxLength={120}
          {...register('practiceName', { validate: isGiven('Enter a name'), onChange })}
        />
      </Field>
      <Field label="E-mail" required error={errors.email?.message}>
        <TextInput
          type="email"
          autoComplete="username"
          autoCapitalize="off"
          enterKeyHint="next"
          maxLength={254}
          {...register('email', { validate: isAddress })}
        />
      </Field>
      <Field label="Password" required error={errors.password?.message} help={`At least ${MIN_PASSWORD} characters`}>
        <PasswordInput autoComplete="new-password" enterKeyHint="go" maxLength={200} {...register('password', { validate: isLong })} />
      </Field>
    </>
  )
}

const LookIntoMail = ({ email }: { email: string }) => (
  <SignInFrame title="Check your e-mail">
    <Card padded>
      <Note tone="ok" live>
        We've e-mailed {email.trim()}. Open the link within half an hour to sign in and choose your password.
      </Note>
    </Card>
  </SignInFrame>
)

/* The server has the practice, and this device has lost the signal before it heard so. */
function Registered({ onIn }: { onIn: () => void }) {
  const [isStill, setStill] = useState(false)
  const goOn = async () => ((await goOnRegistered()) ? onIn() : setStill(true))
  return (
    <SignInFrame title="You're registered">
      <Card padded>
        <p className="mb-3">You lost signal before your practice could be opened. Carry on when it's back.</p>
        <Button variant="primary" block onClick={goOn}>
          Carry on
        </Button>
        {isStill && (
          <Note tone="late" live className="mt-3">
            No connection. Try again when you have signal.
          </Note>
        )}
      </Card>
    </SignInFrame>
  )
}

const isGiven = (fault: string) => (text: string) => text.trim() !== '' || fault
const isAddress = (text: string) => isEmail(text) || 'Enter an e-mail address such as sarah@example.com'
const isLong = (text: string) => text.length >= MIN_PASSWORD || `At least ${MIN_PASSWORD} characters`
