import type { CodeView } from '#app/my/sign-in-view.ts'
import { MyFrame } from '#app/pages/my/MyFrame.tsx'
import { SharedComputer } from '#app/pages/my/SharedComputer.tsx'
import { buttonClass } from '#ui/button-style.ts'
import { Field } from '#ui/Field.tsx'
import { TextInput } from '#ui/TextInput.tsx'

/** Where the code is typed. Its words are the same whether anyone has the address or not. */
export const MyCodePage = ({ address, fault, isSignedIn }: CodeView) => (
  <MyFrame title="Type your code">
    <p className="[overflow-wrap:anywhere]">
      If a farrier here has <b>{address}</b>, a code is on its way. It has eight figures and lasts 10 minutes.
    </p>
    <form method="post" action="/my/sign-in/code" className="grid gap-4">
      <Field label="Code" error={fault} required>
        <TextInput
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          required
          autoFocus
          className="max-w-60 text-24 tracking-[0.12em] tabular-nums"
        />
      </Field>
      {!isSignedIn && <SharedComputer />}
      <button type="submit" className={buttonClass({ variant: 'primary', size: 'lg', block: true })}>
        {isSignedIn ? 'Use the code' : 'Sign in'}
      </button>
    </form>
    <p className="text-ink-2">Nothing after a minute? Look in your junk folder, and check the address for slips.</p>
    <div className="flex flex-wrap gap-2">
      <form method="post" action="/my/sign-in/again">
        <button type="submit" className={buttonClass({})}>
          Send again
        </button>
      </form>
      <a href={isSignedIn ? '/my/settings' : '/my/sign-in'} className={buttonClass({ variant: 'quiet' })}>
        Use another address
      </a>
    </div>
  </MyFrame>
)
