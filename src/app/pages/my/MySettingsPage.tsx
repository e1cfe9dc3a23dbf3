import type { ReactNode } from 'react'
import type { SettingsView } from '#app/my/settings-view.ts'
import { MyFrame } from '#app/pages/my/MyFrame.tsx'
import { MyPasskeys } from '#app/pages/my/MyPasskeys.tsx'
import { MyPush } from '#app/pages/my/MyPush.tsx'
import { readableAddress } from '#lib/phone-links.ts'
import { buttonClass } from '#ui/button-style.ts'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { TextInput } from '#ui/TextInput.tsx'

/** An owner's own: their addresses, what each farrier sends them, where they are signed in, and signing out. */
export const MySettingsPage = (view: SettingsView) => (
  <MyFrame title="My settings" place="home" back={{ href: '/my', label: '‹ My horses' }}>
    <Addresses {...view} />
    {view.farriers.length > 0 && <Farriers {...view} />}
    {!view.onlyPractice && <MyPasskeys passkeys={view.passkeys} />}
    <Calendar calendar={view.calendar} />
    <Section id="devices" title="Where I’m signed in">
      <ul className="grid gap-2">
        {view.devices.map(({ id, name, lastSeen, isCurrent, isShared, isTold }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2">
            <span>
              <b className="block">{name}</b>
              <span className="text-14 text-ink-2">
                {isCurrent ? 'This device' : `Last used ${lastSeen}`}
                {isShared && ', a shared computer'}
                {isTold && ', told of news'}
              </span>
            </span>
            {!isCurrent && <Press action="/my/settings/devices" name="id" value={id} words="End" label={`End on ${name}`} />}
          </li>
        ))}
      </ul>
      {view.pushKey && <MyPush pushKey={view.pushKey} isTold={view.devices.some(({ isCurrent, isTold }) => isCurrent && isTold)} />}
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
      <p className="text-ink-2">
        {addresses.length > 0
          ? 'Each opens what farriers keep for it. Add your other number or e-mail, if a farrier has that one.'
          : 'You came in by a link your farrier gave you. Add the number or e-mail they have for you, and you can sign in anywhere.'}
      </p>
      <ul className="grid gap-2">
        {addresses.map(({ address }) => (
          <li key={address} className="flex flex-wrap items-center justify-between gap-2">
            <b className="[overflow-wrap:anywhere]">{readableAddress(address)}</b>
            {isProven && addresses.length > 1 && (
              <Press
                action="/my/settings/addresses/remove"
                name="address"
                value={address}
                words="Remove"
                label={`Remove ${readableAddress(address)}`}
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
      ) : addresses.length === 0 ? (
        <p>It was a while ago. To add one now, sign out, and ask your farrier for a new link.</p>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <p>To change anything here, prove it's you first. We send a code to:</p>
          {addresses.map(({ address }) => (
            <Press
              key={address}
              action="/my/settings/prove"
              name="address"
              value={address}
              words={readableAddress(address)}
              label={`Send a code to ${readableAddress(address)}`}
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

const Farriers = ({ farriers, farriersFault }: Pick<SettingsView, 'farriers' | 'farriersFault'>) => (
  <Section id="farriers" title="My farriers">
    {farriersFault && (
      <p role="alert" className="font-medium text-flag-ink">
        {farriersFault}
      </p>
    )}
    <ul className="grid gap-2">
      {farriers.map(({ slug, name, clients, hasTerms }) => (
        <li key={slug}>
          <b className="block [overflow-wrap:anywhere]">{name}</b>
          {clients.map((client) => (
            <span key={client.id} className="flex flex-wrap gap-x-5">
              <a href={`/my/at/${slug}/texts?for=${client.id}`} className={LINK}>
                {forWhom('Texts and e-mails', client, clients)}
              </a>
              {hasTerms && (
                <a href={`/my/at/${slug}/terms?for=${client.id}`} className={LINK}>
                  {forWhom('Terms', client, clients)}
                </a>
              )}
              <YardBoard slug={slug} client={client} label={forWhom('Yard’s board', client, clients)} />
            </span>
          ))}
        </li>
      ))}
    </ul>
  </Section>
)

/** A `webcal:` address has the phone's own calendar ask whether to follow it. */
const Calendar = ({ calendar }: Pick<SettingsView, 'calendar'>) => (
  <Section id="calendar" title="My calendar">
    {calendar ? (
      <>
        <p className="text-ink-2">
          Your farriers’ visits in your phone’s calendar, kept up to date. Whoever has this address can read them: keep it to yourself.
        </p>
        <a href={calendar.replace(/^https?:/, 'webcal:')} className={buttonClass({ block: true })}>
          Add to this phone’s calendar
        </a>
        <Field label="Or copy the address">
          <TextInput readOnly value={calendar} />
        </Field>
        <div className="flex flex-wrap gap-2">
          <Press action="/my/settings/calendar" name="anew" value="yes" words="Make a new address" />
          <Press action="/my/settings/calendar/end" name="end" value="yes" words="Stop" label="Stop the calendar" />
        </div>
        <p className="text-14 text-ink-2">With a new address the old one shows nothing any more.</p>
      </>
    ) : (
      <>
        <p className="text-ink-2">Your farriers’ visits in your phone’s calendar: when they come, what was moved, what was cancelled.</p>
        <Press action="/my/settings/calendar" name="anew" value="no" words="Show visits in my calendar" />
      </>
    )}
  </Section>
)

type BoardProps = { slug: string; client: SettingsView['farriers'][number]['clients'][number]; label: string }

/** Hides an owner's horses from a yard's board, or shows them again; they are shown by default. */
const YardBoard = ({ slug, client: { id, hides }, label }: BoardProps) => (
  <span className="flex basis-full flex-wrap items-center justify-between gap-2 py-1">
    <span className="min-w-0 flex-1 basis-48 [overflow-wrap:anywhere]">
      <span className="block">{label}</span>
      <span className="block text-14 text-ink-2">
        {hides ? 'Your horses aren’t on it.' : 'If your yard’s manager has one, it names your horses when the farrier comes.'}
      </span>
    </span>
    <Press
      action={`/my/at/${slug}/yard-board?for=${id}`}
      name="shows"
      value={hides ? 'yes' : 'no'}
      words={hides ? 'Show my horses' : 'Hide my horses'}
      label={`${hides ? 'Show' : 'Hide'} my horses: ${label}`}
    />
  </span>
)

const LINK = 'grid min-h-12 content-center underline underline-offset-4 [overflow-wrap:anywhere]'
const forWhom = (words: string, { name }: { name: string }, all: readonly object[]) => (all.length > 1 ? `${words} for ${name}` : words)

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
