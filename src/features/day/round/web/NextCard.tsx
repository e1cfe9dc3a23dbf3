import { Check, KeyRound, MapPin, MapPinPlus, Navigation, Phone, Plus, Send, Stethoscope, TriangleAlert } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { TextActionsPanel } from '#features/core/notices/web/TextActionsPanel.tsx'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { finish } from '#features/day/closeout/web/data.ts'
import { mapHref, type RoundDay, type RoundStop, type VetOnCall, vetsOf, warningsOf, whenInWords } from '#features/day/round/round-day.ts'
import { setOff } from '#features/day/round/web/data.ts'
import { HorseRow } from '#features/day/round/web/HorseRow.tsx'
import { callOf, hasSetOff, nextNoticeWords, reachedOwners, setOffBody, setOffWords } from '#features/day/round/web/recipients.ts'
import type { OpenDialog } from '#features/day/round/web/round-dialog.ts'
import { noteSetOff, useSetOff } from '#features/day/round/web/set-off.ts'
import type { SmsPreferences } from '#features/records/clients/contract.ts'
import { mayChangeRecords } from '#features/records/clients/rules.ts'
import { AnswersPanel } from '#features/visits/answers/web/AnswersPanel.tsx'
import { useCircumstances } from '#features/visits/appointments/web/use-notify-plan.ts'
import { StopTasksPanel } from '#features/visits/tasks/web/StopTasksPanel.tsx'
import { timeOf } from '#lib/dates.ts'
import { callLink, outside } from '#platform/web/device/outside.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useSyncStatus } from '#platform/web/sync/status.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Note } from '#ui/Note.tsx'
import { RowMark } from '#ui/PendingMark.tsx'
import { withToast } from '#ui/with-toast.ts'

const OwedHerePanel = lazy(() =>
  import('#features/ledger/payments/web/OwedHerePanel.tsx').then((module) => ({ default: module.OwedHerePanel })),
)

type Props = { round: RoundDay; stop: RoundStop; openDialog: OpenDialog }

/** The current stop and its one true next action. */
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
    <Where stop={stop} openDialog={openDialog} />
    {stop.horses.length > 0 ? (
      <ul className="grid gap-1 border-t border-line pt-2">
        {stop.horses.map((of) => (
          <HorseRow key={of.line.id} stop={stop} of={of} openDialog={openDialog} />
        ))}
      </ul>
    ) : (
      stop.visit.title && <p className="border-t border-line pt-2">{stop.visit.title}</p>
    )}
    <AddHorse stop={stop} openDialog={openDialog} />
    {warningsOf(stop).map((warning) => (
      <Note key={warning} tone="late" icon={TriangleAlert}>
        <b>{warning}</b>
      </Note>
    ))}
    {vetsOf(stop).map((vet) => (
      <Vet key={vet.horses} {...vet} />
    ))}
    <Suspense>
      <OwedHerePanel payerIds={payersOf(stop)} />
    </Suspense>
    <AnswersPanel visit={stop.visit} />
    <StopTasksPanel stop={taskStopOf(stop)} />
    {stop.visit.notes && <Note>{stop.visit.notes}</Note>}
    <Actions round={round} stop={stop} openDialog={openDialog} />
  </article>
)

/** The payers of any charge here. */
const payersOf = ({ visit, horses }: RoundStop): string[] => [
  ...horses.map(({ line }) => line.payerClientId),
  ...(visit.clientId ? [visit.clientId] : []),
]

/** The part of the stop that decides which tasks are for it. */
const taskStopOf = ({ visit, horses, owners }: RoundStop) => ({
  visitId: visit.id,
  day: visit.onDay,
  horseIds: horses.flatMap(({ line }) => (line.outcome === null ? (line.horseId ?? []) : [])),
  clientIds: [...new Set([...owners.map(({ id }) => id), ...(visit.clientId ? [visit.clientId] : [])])],
  yardId: visit.yardId,
})

function AddHorse({ stop, openDialog }: { stop: RoundStop; openDialog: OpenDialog }) {
  if (!mayChangeRecords(useSession<CurrentUser>().user?.role)) return null
  return (
    <Button variant="quiet" icon={Plus} className="justify-self-start" onClick={() => openDialog({ what: 'add-horse', stop })}>
      Add a horse here
    </Button>
  )
}

/** Whom to ring before touching a horse that needs it. */
const Vet = ({ name, phone, horses }: VetOnCall) => (
  <p className="flex flex-wrap items-center gap-x-2 text-14">
    <Stethoscope size={16} aria-hidden className="shrink-0" />
    <span className="text-ink-2">{`Vet of ${horses}:`}</span>
    <span className="font-medium">{name}</span>
    {phone && (
      <a className="link" {...callLink(phone)}>
        {phone}
      </a>
    )}
  </p>
)

