import type { CareUpload as Upload } from '#app/my/care-view.ts'
import { buttonClass } from '#ui/button-style.ts'
import { Card } from '#ui/Card.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field, useField } from '#ui/Field.tsx'
import { INPUT_CLASS } from '#ui/input-style.ts'
import { Note } from '#ui/Note.tsx'
import { Select } from '#ui/Select.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Props = { slug: string; horse: { id: string; name: string }; upload: Upload }

const FEET = [
  { value: 'NF', label: 'Near fore (left front)' },
  { value: 'OF', label: 'Off fore (right front)' },
  { value: 'NH', label: 'Near hind (left hind)' },
  { value: 'OH', label: 'Off hind (right hind)' },
]

/** Where films, photos and papers are sent. It needs the script of the page, which shows it. */
export const CareUpload = ({ slug, horse, upload }: Props) => (
  <Card title="Send films and files" padded>
    {!upload ? (
      <Note tone="due">The farrier takes nothing in here just now. Ring them.</Note>
    ) : (
      <>
        <noscript>
          <p>To send files, this page needs JavaScript. Everything else works without it.</p>
        </noscript>
        <div data-upload hidden data-slug={slug} data-horse={horse.id} data-carer={horse.name} className="grid gap-3">
          <p>What you say here is said of all the files you choose next. A film says by itself when it was taken.</p>
          <Field label="What they are">
            <Select name="fileType" placeholder="As their content says" options={upload.types} />
          </Field>
          <Field label="Foot" optional>
            <Select name="foot" placeholder="No one foot" options={FEET} />
          </Field>
          <Field label="View" optional help="Such as lateral, or DP 65°">
            <TextInput name="view" maxLength={80} autoComplete="off" />
          </Field>
          <Field label="Taken on" optional>
            <DayInput name="takenOn" />
          </Field>
          {upload.mayKeep && (
            <Checkbox
              name="isKept"
              value="yes"
              label="Keep from the owner until we have spoken"
              help="14 days at most. The farrier has it at once"
            />
          )}
          <Checkbox name="mayPassOn" value="yes" label="May be passed on" help="By farrier and owner, without asking me" />
          <label className={buttonClass({ block: true, className: 'cursor-pointer focus-within:outline-2' })}>
            Choose files
            <input type="file" multiple accept={upload.accept} className="sr-only" />
          </label>
          <ul className="grid gap-2" />
          <p role="status" className="text-14 text-ink-2" />
        </div>
      </>
    )}
  </Card>
)

const DayInput = ({ name }: { name: string }) => <input {...useField()} type="date" name={name} className={INPUT_CLASS} />
