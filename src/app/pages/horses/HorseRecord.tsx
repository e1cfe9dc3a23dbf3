import { CirclePause, DoorOpen, Pencil, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { lastFeet } from '#app/pages/horse-summary/summary.ts'
import { HorseDock } from '#app/pages/horses/HorseDock.tsx'
import { HorseHead } from '#app/pages/horses/HorseHead.tsx'
import { backFromGone, backFromPause, HorseMenu } from '#app/pages/horses/HorseMenu.tsx'
import { RecordTabs } from '#app/pages/horses/RecordTabs.tsx'
import { flagLabel, isGone, pauseOn, whyNoStatus } from '#features/records/horses/rules.ts'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import type { HorseRecordProps } from '#features/records/horses/web/HorsesPage.tsx'
import { StandingPlanPanel } from '#features/visits/care/web/StandingPlanPanel.tsx'
import { useWorkOf } from '#features/visits/work/web/data.ts'
import { FeetCard } from '#features/visits/work/web/FeetCard.tsx'
import { dayAndYear, shortDay } from '#lib/dates.ts'
import { offlineHref } from '#platform/web/sync/offline-href.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { Note } from '#ui/Note.tsx'
import { RecordPanel } from '#ui/RecordPanel.tsx'
import { SyncNote } from '#ui/SyncNote.tsx'

/** Spec §2 Horses, view: '{horse} - Work History' with who it is, its feet and its timeline at once; what is done at it is docked (mock 03). */
export const HorseRecord = ({ horse, onClose, onEdit }: HorseRecordProps) => (
  <RecordPanel
    title={`${horse.name} - Work History`}
    onClose={onClose}
    head={<HorseHead horse={horse} />}
    actions={
      onEdit && (
        <>
          <Button variant="quiet" size="icon" icon={Pencil} aria-label="Edit" onClick={onEdit} />
          <HorseMenu horse={horse} />
        </>
      )
    }
    footer={<HorseDock horse={horse} />}
  >
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <SyncNote isPending={horse.isPending} needsAttention={horse.needsAttention} href={offlineHref('horses', horse.id)} />
      <Handling horse={horse} />
      <PauseNote horse={horse} mayChange={onEdit !== undefined} />
      <StandingPlanPanel horses={[horse]} />
      <Feet horse={horse} />
      <RecordTabs horse={horse} mayChange={onEdit !== undefined} />
    </div>
  </RecordPanel>
)

/** What to know before touching it, before anything else. */
const Handling = ({ horse: { flags, temperament, specialNotes } }: { horse: KnownHorse }) => (
  <>
    {flags.length > 0 && (
      <Note tone="late" icon={TriangleAlert}>
        <b>{flags.map(flagLabel).join(', ')}.</b> {temperament}
      </Note>
    )}
    {specialNotes && <SpecialNotes words={specialNotes} />}
  </>
)

/** So many letters are two lines of a phone. */
const SHORT = 90

/** Its first two lines, so that what was done stays in sight; all of it on request. */
function SpecialNotes({ words }: { words: string }) {
  const [isWhole, setWhole] = useState(false)
  const isLong = words.length > SHORT || words.trim().includes('\n')
  return (
    <Note>
      <p className={cx('whitespace-pre-line', isLong && !isWhole && 'line-clamp-2')}>{words}</p>
      {isLong && (
        <button type="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)} className="link -my-2.5 min-h-11 pr-4 text-14">
          {isWhole ? 'Show less' : 'Show all of it'}
        </button>
      )}
    </Note>
  )
}

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
