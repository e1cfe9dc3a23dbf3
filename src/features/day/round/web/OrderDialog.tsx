import { LocateFixed, MapPinPlus, Pin, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { CurrentUser, PracticeSettings } from '#features/core/practice/contract.ts'
import { mayRunPractice, settingsFrom } from '#features/core/practice/rules.ts'
import { lateWords, worthWords } from '#features/day/round/order-words.ts'
import { roadWords } from '#features/day/round/road-words.ts'
import type { RoundDay, RoundStop } from '#features/day/round/round-day.ts'
import type { OpenDialog } from '#features/day/round/web/round-dialog.ts'
import { StopRows } from '#features/day/round/web/StopRows.tsx'
import { saveBase, takeOrder } from '#features/day/round/web/steering.ts'
import { type Proposal, type StartFrom, useOrder } from '#features/day/round/web/use-order.ts'
import { mayChangeRecords } from '#features/records/clients/rules.ts'
import type { Located } from '#platform/web/device/device.ts'
import { locate } from '#platform/web/device/locate.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Note } from '#ui/Note.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { withToast } from '#ui/with-toast.ts'

type Props = { round: RoundDay; openDialog: OpenDialog; onClose: () => void }

/** The best order for the rest of the round next to its current one: to take, to change by hand, or to leave. */
export function OrderDialog({ round, openDialog, onClose }: Props) {
  const settings = settingsFrom(useRows<PracticeSettings>('settings')?.[0])
  const [from, setFrom] = useState<StartFrom>()
  const [here, setHere] = useState<Located | null>(null)
  const start = from ?? (settings.base && round.progress.completed === 0 ? 'base' : 'first')
  const proposal = useOrder(round, start, here)
  const isSame = proposal.stops.every((stop, index) => stop === proposal.now[index])
  const take = () => {
    const done = round.stops.filter((stop) => stop.visit.isCallComplete)
    const ids = [...done, ...proposal.stops].map((stop) => stop.visit.id)
    onClose()
    return withToast('New order set', 'Owners see their new place on their page.', () => takeOrder(round, ids))
  }
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Order the round"
      description="Visits with a time keep it; the rest go in the shortest order."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={isSame} onClick={take}>
            Use this order
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Start from={start} onFrom={setFrom} here={here} onHere={setHere} hasBase={settings.base !== null} />
        <Saved proposal={proposal} isSame={isSame} engine={round.engine} />
        <Rows proposal={proposal} />
        <Unplaced stops={proposal.unplaced} openDialog={openDialog} />
      </div>
    </Dialog>
  )
}

type StartProps = {
  from: StartFrom
  onFrom: (from: StartFrom) => void
  here: Located | null
  onHere: (here: Located) => void
  hasBase: boolean
}

function Start({ from, onFrom, here, onHere, hasBase }: StartProps) {
  const user = useSession<CurrentUser>().user
  const [fault, setFault] = useState('')
  const [isLooking, setLooking] = useState(false)
  const look = async (then: (at: Located) => void) => {
    setFault('')
    setLooking(true)
    await locate().then(then, (error: Error) => setFault(error.message))
    setLooking(false)
  }
  const choose = (next: StartFrom) => {
    if (next !== 'here') return onFrom(next)
    void look((at) => {
      onHere(at)
      onFrom('here')
    })
  }
  const options = [
    { value: 'here' as const, label: isLooking ? 'Looking...' : 'Here' },
    ...(hasBase ? [{ value: 'base' as const, label: 'Base' }] : []),
    { value: 'first' as const, label: 'First stop' },
  ]
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="font-medium">Start from</span>
        <Segmented label="Start from" value={from} onChange={choose} options={options} />
        {!hasBase && user && mayRunPractice(user.role) && (
          <Button variant="quiet" icon={LocateFixed} onClick={() => look((at) => void recordBase(user.practice.id, at))}>
            My base is here
          </Button>
        )}
      </div>
      {from === 'here' && here && <p className="text-14 text-ink-2">{`From where this phone is, to about ${here.accuracyMetres} m.`}</p>}
      {fault && (
        <Note tone="late" live>
          {fault}
        </Note>
      )}
    </div>
  )
}

