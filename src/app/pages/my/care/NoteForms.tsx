import type { ReactNode } from 'react'
import type { CareNotesView } from '#app/my/care-notes-view.ts'
import { buttonClass } from '#ui/button-style.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field, useField } from '#ui/Field.tsx'
import { INPUT_CLASS } from '#ui/input-style.ts'
import { Note } from '#ui/Note.tsx'
import { TextArea } from '#ui/TextArea.tsx'

type Props = { view: CareNotesView; path: string }

/** A note to the farrier, and to the horse's other carers. */
export const NoteForm = ({ view, path }: Props) => (
  <FormBox title="Write a note" isOpen={view.form !== 'plan'} path={path} formId={view.typed.formId}>
    <Fault view={view} of="note" />
    <Field label="Note" required>
      <TextArea name="body" rows={4} required defaultValue={view.form === 'plan' ? '' : view.typed.body} />
    </Field>
    <ReviewField view={view} of="note" />
    <KeepField view={view} of="note" />
    <SendButton>Send the note</SendButton>
  </FormBox>
)

type BoxProps = { title: string; isOpen: boolean; path: string; formId: string; children: ReactNode }

/** A form that is folded until it is wanted. */
export const FormBox = ({ title, isOpen, path, formId, children }: BoxProps) => (
  <details open={isOpen} className="rounded-lg border border-line bg-surface">
    <summary className="min-h-12 cursor-pointer px-4 py-3 text-18 font-medium">{title}</summary>
    <form method="post" action={path} aria-label={title} className="grid gap-4 px-4 pb-4">
      <input type="hidden" name="formId" value={formId} />
      {children}
    </form>
  </details>
)

/** Why it was not sent; what was typed stays. */
export const Fault = ({ view: { form, fault }, of }: { view: CareNotesView; of: 'note' | 'plan' }) =>
  fault !== null && form === of ? (
    <div role="alert">
      <Note tone="late">{fault}</Note>
    </div>
  ) : null

/** The day on which they want to look again: a task of the farrier's. */
export const ReviewField = ({ view: { form, typed, today }, of }: { view: CareNotesView; of: 'note' | 'plan' }) => (
  <Field label="Review on" help="Once accepted, it’s on the farrier’s list for that day" optional>
    <DayInput defaultValue={form === of ? typed.review : ''} min={today} />
  </Field>
)

/** A vet tells an owner bad news themselves, before it stands in the portal. */
export const KeepField = ({ view: { form, typed, mayKeep }, of }: { view: CareNotesView; of: 'note' | 'plan' }) =>
  mayKeep && (
    <Checkbox
      name="keep"
      value="yes"
      label="Keep from the owner until we have spoken"
      help="14 days at most. The farrier has it at once"
      defaultChecked={form === of && typed.keep !== ''}
    />
  )

const DayInput = (props: { defaultValue: string; min: string }) => (
  <input {...useField()} {...props} name="review" type="date" className={INPUT_CLASS} />
)

export const SendButton = ({ children }: { children: ReactNode }) => (
  <button type="submit" className={buttonClass({ variant: 'primary', block: true })}>
    {children}
  </button>
)
