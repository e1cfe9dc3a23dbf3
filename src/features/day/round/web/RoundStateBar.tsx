import { Hourglass, type LucideIcon, Map as MapIcon, Pause, Play, Route } from 'lucide-react'
import type { RoundDay } from '#features/day/round/round-day.ts'
import { roundNote } from '#features/day/round/rules.ts'
import type { OpenDialog } from '#features/day/round/web/round-dialog.ts'
import { recordRound } from '#features/day/round/web/steering.ts'
import { roundNoteTitle } from '#features/day/round/words.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/Note.tsx'
import { withToast } from '#ui/with-toast.ts'

/** What can be done with the whole of a round: its order, its map, and recording how it goes. */
export function RoundStateBar({ round, openDialog }: { round: RoundDay; openDialog: OpenDialog }) {
  const note = roundNote(round.round)
  const open = round.progress.remaining
  const isOnline = useReachable()
  const pause = () => recordRound(round, { state: 'paused', reason: null, lateMinutes: null })
  return (
    <div className="grid gap-2">
      {note && <StateNote round={round} title={roundNoteTitle(note)} reason={note.reason} isLate={note.state === 'late'} />}
      <div className="grid grid-cols-2 gap-2">
        {open > 1 && <Tool icon={Route} label="Order the round" onClick={() => openDialog({ what: 'order' })} />}
        <Tool icon={MapIcon} label="Map" onClick={() => openDialog({ what: 'map' })} />
        {note?.state !== 'finished' && <Tool icon={Hourglass} label="Running late" onClick={() => openDialog({ what: 'late' })} />}
        {!note && <Tool icon={Pause} label="Pause the round" onClick={() => withToast('Round paused', lookersWords(isOnline), pause)} />}
      </div>
    </div>
  )
}

/** Owners read it from the server, which receives it when it can. */
const lookersWords = (isOnline: boolean) =>
  isOnline ? 'Owners see it on their page.' : "Owners see it on their page once you're back online."

const Tool = ({ icon, label, onClick }: { icon: LucideIcon; label: string; onClick: () => void }) => (
  <Button size="sm" icon={icon} onClick={onClick}>
    {label}
  </Button>
)

function StateNote({ round, title, reason, isLate }: { round: RoundDay; title: string; reason: string | null; isLate: boolean }) {
  const goOn = () => recordRound(round, { state: 'running', reason: null, lateMinutes: null })
  return (
    <Note tone="due" icon={Hourglass} live>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p>
          <b className="block">{title}</b>
          {reason ? `${reason}. ` : ''}
          {lookersWords(useReachable())}
        </p>
        <Button size="sm" icon={Play} onClick={() => withToast('Round carries on', 'Owners no longer see the note.', goOn)}>
          {isLate ? 'On time again' : 'Resume'}
        </Button>
      </div>
    </Note>
  )
}
