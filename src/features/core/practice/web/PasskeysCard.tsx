import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { Passkey } from '#features/core/practice/passkeys.ts'
import { PasswordInput } from '#features/core/practice/web/PasswordInput.tsx'
import { addPasskey, removePasskey, usePasskeys } from '#features/core/practice/web/passkeys.ts'
import { dayAndYear, dayOf } from '#lib/dates.ts'
import { ApiError, sentenceOf } from '#platform/web/api.ts'
import { canUsePasskeys } from '#platform/web/device/passkeys.ts'
import { pressed } from '#platform/web/pressed.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Field } from '#ui/Field.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { Note } from '#ui/Note.tsx'
import { toast } from '#ui/toast-store.ts'

/** This person's passkeys for the practice: to add one on this device, and to remove each. Nothing in the demo, which has no sign-in. */
export function PasskeysCard() {
  const user = useSession<CurrentUser>().user
  const passkeys = usePasskeys()
  if (!user || user.practice.demo || !passkeys.data || (passkeys.data.length === 0 && !canUsePasskeys())) return null
  const changed = () => void passkeys.refetch()
  return (
    <Card className="max-w-[760px]" title="Passkeys">
      <p className="px-4 pt-1 pb-3 text-ink-2">Sign in by your face, your finger or your phone’s code, without the password.</p>
      {passkeys.data.length > 0 && (
        <List label="Passkeys">
          {passkeys.data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemoved={changed} />
          ))}
        </List>
      )}
      {canUsePasskeys() && <AddPasskey onAdded={changed} />}
    </Card>
  )
}

function AddPasskey({ onAdded }: { onAdded: () => void }) {
  const [password, setPassword] = useState('')
  const adding = useMutation({
    mutationFn: () => addPasskey(password || undefined),
    onSuccess: (isMade) => {
      if (!isMade) return
      setPassword('')
      toast({ title: 'Passkey added', description: 'Next time, press Use a passkey.' })
      onAdded()
    },
  })
  const wantsPassword = adding.error instanceof ApiError && ['proof_too_old', 'sign_in_failed'].includes(adding.error.code ?? '')
  const add = (event: FormEvent) => {
    event.preventDefault()
    return pressed(adding, undefined)
  }
  return (
    <form onSubmit={add} className="grid gap-3 px-4 pt-3 pb-4">
      {(wantsPassword || password) && (
        <Field label="Password" help="No password? Sign out, sign in with a link, then add it.">
          <PasswordInput
            autoComplete="current-password"
            maxLength={200}
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
        </Field>
      )}
      {(adding.error || adding.data === false) && (
        <Note tone={wantsPassword && !password ? 'due' : 'late'} live>
          {adding.error ? sentenceOf(adding.error) : 'No passkey was made. This device may have one already.'}
        </Note>
      )}
      <Button type="submit" className="w-fit" busy={adding.isPending} busyLabel="Waiting for your passkey...">
        Add a passkey
      </Button>
    </form>
  )
}

function PasskeyRow({ passkey: { id, name, madeAt, usedAt }, onRemoved }: { passkey: Passkey; onRemoved: () => void }) {
  const removing = useMutation({
    mutationFn: () => removePasskey(id),
    onSuccess: () => {
      toast({ title: 'Passkey removed', description: 'It opens nothing here any more.' })
      onRemoved()
    },
    onError: (error) => toast({ title: 'Not removed', description: sentenceOf(error), variant: 'destructive' }),
  })
  const made = dayAndYear(dayOf(madeAt, ZONE))
  return (
    <ListRow
      title={name}
      detail={`Made ${made}, ${usedAt ? `last used ${dayAndYear(dayOf(usedAt, ZONE))}` : 'not used yet'}`}
      aside={
        <Button
          size="sm"
          busy={removing.isPending}
          busyLabel="Removing..."
          onClick={() => pressed(removing, undefined)}
          aria-label={`Remove the passkey of ${name}, made ${made}`}
        >
          Remove
        </Button>
      }
    />
  )
}

/** The device's own clock: these are times of the person, not of the diary. */
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone
