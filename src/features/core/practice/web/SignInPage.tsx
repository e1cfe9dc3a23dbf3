import { useSyncExternalStore } from 'react'
import { useSearch } from 'wouter'
import { DemoCard } from '#features/core/practice/web/DemoCard.tsx'
import { useSignInOptions } from '#features/core/practice/web/data.ts'
import { ForgottenForm } from '#features/core/practice/web/ForgottenForm.tsx'
import { InvitationForm } from '#features/core/practice/web/InvitationForm.tsx'
import { LinkSignInForm } from '#features/core/practice/web/LinkSignInForm.tsx'
import { NewPasswordForm } from '#features/core/practice/web/NewPasswordForm.tsx'
import { nextScreen, withNext } from '#features/core/practice/web/next-screen.ts'
import { PasswordSignInForm } from '#features/core/practice/web/PasswordSignInForm.tsx'
import { SignInFrame } from '#features/core/practice/web/SignInFrame.tsx'
import { Card } from '#ui/Card.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'

/** Sign in with a password, with a link from a mail or from the server's operator, answer an invitation, or open the demo practice. */
export function SignInPage() {
  const token = useFromLink('token')
  const resetToken = useFromLink('password')
  const isForgotten = useFromLink('forgotten') !== null
  const invitation = useFromLink('invitation')
  const next = nextScreen(useSearch())
  const options = useSignInOptions()
  if (invitation) {
    return (
      <SignInFrame title="You're invited" subtitle="The link works once.">
        <InvitationForm key={invitation} token={invitation} />
      </SignInFrame>
    )
  }
  if (token) {
    return (
      <SignInFrame title="Sign in with your link" subtitle="The link works once.">
        <LinkSignInForm token={token} next={next} />
      </SignInFrame>
    )
  }
  if (resetToken) {
    return (
      <SignInFrame title="Choose a new password" subtitle="The link works once. Your other devices are signed out.">
        <NewPasswordForm token={resetToken} />
      </SignInFrame>
    )
  }
  if (isForgotten) {
    return (
      <SignInFrame title="Forgotten your password?">
        <ForgottenForm canMail={options.emailLink} isKnown={options.isKnown} />
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title="Sign in">
      <PasswordSignInForm offersLink={options.emailLink} next={next} />
      <Card padded>
        <p className="mb-3">
          <b>New here?</b> Eight weeks of Professional, free. No card needed.
        </p>
        <LinkButton href={withNext('/register', next)} block>
          Start Free Trial
        </LinkButton>
      </Card>
      {options.demo && <DemoCard />}
    </SignInFrame>
  )
}

// In the fragment, so that it reaches no server's log; a second link opened in the same tab only changes the fragment.
const useFromLink = (what: 'token' | 'invitation' | 'password' | 'forgotten') =>
  useSyncExternalStore(onFragment, () => new URLSearchParams(window.location.hash.slice(1)).get(what))

function onFragment(changed: () => void) {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}
