import type { SignInView } from '#app/my/sign-in-view.ts'
import { MyFrame } from '#app/pages/my/MyFrame.tsx'
import { PasskeyWay } from '#app/pages/my/MyPasskeys.tsx'
import { buttonClass } from '#ui/button-style.ts'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { TextInput } from '#ui/TextInput.tsx'

const LABEL = { both: 'E-mail or mobile number', email: 'E-mail address', phone: 'Mobile number' } as const

/** Where an owner asks for a code. */
export function MySignInPage({ takes, isTestVersion, typed, fault, demoFault }: SignInView) {
  const only = takes.length === 1 ? takes[0] : undefined
  return (
    <MyFrame title="Sign in">
      {takes.length === 0 ? (
        <Note tone="due">
          <b className="block">Ask your farrier for a link.</b> No codes can be sent from here.
        </Note>
      ) : (
        <form method="post" action="/my/sign-in" className="grid gap-4">
          <p className="text-ink-2">
            Your horses, visits and bills, with every farrier who uses Pritchel. There's no password: we send you a code.
          </p>
          <Field label={LABEL[only ?? 'both']} help="The one your farrier has for you." error={fault} required>
            <TextInput
              name="address"
              type={only === 'email' ? 'email' : only === 'phone' ? 'tel' : 'text'}
              inputMode={only === 'phone' ? 'tel' : 'email'}
              autoComplete={`${only === 'phone' ? 'tel' : only === 'email' ? 'email' : 'username'} webauthn`}
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              defaultValue={typed}
              required
            />
          </Field>
          <button type="submit" className={buttonClass({ variant: 'primary', size: 'lg', block: true })}>
            Send me a code
          </button>
        </form>
      )}
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

/** The demo practice as one of its owners sees it. */
const OpenDemo = ({ fault }: { fault: string | undefined }) => (
  <form method="post" action="/my/sign-in/demo" className="grid gap-2 border-t border-line pt-4">
    <p className="text-ink-2">Or look round first: the demo practice, as an owner of two horses sees it.</p>
    <button type="submit" className={buttonClass({ size: 'lg', block: true })}>
      Open as an owner
    </button>
    {fault && (
      <Note tone="late" live>
        {fault}
      </Note>
    )}
  </form>
)
