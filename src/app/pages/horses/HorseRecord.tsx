import { CirclePause, DoorOpen, Pencil, Plus, TriangleAlert } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { backFromGone, backFromPause, HorseMenu } from '#app/pages/horses/HorseMenu.tsx'
import { HorseTimeline } from '#app/pages/horses/HorseTimeline.tsx'
import { ClientLink } from '#features/clients/web/ClientLink.tsx'
import { FilesPanel } from '#features/files/web/FilesPanel.tsx'
import { flagLabel, isGone, pauseOn, whyNoStatus } from '#features/horses/rules.ts'
import { CyclePanel } from '#features/horses/web/CyclePanel.tsx'
import type { KnownHorse } from '#features/horses/web/data.ts'
import type { HorseRecordProps } from '#features/horses/web/HorsesPage.tsx'
import { HorsePriceCard } from '#features/money/web/HorsePriceCard.tsx'
import { VoiceNotesPanel } from '#features/voice/web/VoiceNotesPanel.tsx'
import { useWorkOf } from '#features/work/web/data.ts'
import { FeetCard } from '#features/work/web/FeetCard.tsx'
import { dayAndYear, shortDay } from '#lib/dates.ts'
import { offlineHref } from '#platform/web/offline-href.ts'
import { useToday } from '#platform/web/use-today.ts'
import { HorseAvatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Note } from '#ui/Note.tsx'
import { RecordPanel } from '#ui/RecordPanel.tsx'
import { StandingNote } from '#ui/StandingNote.tsx'
import { Tabs } from '#ui/Tabs.tsx'

const WorkDialog = lazy(() => import('#features/work/web/WorkDialog.tsx').then((module) => ({ default: module.WorkDialog })))

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
        <div className="grid gap-4">
          <Head horse={horse} menu={onEdit && <HorseMenu horse={horse} />} />
          <StandingNote isPending={horse.isPending} needsAttention={horse.needsAttention} href={offlineHref('horses', horse.id)} />
          <Handling horse={horse} />
          <Standing horse={horse} mayChange={onEdit !== undefined} />
          <Feet horse={horse} />
          <CyclePanel horse={horse} mayChange={onEdit !== undefined} />
          <Tabs
            label={`About ${horse.name}`}
            tabs={[
              { value: 'timeline', label: 'Timeline', content: <HorseTimeline horse={horse} /> },
              { value: 'files', label: 'Files', content: <FilesPanel horse={horse} /> },
              { value: 'voice', label: 'Voice', content: <VoiceNotesPanel horse={horse} /> },
              { value: 'details', label: 'Details', content: <Details horse={horse} /> },
            ]}
          />
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
  const setup = useWorkOf(horse.id)?.find((entry) => entry.setup)?.setup
  return setup ? <FeetCard setup={setup} /> : null
}

function Standing({ horse, mayChange }: { horse: KnownHorse; mayChange: boolean }) {
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
          <Button size="sm" onClick={() => void (wasGone ? backFromGone(horse) : backFromPause(horse, today))}>
            Back again
          </Button>
        )}
      </div>
    </Note>
  )
}

const Details = ({ horse }: { horse: KnownHorse }) => (
  <div className="grid gap-4">
    <Facts
      facts={[
        ['Temperament', horse.flags.length === 0 && horse.temperament],
        ['Markings', horse.markings],
        ['Paid by', horse.payerClientId && <ClientLink id={horse.payerClientId} />],
        ['Vet', horse.vetName],
        ["Vet's phone", horse.vetPhone && <PhoneLink number={horse.vetPhone} />],
        ['UELN', horse.ueln],
        ['Microchip', horse.microchip],
        ['Passport', horse.passportSeenOn ? `Seen ${dayAndYear(horse.passportSeenOn)}` : 'Not seen yet'],
      ]}
    />
    <Owners horse={horse} />
    <HorsePriceCard horse={horse} />
  </div>
)

/** Everyone whose it was, with dates. */
const Owners = ({ horse }: { horse: KnownHorse }) => (
  <section aria-label="Owners">
    <h3 className="text-16">Owners</h3>
    <ul className="mt-1 grid gap-1">
      {horse.owners.toReversed().map(({ clientId, fromOn, toOn }) => (
        <li key={`${clientId} ${fromOn}`} className="flex flex-wrap justify-between gap-x-4">
          <ClientLink id={clientId} />
          <span className="text-ink-2">
            {toOn === null
              ? `since ${dayAndYear(fromOn)}`
              : fromOn === toOn
                ? `until ${dayAndYear(toOn)}`
                : `${dayAndYear(fromOn)} to ${dayAndYear(toOn)}`}
          </span>
        </li>
      ))}
    </ul>
  </section>
)

/** `Bay Welsh Section D, 9 years`. */
const looksOf = ({ breed, color, age }: KnownHorse): string => {
  const coat = [color, breed].filter(Boolean).join(' ')
  return [coat && coat[0]?.toUpperCase() + coat.slice(1), age === null ? null : `${age} ${age === 1 ? 'year' : 'years'}`]
    .filter(Boolean)
    .join(', ')
}

const PhoneLink = ({ number }: { number: string }) => (
  <a href={`tel:${number.replace(/[^\d+]/g, '')}`} className="link">
    {number}
  </a>
)
