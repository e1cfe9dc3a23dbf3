import type { ReactNode } from 'react'
import type { SettingsView } from '#app/my/settings-view.ts'
import { MyFrame } from '#app/pages/my/MyFrame.tsx'
import { MyPasskeys } from '#app/pages/my/MyPasskeys.tsx'
import { buttonClass } from '#ui/button-style.ts'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { TextInput } from '#ui/TextInput.tsx'

/** An owner's own: their addresses, where they are signed in, and signing out. */
export const MySettingsPage = (view: SettingsView) => (
  <MyFrame title="My settings" place="home" back={{ href: '/my', label: '‹ My horses' }}>
    <Addresses {...view} />
    {!view.onlyPractice && <MyPasskeys passkeys={view.passkeys} />}
    {view.textsOf.length > 0 && (
      <Section id="texts" title="Texts and e-mails">
        <ul className="grid">
          {view.textsOf.map(({ slug, name }) => (
            <li key={slug}>
              <a href={`/my/at/${slug}/texts`} className="inline-block py-3 underline [overflow-wrap:anywhere]">
                From {name}
              </a>
            </li>
          ))}
        </ul>
      </Section>
    )}
    <Section id="devices" title="Where I’m signed in">
      <ul className="grid gap-2">
        {view.devices.map(({ id, name, lastSeen, isCurrent, isShared }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2">
            <span>
              <b className="block">{name}</b>
              <span className="text-14 text-ink-2">
                {isCurrent ? 'This device' : `Last used ${lastSeen}`}
                {isShared && ', a shared computer'}
              </span>
            </span>
            {!isCurrent && <Press action="/my/settings/devices" name="id" value={id} words="End" label={`End on ${name}`} />}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Press action="/my/sign-out" name="id" value="this" words="Sign out" />
        {view.devices.length > 1 && <Press action="/my/settings/devices" name="id" value="all" words="Sign out everywhere" />}
      </div>
    </Section>
  </MyFrame>
)

function Addresses({ addresses, onlyPractice, isProven, typed, fault }: SettingsView) {
  if (onlyPractice)
    return (
      <Section id="addresses" title="My addresses">
        <Note>
          <b className="block">Test version: you see {onlyPractice} alone.</b> Nothing was sent to you, so no address is proven here and
          none can be added.
        </Note>
      </Section>
    )
  return (
    <Section id="addresses" title="My addresses">
      <p className="text-ink-2">Each opens what farriers keep for it. Add your other number or e-mail, if a farrier has that one.</p>
      <ul className="grid gap-2">
        {addresses.map(({ address }) => (
          <li key={address} className="flex flex-wrap items-center justify-between gap-2">
            <b className="[overflow-wrap:anywhere]">{shown(address)}</b>
            {isProven && addresses.length > 1 && (
              <Press
                action="/my/settings/addresses/remove"
                name="address"
                value={address}
                words="Remove"
                label={`Remove ${shown(address)}`}
              />
            )}
          </li>
        ))}
      </ul>
      {isProven ? (
        <form method="post" action="/my/settings/addresses" className="grid gap-3">
          <Field label="Another e-mail or mobile number" error={fault}>
            <TextInput
              name="address"
              inputMode="email"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              defaultValue={typed}
              required
            />
          </Field>
          <button type="submit" className={buttonClass({ block: true })}>
            Send a code there
          </button>
        </form>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <p>To change anything here, prove it's you first. We send a code to:</p>
          {addresses.map(({ address }) => (
            <Press
              key={address}
              action="/my/settings/prove"
              name="address"
              value={address}
              words={shown(address)}
              label={`Send a code to ${shown(address)}`}
            />
          ))}
          {fault && (
            <p role="alert" className="font-medium text-flag-ink">
              {fault}
            </p>
          )}
        </div>
      )}
    </Section>
  )
}

const Section = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id} className="grid gap-3 rounded-lg border border-line bg-surface p-4">
    <h2 id={id} className="text-20">
      {title}
    </h2>
    {children}
  </section>
)

type PressProps = { action: string; name: string; value: string; words: string; label?: string }

const Press = ({ action, name, value, words, label }: PressProps) => (
  <form method="post" action={action} className="min-w-0">
    <input type="hidden" name={name} value={value} />
    <button type="submit" aria-label={label} className={buttonClass({ className: 'max-w-full [overflow-wrap:anywhere] shrink' })}>
      {words}
    </button>
  </form>
)

/** A mobile as people here write it; an e-mail as it is. */
const shown = (address: string) => address.replace(/^\+44(\d{4})(\d{6})$/, '0$1 $2')
