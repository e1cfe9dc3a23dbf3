import type { CareNotesView, NoteShown } from '#app/my/care-notes-view.ts'
import { CareFrame } from '#app/pages/my/care/CareFrame.tsx'
import { NoteForm } from '#app/pages/my/care/NoteForms.tsx'
import { PlanForm } from '#app/pages/my/care/PlanForm.tsx'
import { dayAndYear } from '#lib/dates.ts'
import { Badge } from '#ui/Badge.tsx'
import { buttonClass } from '#ui/button-style.ts'
import { Card } from '#ui/Card.tsx'
import { Note } from '#ui/Note.tsx'

/** What a horse's carers wrote about it, what the farrier answered and did, and the forms to write more. */
export function CareNotesPage(view: CareNotesView) {
  const { slug, practiceName, horse, role, notes, isClosed } = view
  const path = `/my/care/${slug}/${horse.id}`
  return (
    <CareFrame title={`Notes on ${horse.name}`} back={{ href: path, label: `‹ ${horse.name}` }}>
      <p className="text-ink-2">
        {`${practiceName} reads what you write here, and has it in the yard without signal. It isn’t edited once it’s sent: withdraw it and write it anew.`}
      </p>
      {isClosed ? (
        <Note tone="due">{`${practiceName} takes nothing at the moment. What is written stays here to read.`}</Note>
      ) : (
        <>
          <NoteForm view={view} path={`${path}/notes`} />
          {role === 'vet' && <PlanForm view={view} path={`${path}/plans`} />}
        </>
      )}
      {notes.length === 0 ? (
        <p className="text-ink-2">Nothing is written yet.</p>
      ) : (
        <Card title="Written so far">
          <ul className="divide-y divide-line">
            {notes.map((note) => (
              <Written key={note.id} note={note} path={path} practiceName={practiceName} isClosed={isClosed} />
            ))}
          </ul>
        </Card>
      )}
    </CareFrame>
  )
}

type WrittenProps = { note: NoteShown; path: string; practiceName: string; isClosed: boolean }

const Written = ({ note, path, practiceName, isClosed }: WrittenProps) => (
  <li className="grid gap-2 px-4 py-3">
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <b>{note.author}</b>
      <span className="text-14 text-ink-2">{`${note.isPlan ? 'Shoeing plan' : 'Note'}, ${dayAndYear(note.day)}`}</span>
      {note.standing && <Badge tone={note.standing === 'Withdrawn' ? 'line' : 'ok'}>{note.standing}</Badge>}
    </p>
    {note.lines.length > 0 && (
      <ul>
        {note.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    )}
    {note.film && <p className="text-14 text-ink-2">{`Measured on ${note.film}`}</p>}
    {note.body && <p className="whitespace-pre-line">{note.body}</p>}
    {note.reviewDay && <p className="text-14">{`Review ${dayAndYear(note.reviewDay)}`}</p>}
    {note.answers.map((answer) => (
      <div key={answer.id} className="border-l-2 border-line pl-3">
        <p className="text-14 text-ink-2">{`${answer.author}, ${practiceName}, ${dayAndYear(answer.day)}`}</p>
        <p className="whitespace-pre-line">{answer.body}</p>
      </div>
    ))}
    {note.done && (
      <Note tone="ok">
        <b>{`Done ${dayAndYear(note.done.day)}: `}</b>
        {note.done.words}
      </Note>
    )}
    {note.keptUntil && <p className="text-14">{`Kept from the owner, who reads it from ${dayAndYear(note.keptUntil)} at the latest.`}</p>}
    {note.mayWithdraw && !isClosed && (
      <div className="flex flex-wrap gap-2">
        {note.keptUntil && <Press note={note} action={`${path}/notes/show`} label="We have spoken: show it now" />}
        <Press note={note} action={`${path}/notes/withdraw`} label="Withdraw" />
      </div>
    )}
  </li>
)

type PressProps = { note: NoteShown; action: string; label: string }

const Press = ({ note, action, label }: PressProps) => (
  <form method="post" action={action}>
    <input type="hidden" name="note" value={note.id} />
    <button type="submit" className={buttonClass({ size: 'sm', className: 'whitespace-normal' })}>
      {label}
      <span className="sr-only">{`, the ${note.isPlan ? 'plan' : 'note'} of ${dayAndYear(note.day)}`}</span>
    </button>
  </form>
)
