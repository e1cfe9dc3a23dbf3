import { CalendarDays, Check, CirclePause, DoorOpen, FileText, SkipForward, UserRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { CompareButton } from '#app/pages/horses/CompareButton.tsx'
import { photosByWork } from '#app/pages/horses/photos.ts'
import { TimelinePoint } from '#app/pages/horses/TimelinePoint.tsx'
import { type Moment, timelineOf } from '#app/pages/horses/timeline.ts'
import { useWorkPrices } from '#app/pages/horses/use-work-prices.ts'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import { useFilesOf } from '#features/evidence/files/web/data.ts'
import { PhotoStripCard } from '#features/evidence/files/web/PhotoStripCard.tsx'
import { type KnownVoiceNote, useVoiceNotesOf } from '#features/evidence/voice/web/data.ts'
import { VoiceNoteCard } from '#features/evidence/voice/web/VoiceNoteCard.tsx'
import { ClientLink } from '#features/records/clients/web/ClientLink.tsx'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { useKinds } from '#features/records/kinds/web/use-kinds.ts'
import type { VisitHorse } from '#features/visits/appointments/contract.ts'
import { useComingVisits } from '#features/visits/appointments/web/use-coming-visits.ts'
import { type KnownWork, useWorkOf } from '#features/visits/work/web/data.ts'
import { WorkCard } from '#features/visits/work/web/WorkCard.tsx'
import { type Day, dayAndYear, shortDay, shortWeekday } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import { useUploads } from '#platform/web/files/uploads.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { Button } from '#ui/Button.tsx'

const WorkDialog = lazy(() => import('#features/visits/work/web/WorkDialog.tsx').then((module) => ({ default: module.WorkDialog })))
const VisitCardDialogCard = lazy(() =>
  import('#features/day/visit-card/web/VisitCardDialogCard.tsx').then((module) => ({ default: module.VisitCardDialogCard })),
)

/** A farrier looks at the last few; the rest on request. */
const SHOWN_AT_ONCE = 8

/** What is booked for a horse and all that is on record of it, newest first, where work is corrected by hand. */
export function HorseTimeline({ horse }: { horse: KnownHorse }) {
  const zone = useSession<CurrentUser>().user?.practice.zone ?? 'Europe/London'
  const work = useWorkOf(horse.id)
  const lines = useRows<VisitHorse>('visit_horses', { horseId: horse.id })
  const files = useFilesOf(horse.id)
  const notes = useVoiceNotesOf(horse.id)
  const prices = useWorkPrices(horse.id)
  const [isWhole, setWhole] = useState(false)
  const [corrected, correct] = useState<KnownWork>()
  const [cardOf, showCard] = useState<string>()
  if (!work || !lines) return null
  const photosOf = photosByWork(files ?? [], lines)
  const moments = timelineOf({ horse, work, lines, zone })
  const shown = isWhole ? moments : moments.slice(0, SHOWN_AT_ONCE)
  return (
    <>
      <ol aria-label="Timeline" className="grid">
        <NextVisit horseId={horse.id} />
        {shown.map((moment) => (
          <Entry
            key={keyOf(moment)}
            moment={moment}
            horse={horse}
            work={work}
            photosOf={photosOf}
            pricePence={moment.kind === 'work' ? prices?.get(moment.entry.id) : undefined}
            notes={notes ?? []}
            onCorrect={correct}
            onCard={showCard}
            visitId={moment.kind === 'work' ? lines.find(({ id }) => id === moment.entry.visitHorseId)?.appointmentId : undefined}
          />
        ))}
      </ol>
      {work.length === 0 && <p className="text-ink-2">No work recorded yet. Finishing a stop on the round records it.</p>}
      {moments.length > shown.length && (
        <Button block onClick={() => setWhole(true)}>
          Show {moments.length - shown.length} more
        </Button>
      )}
      {corrected && (
        <Suspense>
          <WorkDialog horse={horse} entry={corrected} onClose={() => correct(undefined)} />
        </Suspense>
      )}
      {cardOf && (
        <Suspense>
          <VisitCardDialogCard visitId={cardOf} onClose={() => showCard(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function NextVisit({ horseId }: { horseId: string }) {
  const next = useComingVisits(horseId)?.[0]
  const { labelOf } = useKinds()
  if (!next) return null
  const when = next.visit.isCallOnly ? `stop, ${next.visit.callPeriod}` : next.visit.localStart
  return (
    <TimelinePoint icon={CalendarDays} look="bg-ember-tint text-ember-ink">
      <p className="font-bold">
        <a className="link" href={`/calendar?view=day&date=${next.visit.onDay}`}>
          {shortDay(next.visit.onDay)}, {when}
        </a>
      </p>
      <p>{next.line.plannedWork ? labelOf(next.line.plannedWork) : 'Booked'}</p>
    </TimelinePoint>
  )
}

type EntryProps = {
  moment: Moment
  horse: KnownHorse
  work: readonly KnownWork[]
  photosOf: ReturnType<typeof photosByWork>
  /** What was charged for the work; undefined where nothing was, and for members who see no money. */
  pricePence: number | undefined
  notes: readonly KnownVoiceNote[]
  onCorrect: (entry: KnownWork) => void
  /** The visit the work was done on. */
  visitId: string | undefined
  onCard: (visitId: string) => void
}

function Entry({ moment, horse, work, photosOf, pricePence, notes, onCorrect, visitId, onCard }: EntryProps) {
  const day = dayInWords(moment.day)
  const date = (
    <time dateTime={moment.day} className="text-14 text-ink-2">
      {day}
    </time>
  )
  switch (moment.kind) {
    case 'work':
      return (
        <TimelinePoint icon={Check} look="bg-ok text-on-ok">
          <p className="flex items-baseline justify-between gap-3">
            <time dateTime={moment.day} className="font-bold">
              {day}
            </time>
            {pricePence !== undefined && <span className="text-ink-2">{pounds(pricePence)}</span>}
          </p>
          <WorkCard
            entry={moment.entry}
            day={day}
            onCorrect={onCorrect}
            actions={
              <>
                <CompareButton entry={moment.entry} work={work} photosOf={photosOf} day={day} />
                {visitId && <CardButton day={day} onClick={() => onCard(visitId)} />}
              </>
            }
          />
          <div className="mt-2">
            <PhotoStripCard photos={photosOf(moment.entry)} others={photosOf.all} />
          </div>
          <Heard notes={notes.filter((note) => isOf(note, moment.entry))} horse={horse} />
        </TimelinePoint>
      )
    case 'not-done':
      return (
        <TimelinePoint icon={SkipForward}>
          {date}
          <p>
            <b>Not done</b>
            {moment.reason && `: ${moment.reason}`}
          </p>
        </TimelinePoint>
      )
    case 'owner':
      return (
        <TimelinePoint icon={UserRound}>
          {date}
          <p>
            <ClientLink id={moment.clientId} /> {moment.isFirst ? 'has owned it since' : 'is the new owner'}
          </p>
        </TimelinePoint>
      )
    case 'pause':
      return (
        <TimelinePoint icon={CirclePause}>
          {date}
          <p>
            <b>{moment.reason ?? 'Paused'}</b>
            {moment.untilOn ? `, until ${dayInWords(moment.untilOn)}` : ', open end'}
          </p>
        </TimelinePoint>
      )
    case 'gone':
      return (
        <TimelinePoint icon={DoorOpen}>
          {date}
          <p className="font-bold">{moment.what}</p>
        </TimelinePoint>
      )
  }
}

/** What the owner reads of the visit. */
function CardButton({ day, onClick }: { day: string; onClick: () => void }) {
  if (!may(useSession<CurrentUser>().user?.role, 'sendTexts')) return null
  return <Button variant="quiet" size="icon" icon={FileText} aria-label={`Visit card of ${day}`} onClick={onClick} />
}

/** What was spoken over this work. */
function Heard({ notes, horse }: { notes: readonly KnownVoiceNote[]; horse: KnownHorse }) {
  const uploads = useUploads()
  return notes.map((note) => <VoiceNoteCard key={note.id} note={note} horseName={horse.name} upload={uploads.get(note.fileId ?? '')} />)
}

const isOf = (note: KnownVoiceNote, { id, visitHorseId }: KnownWork) =>
  note.workEntryId === id || (visitHorseId !== null && note.visitHorseId === visitHorseId)

/** With the year: a horse's record goes back a long way. */
const dayInWords = (day: Day) => `${shortWeekday(day)} ${dayAndYear(day)}`

const keyOf = (moment: Moment) =>
  `${moment.kind} ${moment.day} ${moment.kind === 'work' ? moment.entry.id : moment.kind === 'not-done' ? moment.id : moment.kind === 'owner' ? moment.clientId : ''}`