function Where({ stop, openDialog }: { stop: RoundStop; openDialog: OpenDialog }) {
  const { gateCode, notes } = stop.access
  const mayChange = mayChangeRecords(useSession<CurrentUser>().user?.role)
  return (
    <div>
      <h2 id="next-stop" className="text-24 tracking-tight">
        {stop.name}
      </h2>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-ink-2">
        {stop.address && (
          <span className="inline-flex items-start gap-1.5">
            <MapPin size={16} aria-hidden className="mt-1 shrink-0" />
            {[stop.address, stop.driveMinutes !== null && `${stop.driveMinutes} min`].filter(Boolean).join(', ')}
          </span>
        )}
        {gateCode && (
          <span className="inline-flex items-center gap-1.5 text-ink">
            <KeyRound size={16} aria-hidden className="shrink-0" />
            {`Gate ${gateCode}`}
          </span>
        )}
      </p>
      {stop.arrival && (
        <p className="mt-1">
          <span className="text-ink-2">{`Owners read: ${stop.arrival.lead}`}</span>
          <span className="font-medium tabular-nums">{stop.arrival.words}</span>
        </p>
      )}
      {notes && <p className="mt-1 text-ink-2">{notes}</p>}
      {!stop.position && stop.place && mayChange && (
        <Button variant="quiet" size="sm" icon={MapPinPlus} className="mt-1 -ml-2" onClick={() => openDialog({ what: 'where', stop })}>
          No position yet: I'm here
        </Button>
      )}
    </div>
  )
}

function Actions({ round, stop, openDialog }: Props) {
  const call = callOf(stop)
  const map = mapHref(stop)
  const setOffAt = useSetOff(stop.visit.id)
  return (
    <div className="grid gap-2">
      {setOffAt ? <DoneButton round={round} stop={stop} openDialog={openDialog} isMain /> : <SetOffButton stop={stop} />}
      <div className="grid gap-2 xs:grid-flow-col xs:auto-cols-fr">
        {map && (
          <LinkButton {...outside(map)} icon={Navigation}>
            Navigate
          </LinkButton>
        )}
        {call && (
          <LinkButton {...callLink(call.number)} icon={Phone} aria-label={`Call ${call.name}`}>
            Call
          </LinkButton>
        )}
        {!setOffAt && <DoneButton round={round} stop={stop} openDialog={openDialog} />}
      </div>
      {setOffAt ? <SetOffNote stop={stop} at={setOffAt} /> : <OwnMessages stop={stop} />}
    </div>
  )
}

function SetOffButton({ stop }: { stop: RoundStop }) {
  const { reachable } = useSyncStatus()
  const user = useSession<CurrentUser>().user
  const go = () =>
    withToast('On my way', hasSetOff(stop, { isOnline: reachable, isTestVersion: user?.isTestVersion ?? false }), async () => {
      const isRecorded = await setOff(stop)
      if (isRecorded) noteSetOff(stop.visit.id)
      return isRecorded
    })
  return (
    <Button variant="primary" size="lg" block icon={Send} onClick={() => go()}>
      <span className="grid text-left leading-tight">
        <span>On my way</span>
        <span className="text-14 font-medium">{setOffWords(stop)}</span>
      </span>
    </Button>
  )
}

/** Opens the horses of the stop to be written down; a stop without horses is finished at once. */
function DoneButton({ round, stop, openDialog, isMain = false }: Props & { isMain?: boolean }) {
  const preferences = useRows<SmsPreferences>('sms_preferences') ?? []
  const circumstances = useCircumstances()
  const open = stop.horses.filter(({ line }) => line.outcome === null)
  const doneText = ['The stop is finished.', nextNoticeWords(round, preferences, circumstances)].filter(Boolean).join(' ')
  const done = () =>
    open.length > 0 ? openDialog({ what: 'closeout', stop }) : void withToast(`${stop.name} done`, doneText, () => finish(stop, []))
  return isMain ? (
    <Button variant="primary" size="lg" block icon={Check} onClick={done}>
      <span className="grid text-left leading-tight">
        <span>Done</span>
        <span className="text-14 font-medium">
          {open.length === 0 ? 'Finishes the stop' : `Write down ${open.length === 1 ? open[0]?.name : `${open.length} horses`}`}
        </span>
      </span>
    </Button>
  ) : (
    <Button icon={Check} onClick={done}>
      Done
    </Button>
  )
}

function SetOffNote({ stop, at }: { stop: RoundStop; at: string }) {
  return (
    <p role="status" className="text-center text-14 text-ink-2">
      {`On your way since ${timeOf(at, stop.visit.zone)}`}
    </p>
  )
}

/** The same words in the farrier's own messages, with no provider at all. */
function OwnMessages({ stop }: { stop: RoundStop }) {
  const practice = useSession<CurrentUser>().user?.practice
  const owner = reachedOwners(stop)[0] ?? stop.owners[0]
  if (!practice || !owner) return null
  return (
    <div className="flex justify-center">
      <TextActionsPanel phone={owner.phoneE164} body={setOffBody(stop, owner, practice)} label="Write it myself..." />
    </div>
  )
}
