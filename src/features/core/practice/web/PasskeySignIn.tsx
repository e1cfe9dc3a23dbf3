import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { signInWithPasskey } from '#features/core/practice/web/passkeys.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { canUsePasskeys, offersPasskeys, withdrawPasskeys } from '#platform/web/device/passkeys.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/Note.tsx'

/** The server accepts a signature for five minutes: the offer is renewed before that. */
const OFFER_MS = 4 * 60_000

/** The way in by a passkey: by a press, and offered by the e-mail field among what it fills in. Nothing where the device makes none. */
export const PasskeySignIn = ({ next }: { next: string }) => (canUsePasskeys() ? <Way next={next} /> : null)

function Way({ next }: { next: string }) {
  const [, navigate] = useLocation()
  const entering = useMutation({ mutationFn: () => signInWithPasskey(), onSuccess: (isIn) => isIn && navigate(next) })
  const { mutate: offer, error } = useMutation({
    mutationFn: async () => (await offersPasskeys()) && (await signInWithPasskey({ isOffered: true })),
    onSuccess: (isIn) => isIn && navigate(next),
  })
  useEffect(() => {
    offer()
    const anew = setInterval(offer, OFFER_MS)
    return () => {
      clearInterval(anew)
      void withdrawPasskeys()
    }
  }, [offer])
  const failure = entering.error ?? refusalOf(error)
  return (
    <>
      <Button
        block
        icon={KeyRound}
        busy={entering.isPending}
        busyLabel="Waiting for your passkey..."
        onClick={() => pressed(entering, undefined)}
      >
        Use a passkey
      </Button>
      {(failure || entering.data === false) && (
        <Note tone="late" live>
          {failure ? sentenceOf(failure) : 'No passkey was used. Sign in with your password, then add one under Where I am signed in.'}
        </Note>
      )}
    </>
  )
}

/** An offer that was not requested shows no error while there is no signal. */
const refusalOf = (error: unknown) => (error && 'code' in (error as object) ? error : undefined)
