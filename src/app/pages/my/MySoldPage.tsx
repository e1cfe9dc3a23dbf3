import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import type { SoldView } from '#app/my/sold-view.ts'
import { MyFrame } from '#app/pages/my/MyFrame.tsx'
import { RadioSet } from '#features/talk/triage/page/RadioSet.tsx'
import { dayAndYear } from '#lib/dates.ts'
import { buttonClass } from '#ui/button-style.ts'
import { Field, useField } from '#ui/Field.tsx'
import { INPUT_CLASS } from '#ui/input-style.ts'
import { Note } from '#ui/Note.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { TextInput } from '#ui/TextInput.tsx'

/** An owner reports that a horse was sold, has moved on or has died. */
export const MySoldPage = (view: SoldView) => {
  const { slug, practiceName, horse, told, declinedDay, over, fault, toProve } = view
  return (
    <MyFrame title="Sold or moved on" place="home" back={{ href: `/my/at/${slug}/horses/${horse.id}`, label: `‹ ${horse.name}` }}>
      {(fault || toProve) && (
        <div role="alert" className="flex items-start gap-2 font-medium text-flag-ink">
          <CircleAlert size={20} aria-hidden className="mt-0.5 shrink-0" />
          <p>
            {[fault, toProve].filter(Boolean).join(' ')}
            {toProve && (
              <a href="/my/settings#addresses" className="block py-2 underline">
                Get a new code
              </a>
            )}
          </p>
        </div>
      )}
      {told && <Told view={view} told={told} />}
      {declinedDay && !told && !over && (
        <Note tone="due" icon={Clock}>
          {`You told ${practiceName} on ${dayAndYear(declinedDay)}, and they turned it down. Ring them, or tell them again.`}
        </Note>
      )}
      {over && (
        <Note tone="ok" icon={CircleCheck}>
          {over}
        </Note>
      )}
      {!over && (!told || view.typed.what !== '') && <Form view={view} />}
      {!over && <WhatFollows view={view} />}
    </MyFrame>
  )
}

const pathOf = ({ slug, horse }: SoldView, verb = '') => `/my/at/${slug}/horses/${horse.id}/sold${verb}`

const Told = ({ view, told }: { view: SoldView; told: NonNullable<SoldView['told']> }) => (
  <Note tone="due" icon={Clock}>
    <b className="block">{`You told ${view.practiceName} on ${dayAndYear(told.onDay)}; they will see to it.`}</b>
    <span className="block [overflow-wrap:anywhere]">{told.words}.</span>
    <form method="post" action={pathOf(view, '/back')} className="mt-3">
      <button type="submit" className={buttonClass({})}>
        Take it back
      </button>
    </form>
  </Note>
)

const WHAT = [
  { value: 'sold', label: 'Sold' },
  { value: 'moved', label: 'Moved on: given, lent or gone back to somebody' },
  { value: 'died', label: 'Died' },
]

const ALONG = [
  { value: 'none', label: 'Nothing of my time' },
  { value: 'record', label: 'The foot record: what was done, and how the feet stood' },
  { value: 'all', label: 'The foot record, and the photos and files you see here' },
]

const Form = ({ view }: { view: SoldView }) => {
  const { practiceName, horse, days, typed } = view
  return (
    <form
      method="post"
      action={pathOf(view)}
      aria-label={`Tell ${practiceName}`}
      className="grid gap-5 rounded-lg border border-line bg-surface p-4 [overflow-wrap:anywhere]"
    >
      <RadioSet legend={`What has happened to ${horse.name}?`} name="what" value={typed.what} error={undefined} choices={WHAT} />
      <Field label="On which day?" help={days.since ? `${horse.name} became yours on ${dayAndYear(days.since)}.` : undefined} required>
        <DayInput name="day" defaultValue={typed.day} max={days.today} min={days.since ?? undefined} />
      </Field>
      <fieldset className="grid gap-3">
        <legend className="mb-1.5 text-18">Who has the horse now?</legend>
        <p className="text-14 text-ink-2">{`If you know, and may say so: it’s how ${practiceName} reaches them.`}</p>
        <Field label="Name" optional>
          <TextInput name="name" maxLength={200} defaultValue={typed.name} autoComplete="off" />
        </Field>
        <Field label="Phone" help="Only if they’re happy for you to pass it on" optional>
          <TextInput type="tel" name="phone" maxLength={40} defaultValue={typed.phone} autoComplete="off" />
        </Field>
        <Field label="E-mail" help="Only if they’re happy for you to pass it on" optional>
          <TextInput type="email" name="email" maxLength={254} defaultValue={typed.email} autoComplete="off" />
        </Field>
      </fieldset>
      <div className="grid gap-1.5">
        <RadioSet legend="What may the new owner read?" name="along" value={typed.along} error={undefined} choices={ALONG} />
        <p className="text-14 text-ink-2">
          Vets’ files, your messages and your bills never go along. If the horse has died, leave this out.
        </p>
      </div>
      <Field label="Anything else" optional>
        <TextArea name="words" maxLength={2000} rows={3} defaultValue={typed.words} />
      </Field>
      <button
        type="submit"
        className={buttonClass({ variant: 'primary', block: true, className: '[overflow-wrap:anywhere] whitespace-normal' })}
      >
        {`Tell ${practiceName}`}
      </button>
    </form>
  )
}

const DayInput = ({ min, ...rest }: { name: string; defaultValue: string; max: string; min: string | undefined }) => (
  <input {...useField()} {...rest} {...(min && { min })} type="date" required className={INPUT_CLASS} />
)

const WhatFollows = ({ view: { practiceName, horse } }: { view: SoldView }) => (
  <section aria-labelledby="follows" className="grid gap-2 [overflow-wrap:anywhere]">
    <h2 id="follows" className="text-20">
      What happens then
    </h2>
    <p>{`Nothing changes until ${practiceName} has seen to it. Then:`}</p>
    <ul className="grid list-disc gap-1 pl-5">
      <li>{`${horse.name} is with its new owner in the record, with the visits that are booked.`}</li>
      <li>{`If it goes to another farrier or has died, ${practiceName} keeps it as gone.`}</li>
      <li>You keep what was done in your time, to read.</li>
      <li>{`Whoever you let see ${horse.name} sees nothing of it any more, and links you made end.`}</li>
      <li>The new owner reads what you chose.</li>
    </ul>
  </section>
)
