import type { ReactNode } from 'react'
import type { RoundNote } from '#features/day/round/contract.ts'
import { Sign } from '#features/day/round/page/signs.tsx'
import { roundNoteTitle } from '#features/day/round/words.ts'
import { Note } from '#ui/Note.tsx'

/** The farrier's note about the round: it waits, or runs late. */
export const RoundNews = ({ note, hasKeptPlace }: { note: RoundNote; hasKeptPlace: boolean }) => (
  <Note tone="due" live>
    <Titled sign="hourglass" title={roundNoteTitle(note)}>
      {[note.reason && `${note.reason}.`, note.state === 'late' && hasKeptPlace && 'Your place hasn’t changed.'].filter(Boolean).join(' ')}
    </Titled>
  </Note>
)

/** A sign, a title, and what follows it. */
export const Titled = ({ sign, title, children }: { sign: 'hourglass' | 'offline'; title: string; children: ReactNode }) => (
  <div className="flex items-start gap-3">
    <Sign of={sign} size={20} className="mt-0.5 shrink-0" />
    <p>
      <b className="block">{title}</b>
      {children}
    </p>
  </div>
)
