import type { LinkView, NotMeView } from '#app/my/sign-in-view.ts'
import { MyFrame } from '#app/pages/my/MyFrame.tsx'
import { SharedComputer } from '#app/pages/my/SharedComputer.tsx'
import { buttonClass } from '#ui/button-style.ts'
import { Note } from '#ui/Note.tsx'

/** Where the link of a message leads. Mail programs open links to look at them, so a press uses it; later it only offers a new code. */
export const MyLinkPage = ({ isSpent }: LinkView) =>
  isSpent ? (
    <MyFrame title="This link is used up">
      <p>It works once, within half an hour of asking. A new code takes a moment.</p>
      <a href="/my/sign-in" className={buttonClass({ variant: 'primary', size: 'lg', block: true })}>
        Send me a code
      </a>
    </MyFrame>
  ) : (
    <MyFrame title="Sign in">
      <form method="post" action="/my/sign-in/link" className="grid gap-4">
        <Token />
        <SharedComputer />
        <button type="submit" className={buttonClass({ variant: 'primary', size: 'lg', block: true })}>
          Sign in on this device
        </button>
      </form>
      <p className="text-ink-2">
        Does nothing happen?{' '}
        <a href="/my/sign-in/code" className="link">
          Type the code
        </a>{' '}
        of the same message where you asked for it.
      </p>
    </MyFrame>
  )

/** Where the word about a new device leads. */
export const MyNotMePage = ({ state }: NotMeView) => (
  <MyFrame title={state === 'done' ? 'Everybody is signed out' : "This wasn't me"}>
    {state === 'asked' && (
      <form method="post" action="/my/not-me" className="grid gap-4">
        <Token />
        <p>This signs you out on every device. Whoever wants back in needs a new code, sent to an address of yours.</p>
        <button type="submit" className={buttonClass({ variant: 'danger', size: 'lg', block: true })}>
          Sign everybody out
        </button>
      </form>
    )}
    {state === 'done' && (
      <Note tone="ok" live>
        <b className="block">Nobody is signed in any more.</b> Sign in again, and remove the address that isn't yours. Tell your farrier
        too, if they have it.
      </Note>
    )}
    {state === 'spent' && <p>This link is used up. Sign in to see where you are signed in, and to end it there.</p>}
    {state !== 'asked' && (
      <a href="/my/sign-in" className={buttonClass({ block: true })}>
        Sign in
      </a>
    )}
  </MyFrame>
)

/** What the address carries in its fragment, which no server and no referrer sees: `link-token.ts` brings it here. */
const Token = () => <input type="hidden" name="token" data-link-token="" />
