import { useState } from 'react'
import { ROLE_WORDS, type Thread } from '#features/visits/care/rules.ts'
import type { KnownNote } from '#features/visits/care/web/data.ts'
import { NoteActions } from '#features/visits/care/web/NoteActions.tsx'
import { NoteWords } from '#features/visits/care/web/NoteWords.tsx'
import { useNotesOf } from '#features/visits/care/web/use-care-notes.ts'
import { dayAndYear, dayOf } from '#lib/dates.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { RowMark } from '#ui/PendingMark.tsx'

/** Older ones are shown on request. */
const SHOWN_AT_ONCE = 3

/** What vets and para-professionals wrote about a horse, and the answers; nothing where there are none. */
export function CareNotesCard({ horseId }: { horseId: string }) {
  const threads = useNotesOf(horseId)
  const [isWhole, setWhole] = useState(false)
  if (!threads?.length) return null
  const shown = isWhole ? threads : threads.slice(0, SHOWN_AT_ONCE)
  return (
    <Card title="Notes and plans">
      <ul className="divide-y divide-line">
        {shown.map((thread) => (
          <ThreadRow key={thread.note.id} {...thread} />
        ))}
      </ul>
      {threads.length > shown.length && (
        <div className="border-t border-line p-1 text-center">
          <Button variant="quiet" size="sm" onClick={() => setWhole(true)}>{`Show ${threads.length - shown.length} more`}</Button>
        </div>
      )}
    </Card>
  )
}

const ThreadRow = ({ note, answers }: Thread<KnownNote>) => (
  <li className="grid gap-2 px-4 py-3">
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <b className="[overflow-wrap:anywhere]">{note.authorName}</b>
      <span className="text-14 text-ink-2">{`${ROLE_WORDS[note.authorRole]}, ${dayOfNote(note.saidAt)}`}</span>
      <Standing note={note} />
      <RowMark of={[note]} />
    </p>
    <div className={note.withdrawnAt ? 'text-ink-2' : ''}>
      <NoteWords note={note} />
    </div>
    {answers
      .filter(({ withdrawnAt }) => withdrawnAt === null)
      .map((answer) => (
        <div key={answer.id} className="border-l-2 border-line pl-3">
          <p className="text-14 text-ink-2">
            {`${answer.authorName}, ${dayOfNote(answer.saidAt)}`} <RowMark of={[answer]} />
          </p>
          <NoteWords note={answer} />
        </div>
      ))}
    <NoteActions note={note} />
  </li>
)

/** The status of a note or a plan, where it has one. */
function Standing({ note: { kind, takenAt, withdrawnAt } }: { note: KnownNote }) {
  return (
    <>
      {withdrawnAt && <Badge tone="line">{`Withdrawn ${dayOfNote(withdrawnAt)}`}</Badge>}
      {takenAt && <Badge tone="ok">{kind === 'plan' ? 'Accepted' : 'Seen'}</Badge>}
    </>
  )
}

const dayOfNote = (at: string) => dayAndYear(dayOf(at, 'Europe/London'))
