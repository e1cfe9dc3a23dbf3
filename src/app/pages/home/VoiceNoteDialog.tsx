import { Mic } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { RoundStop } from '#features/day/round/round-day.ts'
import { useOwnRound, useRound } from '#features/day/round/web/use-round.ts'
import { HorsePicker } from '#features/records/horses/web/HorsePicker.tsx'
import { readRow } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

const VoiceRecorderPanel = lazy(() =>
  import('#features/evidence/voice/web/VoiceRecorderPanel.tsx').then((module) => ({ default: module.VoiceRecorderPanel })),
)

/** The subject of a note, and the line of the stop it is spoken at. */
type About = { horse: { id: string; name: string }; of?: { appointmentId: string; visitHorseId: string } }

/**
 * Product: opens the recorder for the current horse: that of the current stop, chosen by the user where it has several; without a round,
 * any horse.
 */
export function VoiceNoteDialog({ onClose }: { onClose: () => void }) {
  const round = useRound(useToday(), useOwnRound())
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title="Voice note" {...(round?.next && { description: round.next.name })}>
      {round ? <Recorder stop={round.next} onSaved={onClose} /> : <SkeletonRows label="Loading the round..." rows={1} />}
    </Dialog>
  )
}

/** The stop is as it was when this was opened: a round that goes on elsewhere must not cut a recording short. */
function Recorder({ stop, onSaved }: { stop: RoundStop | undefined; onSaved: () => void }) {
  const [here] = useState(() => (stop ? horsesOf(stop) : []))
  const [about, choose] = useState(here.length === 1 ? here[0] : undefined)
  const [wantsOther, wantOther] = useState(here.length === 0)
  if (about)
    return (
      <div className="grid gap-3">
        <h3 className="text-18">{about.horse.name}</h3>
        <Suspense fallback={<SkeletonRows label="Loading the recorder..." rows={1} />}>
          <VoiceRecorderPanel horse={about.horse} {...(about.of && { of: about.of })} startsAtOnce onSaved={onSaved} />
        </Suspense>
      </div>
    )
  if (wantsOther) return <AnyHorse onChoose={choose} />
  return <Which horses={here} onChoose={choose} onOther={() => wantOther(true)} />
}

type WhichProps = { horses: readonly About[]; onChoose: (about: About) => void; onOther: () => void }

const Which = ({ horses, onChoose, onOther }: WhichProps) => (
  <div className="grid gap-2">
    <p>Which horse is it about?</p>
    {horses.map((about) => (
      <Button key={about.horse.id} size="lg" block icon={Mic} onClick={() => onChoose(about)}>
        {about.horse.name}
      </Button>
    ))}
    <Button variant="quiet" onClick={onOther}>
      Another horse
    </Button>
  </div>
)

const AnyHorse = ({ onChoose }: { onChoose: (about: About) => void }) => (
  <Field label="Horse">
    <HorsePicker
      value={null}
      onChange={(id) => {
        if (id) void readRow<{ name: string }>('horses', id).then((horse) => horse && onChoose({ horse: { id, name: horse.name } }))
      }}
    />
  </Field>
)

/** Those still to be done, else all: a note may be spoken after the work. */
function horsesOf(stop: RoundStop): About[] {
  const known = stop.horses.filter(({ horse }) => horse)
  const open = known.filter(({ line }) => line.outcome === null)
  return (open.length > 0 ? open : known).flatMap(({ horse, line }) =>
    horse ? [{ horse: { id: horse.id, name: horse.name }, of: { appointmentId: stop.visit.id, visitHorseId: line.id } }] : [],
  )
}
