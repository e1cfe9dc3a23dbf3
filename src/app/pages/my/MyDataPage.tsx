import { CircleAlert, Clock, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MyDataView } from '#app/my/data-view.ts'
import { MyFrame } from '#app/pages/my/MyFrame.tsx'
import { dayAndYear } from '#lib/dates.ts'
import { buttonClass } from '#ui/button-style.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { TextInput } from '#ui/TextInput.tsx'

/** What they may have of what is kept about them, and end. */
export const MyDataPage = ({ practices, fault, isToProve }: MyDataView) => (
  <MyFrame title="My data" place="home" back={{ href: '/my', label: '‹ My horses' }}>
    {fault && (
      <div role="alert" className="flex items-start gap-2 font-medium text-flag-ink">
        <CircleAlert size={20} aria-hidden className="mt-0.5 shrink-0" />
        <p>
          {fault}
          {isToProve && (
            <a href="/my/settings#addresses" className="block py-2 underline">
              Get a new code
            </a>
          )}
        </p>
      </div>
    )}
    {practices.length > 0 && (
      <Part id="details" title="My name and address">
        <p>
          Your farrier writes these. A new number or e-mail you prove yourself, under{' '}
          <a href="/my/settings" className="underline">
            Settings
          </a>
          .
        </p>
        {practices.flatMap(({ slug, name, clients }) =>
          clients.map((client) => <DetailsOf key={client.id} slug={slug} client={client} practiceName={name} />),
        )}
      </Part>
    )}
    <Part id="see" title="Download what I see">
      <p>Your horses, visits, messages and bills as you see them here, with photos and papers, in one file. It starts at once.</p>
      <form method="post" action="/my/data/download">
        <button type="submit" className={buttonClass({ block: true })}>
          <Download size={20} aria-hidden className="shrink-0" />
          Download what I see
        </button>
      </form>
    </Part>
    {practices.length > 0 && (
      <Part id="everything" title="Ask for everything held about me">
        <p>Your farrier may hold more than you see here. They have one month to give you a copy of all of it.</p>
        {practices.flatMap(({ slug, name, clients }) =>
          clients.map((client) => (
            <Everything key={client.id} slug={slug} client={client} words={clients.length > 1 ? `${name}, for ${client.name}` : name} />
          )),
        )}
      </Part>
    )}
    <Part id="close" title="Close my account">
      <p>
        You’re signed out everywhere, and your sign-in addresses and passkeys are deleted. Your farriers are told. They keep their own
        records, and you can sign in again later if they let you in.
      </p>
      <form method="post" action="/my/data/close" className="grid gap-3">
        <Checkbox name="sure" value="yes" label="Yes, close my account" required />
        <button type="submit" className={buttonClass({ variant: 'danger', block: true })}>
          Close my account
        </button>
      </form>
    </Part>
    <p>
      <a href="/my/privacy" className="inline-block py-2 underline">
        What is kept about you, and why
      </a>
    </p>
  </MyFrame>
)

const Part = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id} className="grid gap-3 rounded-lg border border-line bg-surface p-4">
    <h2 id={id} className="text-20">
      {title}
    </h2>
    {children}
  </section>
)

type Client = MyDataView['practices'][number]['clients'][number]
type DetailsProps = { slug: string; client: Client; practiceName: string }

const DetailsOf = ({ slug, client: { id, details, waiting }, practiceName }: DetailsProps) => (
  <form method="post" action={`/my/at/${slug}/data/details`} className="grid gap-3 border-t border-line pt-3" aria-label={practiceName}>
    <h3 className="text-16 [overflow-wrap:anywhere]">{`With ${practiceName}`}</h3>
    {waiting && (
      <Note tone="due" icon={Clock}>
        {`${waiting}. Your farrier hasn’t seen to it yet.`}
      </Note>
    )}
    <input type="hidden" name="for" value={id} />
    <Field label="Name">
      <TextInput name="name" maxLength={200} defaultValue={details.name} autoComplete="name" required />
    </Field>
    <Field label="Address">
      <TextArea name="address" maxLength={500} rows={3} defaultValue={details.address} autoComplete="street-address" />
    </Field>
    <Field label="Postcode">
      <TextInput name="postcode" maxLength={12} defaultValue={details.postcode} autoComplete="postal-code" />
    </Field>
    <button type="submit" className={buttonClass({ block: true })}>
      Tell my farrier
    </button>
  </form>
)

type EverythingProps = { slug: string; client: Client; words: string }

const Everything = ({ slug, client: { id, asked }, words }: EverythingProps) =>
  asked ? (
    <p className="border-t border-line pt-3 [overflow-wrap:anywhere]">
      <b className="block">{words}</b>
      {`You asked on ${dayAndYear(asked.onDay)}. `}
      {asked.byDay ? `They answer by ${dayAndYear(asked.byDay)}.` : 'They’re waiting for your answer.'}
    </p>
  ) : (
    <form method="post" action={`/my/at/${slug}/data/everything`}>
      <input type="hidden" name="for" value={id} />
      <button type="submit" className={buttonClass({ block: true, className: '[overflow-wrap:anywhere] whitespace-normal' })}>
        {`Ask ${words}`}
      </button>
    </form>
  )
