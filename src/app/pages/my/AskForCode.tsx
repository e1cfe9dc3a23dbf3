import { buttonClass } from '#ui/button-style.ts'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { TextInput } from '#ui/TextInput.tsx'

const LABEL = { both: 'E-mail or mobile number', email: 'E-mail address', phone: 'Mobile number' } as const

type Props = {
  /** What codes can be sent to from here. */
  takes?: readonly ('email' | 'phone')[]
  help: string
  typed?: string
  fault?: string | undefined
  /** The invitation that the visitor comes back to once signed in. */
  join?: string | undefined
}

/** Where a visitor requests a code to sign in. */
export function AskForCode({ takes = ['email', 'phone'], help, typed = '', fault, join }: Props) {
  const only = takes.length === 1 ? takes[0] : undefined
  if (takes.length === 0)
    return (
      <Note tone="due">
        <b className="block">Ask your farrier for a link.</b> No codes can be sent from here.
      </Note>
    )
  return (
    <form method="post" action="/my/sign-in" className="grid gap-4">
      {join !== undefined && <input type="hidden" name="join" value={join} />}
      <Field label={LABEL[only ?? 'both']} help={help} error={fault} required>
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
  )
}
