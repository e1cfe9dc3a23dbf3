import type { Passkey } from '#features/core/practice/passkeys.ts'
import { dayOf, longDay } from '#lib/dates.ts'
import { buttonClass } from '#ui/button-style.ts'

/** A person's passkeys. Without script, or in a browser without passkeys, the part is not shown. */
export const MyPasskeys = ({ passkeys }: { passkeys: readonly Passkey[] }) => (
  <section data-passkeys hidden aria-labelledby="passkeys" className="grid gap-3 rounded-lg border border-line bg-surface p-4">
    <h2 id="passkeys" className="text-20">
      Passkeys
    </h2>
    <p className="text-ink-2">
      With a passkey you open this page by your face, your finger or your phone’s code. No code by text or e-mail.
    </p>
    {passkeys.length > 0 && (
      <ul className="grid gap-2">
        {passkeys.map(({ id, name, madeAt, usedAt }) => (
          <li key={id} className="flex items-center justify-between gap-3">
            <span>
              <b className="block">{name}</b>
              <span className="text-14 text-ink-2">
                Made {dayShown(madeAt)}. {usedAt ? `Last used ${dayShown(usedAt)}.` : 'Not used yet.'}
              </span>
            </span>
            <button type="button" value={id} aria-label={`Remove the passkey of ${name}`} className={buttonClass({})}>
              Remove
            </button>
          </li>
        ))}
      </ul>
    )}
    <p role="alert" className="font-medium text-flag-ink empty:hidden" />
    <button type="button" className={buttonClass({ block: true })}>
      Add a passkey
    </button>
  </section>
)

const dayShown = (at: string) => longDay(dayOf(new Date(at), 'Europe/London'))

/** The way in by a passkey, on the sign-in page. */
export const PasskeyWay = () => (
  <div data-passkey-way hidden className="grid gap-2">
    <button type="button" className={buttonClass({ block: true })}>
      Use a passkey
    </button>
    <p role="alert" className="font-medium text-flag-ink empty:hidden" />
  </div>
)
