import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'wouter'
import type { OpenedInvitation } from '#features/core/practice/invitations.ts'
import { MIN_PASSWORD } from '#features/core/practice/limits.ts'
import { acceptByLink, declineByLink, openInvitation } from '#features/core/practice/web/data.ts'
import { PasswordInput } from '#features/core/practice/web/PasswordInput.tsx'
import { roleName } from '#features/core/practice/web/role-words.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { Button } from '#ui/Button.tsx'
import { buttonClass } from '#ui/button-style.ts'
import { Card } from '#ui/Card.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

/** The page behind an invitation's link. A press uses the link up, not opening it, because mail programs open links. */
export function InvitationForm({ token }: { token: string }) {
  const opened = useQuery({ queryKey: ['invitation', token], queryFn: () => openInvitation(token), gcTime: 0, retry: false })
  const [answered, setAnswered] = useState<'joined' | 'declined'>()
  if (answered === 'declined') return <Done words="Declined. That's all." />
  if (answered === 'joined') return <Done words={`You've joined ${opened.data?.practiceName ?? 'the practice'}. Sign in to open it.`} />
  return (
    <Card padded>
      {opened.isPending && <SkeletonRows label="Opening the invitation..." />}
      {opened.error && (
        <Note tone="late" live>
          {sentenceOf(opened.error)}
        </Note>
      )}
      {opened.data && <Answer token={token} invitation={opened.data} onAnswered={setAnswered} />}
    </Card>
  )
}

const Done = ({ words }: { words: string }) => (
  <Card padded>
    <Note tone="ok" live className="mb-4">
      {words}
    </Note>
    {/* Loads the page again: the new address differs only in its fragment. */}
    <a href="/sign-in" className={buttonClass({ block: true })}>
      Sign in
    </a>
  </Card>
)

type AnswerProps = { token: string; invitation: OpenedInvitation; onAnswered: (how: 'joined' | 'declined') => void }

function Answer({ token, invitation, onAnswered }: AnswerProps) {
  const [, navigate] = useLocation()
  const form = useForm({ defaultValues: { password: '' } })
  const accepting = useMutation({
    mutationFn: ({ password }: { password: string }) => acceptByLink(token, password),
    onSuccess: (isSignedIn) => (isSignedIn ? navigate('/', { replace: true }) : onAnswered('joined')),
  })
  const declining = useMutation({ mutationFn: () => declineByLink(token), onSuccess: () => onAnswered('declined') })
  const failure = accepting.error ?? declining.error
  return (
    <form onSubmit={form.handleSubmit((values) => accepting.mutate(values))} noValidate className="grid gap-4">
      <p>
        <b>{invitation.practiceName}</b> has invited {invitation.email} as {roleName(invitation.role).toLowerCase()}.
      </p>
      {invitation.step !== 'join' && (
        <Field {...FIELDS[invitation.step]} optional={isOptional(invitation)} error={form.formState.errors.password?.message}>
          <PasswordInput
            autoComplete={invitation.step === 'give_password' ? 'current-password' : 'new-password'}
            maxLength={200}
            {...form.register('password', { validate: (text) => faultOf(invitation, text) ?? true })}
          />
        </Field>
      )}
      {failure && (
        <Note tone="late" live>
          {sentenceOf(failure)}
        </Note>
      )}
      <Button type="submit" variant="primary" block busy={accepting.isPending} busyLabel="Joining...">
        Join {invitation.practiceName}
      </Button>
      <Button block busy={declining.isPending} busyLabel="Declining..." onClick={() => declining.mutate()}>
        Decline
      </Button>
    </form>
  )
}

const FIELDS = {
  choose_password: { label: 'New password', help: `At least ${MIN_PASSWORD} characters. You'll sign in with it and your e-mail address.` },
  give_password: {
    label: 'Your password',
    help: "This address already has an account. If you don't know the password, the person who runs this server can make you a sign-in link.",
  },
} as const

const isOptional = ({ step, isPasswordNeeded }: OpenedInvitation) => step === 'choose_password' && !isPasswordNeeded

function faultOf(invitation: OpenedInvitation, text: string): string | undefined {
  if (invitation.step === 'give_password') return text ? undefined : 'Enter your password'
  if (text === '' && isOptional(invitation)) return undefined
  return text.length >= MIN_PASSWORD ? undefined : `At least ${MIN_PASSWORD} characters`
}
