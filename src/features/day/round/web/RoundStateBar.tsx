import { Hourglass, type LucideIcon, Map as MapIcon, Moon, Pause, Play, Route } from 'lucide-react'
import type { RoundDay } from '#features/day/round/round-day.ts'
import { roundNote } from '#features/day/round/rules.ts'
import type { OpenDialog } from '#features/day/round/web/round-dialog.ts'
import { closeRound, recordRound } from '#features/day/round/web/steering.ts'
import { roundNoteTitle } from '#features/day/round/words.ts'
import { useMayPlan } from '#features/visits/appointments/web/use-may-plan.ts'
import { useSyncStatus } from '#platform/web/sync/status.ts'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/Note.tsx'
import { withToast } from '#ui/with-toast.ts'

/** What can be done with the whole of a round: its order, its map, and saying how it goes. */
export function RoundStateBar({ round, openDialog }: { round: RoundDay; openDialog: OpenDialog }) {
  const note = roundNote(round.round)
  const open = round.progress.remaining
  const isOnline = useSyncStatus().reachable
  const pause = () => recordRound(round, { state: 'paused', reason: null, lateMinutes: null })
  return (
    <div className="grid gap-2">
      {round.isLeftOpen && <LeftOpen round={round} />}
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

/** A round that no one closed: no times are given any more, and stops that were not reached wait to be rebooked. */
function LeftOpen({ round }: { round: RoundDay }) {
  const mayPlan = useMayPlan()
  const left = round.progress.remaining
  return (
    <Note tone="due" icon={Moon}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p>
          <b className="block">The round is still open</b>
          Mark what you did as done, then close it. Owners who look read that it has ended for today.
        </p>
        {mayPlan && (
          <Button
            size="sm"
            icon={Moon}
            onClick={() =>
              withToast('Round closed', `${left === 1 ? '1 stop waits' : `${left} stops wait`} under To rebook.`, () => closeRound(round))
            }
          >
            Close the round
          </Button>
        )}
      </div>
    </Note>
  )
}

/** Owners read it from the server, which receives it when it can. */
const lookersWords = (isOnline: boolean) => (isOnline ? 'Owners who look are told.' : 'Owners who look are told once you are back online.')

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
          {lookersWords(useSyncStatus().reachable)}
        </p>
        <Button size="sm" icon={Play} onClick={() => withToast('Round goes on', 'Owners who look see no note any more.', goOn)}>
          {isLate ? 'On time again' : 'Go on'}
        </Button>
      </div>
    </Note>
  )
}
