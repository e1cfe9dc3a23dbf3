import type { SignInView } from '#app/my/sign-in-view.ts'
import { AskForCode } from '#app/pages/my/AskForCode.tsx'
import { MyFrame } from '#app/pages/my/MyFrame.tsx'
import { PasskeyWay } from '#app/pages/my/MyPasskeys.tsx'
import { buttonClass } from '#ui/button-style.ts'
import { Note } from '#ui/Note.tsx'

/** Where an owner requests a code. */
export function MySignInPage({ takes, isTestVersion, typed, fault, demoFault, join }: SignInView) {
  return (
    <MyFrame title="Sign in">
      {takes.length > 0 && (
        <p className="text-ink-2">
          Your horses, visits and bills, with every farrier who uses Pritchel. There's no password: we send you a code.
        </p>
      )}
      <AskForCode
        takes={takes}
        help={join === undefined ? 'The one your farrier has for you.' : 'The one the invitation came to.'}
        typed={typed}
        fault={fault}
        join={join}
      />
      <PasskeyWay />
      {isTestVersion && <OpenDemo fault={demoFault} />}
      {isTestVersion && (
        <Note>
          <b className="block">Test version: nothing is sent.</b> The code is in the Outbox of each practice that has this address, and
          opens that practice alone.
        </Note>
      )}
    </MyFrame>
  )
}

/** The demo practice as one of its owners sees it, or a vet who is let in. */
const OpenDemo = ({ fault }: { fault: string | undefined }) => (
  <form method="post" action="/my/sign-in/demo" className="grid gap-2 border-t border-line pt-4">
    <p className="text-ink-2">Or look round first: the demo practice, as an owner of two horses sees it, or the vet of one.</p>
    <button type="submit" className={buttonClass({ size: 'lg', block: true })}>
      Open as an owner
    </button>
    <button type="submit" name="as" value="vet" className={buttonClass({ size: 'lg', block: true })}>
      Open as a vet
    </button>
    {fault && (
      <Note tone="late" live>
        {fault}
      </Note>
    )}
  </form>
)
