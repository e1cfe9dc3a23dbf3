import { useMutation } from '@tanstack/react-query'
import { Redirect, useSearch } from 'wouter'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { ShellCode } from '#features/core/practice/shells.ts'
import { letShellIn, useCurrentUser } from '#features/core/practice/web/data.ts'
import { withNext } from '#features/core/practice/web/next-screen.ts'
import { SignInFrame } from '#features/core/practice/web/SignInFrame.tsx'
import { type ShellAsks, shellAsks, signedInAddress, thisDevice } from '#features/core/practice/web/shell-link.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { goOutside, outside } from '#platform/web/device/outside.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Facts } from '#ui/Facts.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Note } from '#ui/Note.tsx'

/** Where the desktop or phone app sends a browser to be signed in: whoever is signed in here lets it in by one press. */
export function ShellSignInPage() {
  const search = useSearch()
  const user = useCurrentUser()
  const asks = shellAsks(search)
  if (!asks) return <NotWhole />
  if (user === undefined) return <div aria-busy className="min-h-dvh" />
  const signIn = withNext('/sign-in', `/sign-in/shell?${search}`)
  if (user === null) return <Redirect to={signIn} replace />
  return <LetIn asks={asks} user={user} signIn={signIn} />
}

const NotWhole = () => (
  <SignInFrame title="Sign in from the app">
    <Card padded>
      <p>Part of this address is missing. Open Pritchel on your computer or phone, and press Sign in there.</p>
    </Card>
  </SignInFrame>
)

type Props = { asks: ShellAsks; user: CurrentUser; signIn: string }

function LetIn({ asks: { state, ...asks }, user, signIn }: Props) {
  const device = thisDevice(asks)
  const letting = useMutation({
    mutationFn: () => letShellIn(asks),
    onSuccess: ({ code }) => goOutside(signedInAddress(code, state)),
  })
  return (
    <SignInFrame title={`Sign in to Pritchel on this ${device}`}>
      {letting.data ? (
        <HandOver made={letting.data} state={state} />
      ) : (
        <Card padded>
          <div className="grid gap-4">
            <Facts facts={factsOf(asks, user)} />
            <p>Press only if you have just pressed Sign in in Pritchel on this {device}. If you haven't, close this page.</p>
            {letting.error && (
              <Note tone="late" live>
                {sentenceOf(letting.error)}
              </Note>
            )}
            <Button variant="primary" block busy={letting.isPending} busyLabel="Signing in..." onClick={() => pressed(letting, undefined)}>
              Sign in on this {device}
            </Button>
            <LinkButton href={signIn} variant="quiet" block>
              Sign in as somebody else
            </LinkButton>
          </div>
        </Card>
      )}
    </SignInFrame>
  )
}

const factsOf = ({ model }: Pick<ShellAsks, 'model'>, { firstName, lastName, practice }: CurrentUser) =>
  [
    ['Device', model],
    ['Practice', practice.name],
    ['Signed in as', `${firstName} ${lastName}`.trim()],
  ] as const

/* The browser asks first whether it may open the app, or knows none: then the letters are typed there. */
const HandOver = ({ made: { code, letters }, state }: { made: ShellCode; state: string }) => (
  <Card padded>
    <div className="grid gap-4" role="status">
      <p>Pritchel opens now. You can close this page once you are signed in there.</p>
      <LinkButton {...outside(signedInAddress(code, state))} variant="primary" block>
        Open Pritchel
      </LinkButton>
      <p>If it doesn't open, type these letters in Pritchel. They work once, for five minutes.</p>
      <p className="text-center text-30 font-bold tracking-[0.08em]">{`${letters.slice(0, 4)} ${letters.slice(4)}`}</p>
      <p className="text-ink-2">Never read them out or send them to anybody: whoever has them could sign in as you.</p>
    </div>
  </Card>
)
