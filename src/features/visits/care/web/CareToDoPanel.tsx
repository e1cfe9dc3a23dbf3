import { Stethoscope } from 'lucide-react'
import { Link } from 'wouter'
import { horseHref } from '#features/records/horses/web/HorseLink.tsx'
import { NoteActions } from '#features/visits/care/web/NoteActions.tsx'
import { NoteWords } from '#features/visits/care/web/NoteWords.tsx'
import { useWaitingNotes, type WaitingNote } from '#features/visits/care/web/use-care-notes.ts'
import { RowMark } from '#ui/PendingMark.tsx'

/** What vets and para-professionals wrote that is not accepted or answered yet; nothing when there is none. */
export function CareToDoPanel({ most }: { most?: number }) {
  const waiting = useWaitingNotes()
  if (!waiting?.length) return null
  return (
    <ul aria-label="From vets and para-professionals" className="divide-y divide-line border-b border-line bg-due-tint">
      {waiting.slice(0, most).map((one) => (
        <WaitingRow key={one.note.id} {...one} />
      ))}
    </ul>
  )
}

const WaitingRow = ({ note, horseName }: WaitingNote) => (
  <li className="grid gap-1.5 py-2 pr-2 pl-4">
    <div className="flex items-start gap-3">
      <Stethoscope size={20} aria-hidden className="mt-0.5 shrink-0 text-due-ink" />
      <div className="min-w-0 flex-1">
        <p className="[overflow-wrap:anywhere]">
          <Link href={`${horseHref(note.horseId)}&tab=details`} className="link font-medium">
            {horseName}
          </Link>
          {`: ${note.kind === 'plan' ? 'a shoeing plan' : 'a note'} by ${note.authorName}`} <RowMark of={[note]} />
        </p>
        <NoteWords note={note} />
      </div>
    </div>
    <div className="pl-8">
      <NoteActions note={note} />
    </div>
  </li>
)
