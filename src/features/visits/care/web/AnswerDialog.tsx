import type { CurrentUser } from '#features/core/practice/contract.ts'
import { type KnownNote, reply } from '#features/visits/care/web/data.ts'
import { NoteWords } from '#features/visits/care/web/NoteWords.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { useRecordForm } from '#platform/web/use-record-form.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { Note } from '#ui/Note.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { withToast } from '#ui/with-toast.ts'

type Props = { note: KnownNote; onClose: () => void }

/** An answer to a note or a plan, which its author reads. Mount it to open it. */
export function AnswerDialog({ note, onClose }: Props) {
  const user = useSession<CurrentUser>().user
  const form = useRecordForm<{ body: string }>({
    draft: `care/${note.id}`,
    initial: { body: '' },
    id: undefined,
    create: async ({ body }) => {
      await withToast('Answered', `${note.authorName} reads your answer.`, () =>
        reply(note, body, { memberId: user?.memberId ?? '', name: user ? `${user.firstName} ${user.lastName}` : '' }),
      )
      return note.id
    },
    // It is written once.
    change: async () => false,
    onSaved: onClose,
  })
  const { register, formState } = form
  return (
    <FormDialog {...form.dialog} title={`Answer ${note.authorName}`} submitLabel="Answer" onClose={onClose}>
      <div className="grid gap-4">
        <Note>
          <NoteWords note={note} />
        </Note>
        <Field label="Your answer" required error={formState.errors.body?.message}>
          <TextArea rows={4} maxLength={10_000} {...register('body', { validate: isFilled })} />
        </Field>
      </div>
    </FormDialog>
  )
}

const isFilled = (body: string) => body.trim() !== '' || 'Write your answer'
