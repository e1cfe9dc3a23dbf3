import type { ShareView } from '#app/my/share-view.ts'
import { cardDay } from '#features/day/visit-card/card.ts'
import { LONGEST_RECIPIENT, PURPOSES, SHARE_DAYS } from '#features/records/guests/share-rules.ts'
import { serverUrl } from '#platform/web/server-url.ts'
import { buttonClass } from '#ui/button-style.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field, FieldSet, useField } from '#ui/Field.tsx'
import { INPUT_CLASS } from '#ui/input-style.ts'
import { Select } from '#ui/Select.tsx'
import { TextInput } from '#ui/TextInput.tsx'

/** Which parts of a horse's record are shown, to whom, and for how long. */
export function ShareForm({ view }: { view: ShareView }) {
  const { slug, horse, form, formId } = view
  return (
    <form method="post" action={`/my/at/${slug}/horses/${horse.id}/share`} className="grid gap-4">
      <p>A link for a buyer, an insurer or a vet. They see what you choose, and need no account. You see first what they will.</p>
      <input type="hidden" name="formId" value={formId} />
      <Field label="Who it’s for">
        <TextInput name="toName" defaultValue={form.toName} maxLength={LONGEST_RECIPIENT} autoComplete="off" />
      </Field>
      <Field label="What it’s for">
        <Select name="purpose" defaultValue={form.purpose} placeholder="Choose" options={PURPOSE_OPTIONS} />
      </Field>
      <FieldSet legend="What they see">
        <Checkbox
          name="work"
          value="yes"
          label="Work and feet"
          help="What was done, and how each foot was left"
          defaultChecked={form.work}
        />
        <Checkbox
          name="findings"
          value="yes"
          label="Findings and advice"
          help="What your farrier found and told you"
          defaultChecked={form.findings}
        />
      </FieldSet>
      <Field label="Nothing from before" optional help={`Empty: all your time with ${horse.name}`}>
        <DayInput name="from" value={form.from} />
      </Field>
      <Photos view={view} />
      <Field label="How long it works">
        <Select name="days" defaultValue={form.days} options={DAY_OPTIONS} />
      </Field>
      <button type="submit" name="step" value="preview" className={buttonClass({ variant: 'primary', block: true })}>
        See what they’ll see
      </button>
      <p className="text-14 text-ink-2">
        Never shown: your name and address, bills, messages, films, papers, and anything of your vet’s. The link ends by itself when the
        horse is sold.
      </p>
    </form>
  )
}

const PURPOSE_OPTIONS = Object.entries(PURPOSES).map(([value, label]) => ({ value, label }))
const DAY_OPTIONS = SHARE_DAYS.map((days) => ({ value: String(days), label: `${days} days` }))

const DayInput = ({ name, value }: { name: string; value: string }) => (
  <input {...useField()} type="date" name={name} defaultValue={value} className={INPUT_CLASS} />
)

const Photos = ({ view: { slug, form, photos } }: { view: ShareView }) => (
  <FieldSet legend="Photos">
    {photos.length === 0 && <p className="text-ink-2">There are no photos to choose yet.</p>}
    <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
      {photos.map(({ id, words, day }) => (
        <li key={id} className="grid content-start gap-1">
          <img
            src={serverUrl(`/my/at/${slug}/files/${id}/small`)}
            alt=""
            loading="lazy"
            className="aspect-4/3 w-full rounded-md border border-line bg-sunken object-cover"
          />
          <Checkbox name={`photo-${id}`} value="yes" label={words} help={cardDay(day)} defaultChecked={form.photoIds.includes(id)} />
        </li>
      ))}
    </ul>
  </FieldSet>
)