const recordBase = (practiceId: string, at: Located) =>
  withToast('Base saved', `To about ${at.accuracyMetres} m. Rounds begin and end there.`, () => saveBase(practiceId, at))

/** What the order saves, and which fixed times it misses. */
function Saved({ proposal, isSame, engine }: { proposal: Proposal; isSame: boolean; engine: RoundDay['engine'] }) {
  const { before, after, late, stops, byRoad } = proposal
  const missed = lateWords(late.map((one) => ({ ...one, ...bookedAt(stops, one.id) })))
  if (isSame)
    return (
      <Note>
        {after.km > 0 ? "It's already in the best order we can find." : "There's nothing to measure yet."}
        {missed && <span className="block">{missed}</span>}
        {engine && <span className="block text-14">{roadWords(byRoad, engine)}</span>}
      </Note>
    )
  const isBetter = after.lateMinutes < before.lateMinutes || (after.lateMinutes === before.lateMinutes && after.km <= before.km)
  return (
    <Note tone={isBetter ? 'ok' : 'due'} live>
      <b className="block text-18">{worthWords(before, after)}</b>
      {missed && <span className="block">{missed}</span>}
      <span className="block text-14">{roadWords(byRoad, engine)}</span>
    </Note>
  )
}

function bookedAt(stops: readonly RoundStop[], id: string) {
  const stop = stops.find(({ visit }) => visit.id === id)
  return { name: stop?.name ?? 'A stop', at: stop?.visit.localStart ?? '' }
}

function Rows({ proposal }: { proposal: Proposal }) {
  const first = proposal.now[0]?.number ?? 1
  const rows = proposal.stops.map((stop, index) => ({
    stop,
    number: first + index,
    hole: 'to-come' as const,
    aside: <Was stop={stop} number={first + index} isPinned={proposal.isPinned(stop.visit.id)} />,
  }))
  const hasPins = proposal.stops.some((stop) => proposal.isPinned(stop.visit.id))
  return (
    <section aria-label="New order" className="grid gap-2">
      <StopRows rows={rows} onMove={proposal.move} />
      {hasPins && (
        <Button icon={RotateCcw} className="justify-self-start" onClick={proposal.redo}>
          Order the rest again
        </Button>
      )}
    </section>
  )
}

/** The old place next to the new one, and that it was put here by hand. */
const Was = ({ stop, number, isPinned }: { stop: RoundStop; number: number; isPinned: boolean }) => (
  <span className="flex flex-wrap items-center gap-x-2 text-14">
    {stop.number !== number && <span className="text-ember-ink">{`was stop ${stop.number}`}</span>}
    {isPinned && (
      <span className="inline-flex items-center gap-1 text-ink-2">
        <Pin size={14} aria-hidden /> put here by you
      </span>
    )}
    {!stop.position && <span className="text-ink-2">no position</span>}
  </span>
)

function Unplaced({ stops, openDialog }: { stops: readonly RoundStop[]; openDialog: OpenDialog }) {
  const mayChange = mayChangeRecords(useSession<CurrentUser>().user?.role)
  if (stops.length === 0) return null
  return (
    <Note tone="due">
      <p className="font-medium">{`${stops.length === 1 ? '1 stop has' : `${stops.length} stops have`} no position: place ${stops.length === 1 ? 'it' : 'them'} by hand.`}</p>
      <ul>
        {stops.map((stop) => (
          <li key={stop.visit.id} className="flex flex-wrap items-center justify-between gap-x-3">
            {stop.name}
            {mayChange && stop.place && (
              <Button
                variant="quiet"
                size="sm"
                icon={MapPinPlus}
                aria-label={`Set place for ${stop.name}`}
                onClick={() => openDialog({ what: 'where', stop })}
              >
                Set place
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Note>
  )
}
