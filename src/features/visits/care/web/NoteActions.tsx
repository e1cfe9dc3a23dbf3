import { Check } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import { accept, type KnownNote } from '#features/visits/care/web/data.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { withToast } from '#ui/with-toast.ts'

const AnswerDialog = lazy(() => import('#features/visits/care/web/AnswerDialog.tsx').then((module) => ({ default: module.AnswerDialog })))

/** Accepts or answers what was written; nothing for who may do neither, and of what was withdrawn. */
export function NoteActions({ note }: { note: KnownNote }) {
  const user = useSession<CurrentUser>().user
  const [isAnswering, answer] = useState(false)
  if (!user || !may(user.role, 'changeRecords') || note.withdrawnAt) return null
  const said = note.kind === 'plan' ? 'Accepted' : 'Seen'
  return (
    <div className="flex flex-wrap gap-2">
      {note.takenAt === null && (
        <Button size="sm" icon={Check} onClick={() => withToast(said, `${note.authorName} sees that.`, () => accept(note, user.memberId))}>
          {note.kind === 'plan' ? 'Accept' : 'Seen'}
        </Button>
      )}
      <Button size="sm" variant={note.takenAt === null ? 'quiet' : 'plain'} onClick={() => answer(true)}>
        Answer
      </Button>
      {isAnswering && (
        <Suspense>
          <AnswerDialog note={note} onClose={() => answer(false)} />
        </Suspense>
      )}
    </div>
  )
}
