import { KeyRound, MapPin, TriangleAlert } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { sourceWords } from '#features/day/round/road-words.ts'
import { type RoundDay, type RoundStop, warningsOf, whenInWords } from '#features/day/round/round-day.ts'
import { HorseRow } from '#features/day/round/web/HorseRow.tsx'
import { MoreOnStop } from '#features/day/round/web/MoreOnStop.tsx'
import type { OpenDialog } from '#features/day/round/web/round-dialog.ts'
import { StopActions } from '#features/day/round/web/StopActions.tsx'
import { StopWeatherBadge } from '#features/day/weather/web/StopWeatherBadge.tsx'
import { AnswersPanel } from '#features/visits/answers/web/AnswersPanel.tsx'
import { StandingPlanPanel } from '#features/visits/care/web/StandingPlanPanel.tsx'
import { StopTasksPanel } from '#features/visits/tasks/web/StopTasksPanel.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Note } from '#ui/Note.tsx'
import { RowMark } from '#ui/PendingMark.tsx'

const OwedHerePanel = lazy(() =>
  import('#features/ledger/payments/web/OwedHerePanel.tsx').then((module) => ({ default: module.OwedHerePanel })),
)

type Props = { round: RoundDay; stop: RoundStop; openDialog: OpenDialog }

/** The current stop and its one true next action, which is always on the screen. */
export const NextCard = ({ round, stop, openDialog }: Props) => (
  <article aria-labelledby="next-stop" className="grid gap-3 rounded-lg border border-line bg-surface p-4">
    <div className="flex flex-wrap items-center justify-between gap-2">
      <span className="flex items-center gap-2">
        <Badge tone="now">Next</Badge>
        <b>{`Stop ${stop.number} of ${round.progress.total}`}</b>
        <RowMark of={[stop.visit]} />
      </span>
      <Badge tone="line">{whenInWords(stop.visit)}</Badge>
    </div>
    <Where stop={stop} engine={round.engine} />
    <StopWeatherBadge visit={stop.visit} className="-mt-2" />
    <StopActions round={round} stop={stop} openDialog={openDialog} />
    {stop.horses.length > 0 ? (
      <ul className="grid gap-1 border-t border-line pt-2">
        {stop.horses.map((of) => (
          <HorseRow key={of.line.id} stop={stop} of={of} openDialog={openDialog} />
        ))}
      </ul>
    ) : (
      stop.visit.title && <p className="border-t border-line pt-2">{stop.visit.title}</p>
    )}
    {warningsOf(stop).map((warning) => (
      <Note key={warning} tone="late" icon={TriangleAlert}>
        <b>{warning}</b>
      </Note>
    ))}
    <Suspense>
      <OwedHerePanel payerIds={payersOf(stop)} />
    </Suspense>
    <AnswersPanel visit={stop.visit} />
    <StandingPlanPanel horses={toDoHere(stop)} isNamed={stop.horses.length > 1} />
    <StopTasksPanel stop={taskStopOf(stop)} />
    <MoreOnStop stop={stop} openDialog={openDialog} />
  </article>
)

/** The payers of any charge here. */
const payersOf = ({ visit, horses }: RoundStop): string[] => [
  ...horses.map(({ line }) => line.payerClientId),
  ...(visit.clientId ? [visit.clientId] : []),
]

/** Its horses that are still to be done. */
const toDoHere = ({ horses }: RoundStop) =>
  horses.flatMap(({ line, name }) => (line.outcome === null && line.horseId ? [{ id: line.horseId, name }] : []))

/** The part of the stop that decides which tasks are for it. */
const taskStopOf = ({ visit, horses, owners }: RoundStop) => ({
  visitId: visit.id,
  day: visit.onDay,
  horseIds: horses.flatMap(({ line }) => (line.outcome === null ? (line.horseId ?? []) : [])),
  clientIds: [...new Set([...owners.map(({ id }) => id), ...(visit.clientId ? [visit.clientId] : [])])],
  yardId: visit.yardId,
})

function Where({ stop, engine }: { stop: RoundStop; engine: RoundDay['engine'] }) {
  const { gateCode } = stop.access
  return (
    <div>
      <h2 id="next-stop" className="text-24 tracking-tight">
        {stop.name}
      </h2>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-ink-2">
        {stop.address && (
          <span className="inline-flex items-start gap-1.5">
            <MapPin size={16} aria-hidden className="mt-1 shrink-0" />
            {[stop.address, stop.driveMinutes !== null && `${stop.driveMinutes} min${stop.isDriveByRoad ? ' by road' : ''}`]
              .filter(Boolean)
              .join(', ')}
          </span>
        )}
        {gateCode && (
          <span className="inline-flex items-center gap-1.5 text-ink">
            <KeyRound size={16} aria-hidden className="shrink-0" />
            {`Gate ${gateCode}`}
          </span>
        )}
      </p>
      {stop.isDriveByRoad && <p className="text-13 text-ink-2">{sourceWords(engine)}</p>}
      {stop.arrival && (
        <p className="mt-1">
          <span className="text-ink-2">{`Owners see: ${stop.arrival.lead}`}</span>
          <span className="font-medium tabular-nums">{stop.arrival.words}</span>
        </p>
      )}
    </div>
  )
}
