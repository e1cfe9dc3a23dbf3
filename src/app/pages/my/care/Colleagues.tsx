import type { CareHorseView } from '#app/my/care-view.ts'
import { buttonClass } from '#ui/button-style.ts'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Props = { at: string; name: string; colleagues: CareHorseView['colleagues']; isClosed: boolean }

/** Asking owner and farrier that a colleague may see a horse too, and what became of it. */
export const Colleagues = ({ at, name, colleagues: { asked, typed, fault }, isClosed }: Props) => (
  <section id="colleagues" aria-label="Colleagues" className="grid gap-3">
    {asked.length > 0 && (
      <ul className="rounded-lg border border-line bg-surface">
        {asked.map((one) => (
          <li key={`${one.name} ${one.words}`} className="border-line px-4 py-3 not-first:border-t [overflow-wrap:anywhere]">
            <b className="block">{one.name}</b>
            {one.words}
          </li>
        ))}
      </ul>
    )}
    {!isClosed && (
      <details open={fault !== null} className="rounded-lg border border-line bg-surface">
        <summary className="min-h-12 px-4 py-3 font-medium">Ask for a colleague</summary>
        <form method="post" action={`${at}/colleagues`} className="grid gap-4 px-4 pb-4">
          <p className="text-ink-2">
            {`The owner and the farrier decide. If they agree, your colleague sees ${name} as you do, for as long as you do.`}
          </p>
          {fault && (
            <Note tone="late" live>
              {fault}
            </Note>
          )}
          <Field label="Their name" help="One person: everybody signs in for themselves." required>
            <TextInput name="name" autoComplete="off" maxLength={80} defaultValue={typed.name} required />
          </Field>
          <Field label="Their practice" optional>
            <TextInput name="practice" autoComplete="off" maxLength={120} defaultValue={typed.practice} />
          </Field>
          <Field label="Their own e-mail or mobile number" help="Not one that the whole practice reads." required>
            <TextInput
              name="to"
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              defaultValue={typed.to}
              required
            />
          </Field>
          <button type="submit" className={buttonClass({ variant: 'primary', block: true })}>
            Ask
          </button>
        </form>
      </details>
    )}
  </section>
)
