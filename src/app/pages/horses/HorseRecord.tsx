import { CirclePause, DoorOpen, Pencil, Plus, TriangleAlert } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { lastFeet } from '#app/pages/horse-summary/summary.ts'
import { backFromGone, backFromPause, HorseMenu } from '#app/pages/horses/HorseMenu.tsx'
import { RecordTabs } from '#app/pages/horses/RecordTabs.tsx'
import { ClientLink } from '#features/records/clients/web/ClientLink.tsx'
import { flagLabel, isGone, pauseOn, whyNoStatus } from '#features/records/horses/rules.ts'
import { CyclePanel } from '#features/records/horses/web/CyclePanel.tsx'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import type { HorseRecordProps } from '#features/records/horses/web/HorsesPage.tsx'
import { HorseTasksCard } from '#features/visits/tasks/web/HorseTasksCard.tsx'
import { useWorkOf } from '#features/visits/work/web/data.ts'
import { FeetCard } from '#features/visits/work/web/FeetCard.tsx'
import { capital } from '#lib/capital.ts'
import { dayAndYear, shortDay } from '#lib/dates.ts'
import { offlineHref } from '#platform/web/sync/offline-href.ts'
import { useToday } from '#platform/web/use-today.ts'
import { HorseAvatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/Note.tsx'
import { RecordPanel } from '#ui/RecordPanel.tsx'
import { SyncNote } from '#ui/SyncNote.tsx'

const WorkDialog = lazy(() => import('#features/visits/work/web/WorkDialog.tsx').then((module) => ({ default: module.WorkDialog })))

/** Spec §2 Horses, view: '{horse} - Work History' with details, owner, cycle and timeline. */
export function HorseRecord({ horse, onClose, onEdit }: HorseRecordProps) {
  const [isRecording, setRecording] = useState(false)
  return (
    <>
      <RecordPanel
        title={`${horse.name} - Work History`}
        onClose={onClose}
        footer={
          <>
            {onEdit && (
              <Button icon={Pencil} onClick={onEdit}>
                Edit
              </Button>
            )}
            <Button icon={Plus} className="px-3 whitespace-nowrap" onClick={() => setRecording(true)}>
              Record work
            </Button>
          </>
        }
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Head horse={horse} menu={onEdit && <HorseMenu horse={horse} />} />
          <SyncNote isPending={horse.isPending} needsAttention={horse.needsAttention} href={offlineHref('horses', horse.id)} />
          <Handling horse={horse} />
          <PauseNote horse={horse} mayChange={onEdit !== undefined} />
          <Feet horse={horse} />
          <HorseTasksCard horse={horse} />
          <CyclePanel horse={horse} mayChange={onEdit !== undefined} />
          <RecordTabs horse={horse} />
        </div>
      </RecordPanel>
      {isRecording && (
        <Suspense>
          <WorkDialog horse={horse} serviceType={horse.lastServiceType} onClose={() => setRecording(false)} />
        </Suspense>
      )}
    </>
  )
}

const Head = ({ horse, menu }: { horse: KnownHorse; menu: ReactNode }) => (
  <div className="flex items-start gap-4">
    <HorseAvatar color={horse.color} size="lg" />
    <div className="min-w-0 flex-1">
      <p className="text-18">{looksOf(horse)}</p>
      <p className="text-ink-2">
        <ClientLink id={horse.clientId} />
        {horse.client?.businessName && `, ${horse.client.businessName}`}
      </p>
      {horse.yardName && <p className="text-ink-2">{horse.yardName}</p>}
    </div>
    {menu}
  </div>
)

/** What to know before touching it, before anything else. */
const Handling = ({ horse: { flags, temperament, specialNotes } }: { horse: KnownHorse }) => (
  <>
    {flags.length > 0 && (
      <Note tone="late" icon={TriangleAlert}>
        <b>{flags.map(flagLabel).join(', ')}.</b> {temperament}
      </Note>
    )}
    {specialNotes && <Note className="max-h-64 overflow-y-auto whitespace-pre-line">{specialNotes}</Note>}
  </>
)

/** How its feet were last left, once that was ever written down. */
function Feet({ horse }: { horse: KnownHorse }) {
  const feet = lastFeet(useWorkOf(horse.id) ?? [])
  return feet ? <FeetCard setup={feet.setup} horse={horse} /> : null
}

function PauseNote({ horse, mayChange }: { horse: KnownHorse; mayChange: boolean }) {
  const today = useToday()
  const pause = pauseOn(horse, today)
  const wasGone = isGone(horse, today)
  if (!pause && !wasGone) return null
  const since = wasGone ? horse.goneOn : pause?.fromOn
  return (
    <Note icon={wasGone ? DoorOpen : CirclePause}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p>
          <b>{whyNoStatus(horse, today)}</b> since {since && dayAndYear(since)}
          {!wasGone && pause?.untilOn && `, back on ${shortDay(pause.untilOn)}`}
        </p>
        {mayChange && (
          <Button size="sm" onClick={() => (wasGone ? backFromGone(horse) : backFromPause(horse, today))}>
            Back again
          </Button>
        )}
      </div>
    </Note>
  )
}

/** `Bay Welsh Section D, 9 years`. */
const looksOf = ({ breed, color, age }: KnownHorse): string => {
  const coat = [color, breed].filter(Boolean).join(' ')
  return [coat && capital(coat), age === null ? null : `${age} ${age === 1 ? 'year' : 'years'}`].filter(Boolean).join(', ')
}
