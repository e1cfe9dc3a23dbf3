import { Hourglass, Pause, Play } from 'lucide-react'
import type { RoundDay } from '#features/round/round-day.ts'
import { roundNote } from '#features/round/rules.ts'
import type { Ask } from '#features/round/web/asking.ts'
import { sayRound } from '#features/round/web/data.ts'
import { sayDone } from '#features/round/web/say.ts'
import { roundNoteTitle } from '#features/round/words.ts'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/Note.tsx'

/** How the round goes, and the way to say otherwise; owners who look at their page are told the same. */
export function RoundStateBar({ round, ask }: { round: RoundDay; ask: Ask }) {
  const note = roundNote(round.round)
  const say = (state: 'running' | 'paused') => sayRound(round.memberId, round.day, { state, reason: null, lateMinutes: null })
  if (!note)
    return (
      <div className="flex flex-wrap gap-2">
        <Button size="sm" icon={Hourglass} onClick={() => ask({ what: 'late' })}>
          Running late
        </Button>
        <Button size="sm" icon={Pause} onClick={() => void sayDone('Round paused', 'Owners who look are told.', () => say('paused'))}>
          Pause the round
        </Button>
      </div>
    )
  return (
    <Note tone="due" icon={Hourglass} live>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p>
          <b className="block">{roundNoteTitle(note)}</b>
          {note.reason ? `${note.reason}. ` : ''}Owners who look are told.
        </p>
        <Button
          size="sm"
          icon={Play}
          onClick={() => void sayDone('Round goes on', 'Owners who look see no note any more.', () => say('running'))}
        >
          {note.state === 'late' ? 'On time again' : 'Go on'}
        </Button>
      </div>
    </Note>
  )
}
