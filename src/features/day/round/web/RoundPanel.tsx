import { CalendarCheck, CalendarPlus, Plus, Truck } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { MemberPicker } from '#features/core/practice/web/MemberPicker.tsx'
import { LoneNowCard } from '#features/day/lone/web/LoneNowCard.tsx'
import type { RoundDay } from '#features/day/round/round-day.ts'
import { ForgottenCard, LeftOpenCard } from '#features/day/round/web/LeftOpenCard.tsx'
import { NextCard } from '#features/day/round/web/NextCard.tsx'
import { RebookCard } from '#features/day/round/web/RebookCard.tsx'
import { RoundHead } from '#features/day/round/web/RoundHead.tsx'
import { RoundStateBar } from '#features/day/round/web/RoundStateBar.tsx'
import type { OpenDialog, RoundDialog } from '#features/day/round/web/round-dialog.ts'
import { useOwnRound, useRound } from '#features/day/round/web/use-round.ts'
import { DayWeatherCard } from '#features/day/weather/web/DayWeatherCard.tsx'
import { mayChangeRecords } from '#features/records/clients/rules.ts'
import { CalendarChangesPanel } from '#features/visits/calendars/web/CalendarChangesPanel.tsx'
import { shortDay } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { WhenSeen } from '#ui/WhenSeen.tsx'

const RoundDialogs = lazy(() => import('#features/day/round/web/RoundDialogs.tsx').then((module) => ({ default: module.RoundDialogs })))
const AfterThat = lazy(() => import('#features/day/round/web/AfterThat.tsx').then((module) => ({ default: module.AfterThat })))
const InterruptedPanel = lazy(() =>
  import('#features/evidence/voice/web/InterruptedPanel.tsx').then((module) => ({ default: module.InterruptedPanel })),
)
const AppointmentDialogCard = lazy(() =>
  import('#features/day/booking/web/AppointmentDialogCard.tsx').then((module) => ({ default: module.AppointmentDialogCard })),
)
const DoneToday = lazy(() => import('#features/day/round/web/AfterThat.tsx').then((module) => ({ default: module.DoneToday })))

type Props = {
  heading: ReactNode
  /** In one column next to others, with this in place of its own lists of stops. */
  schedule?: ReactNode
}

/** Today's round: its progress, the current stop with its one next action, what comes after, what must be rebooked. */
export function RoundPanel({ heading, schedule }: Props) {
  const today = useToday()
  const own = useOwnRound()
  const [chosen, setChosen] = useState<string>()
  const memberId = chosen ?? own
  const round = useRound(today, memberId)
  const mayChange = mayChangeRecords(useSession<CurrentUser>().user?.role)
  const [params, setParams] = useSearchParams()
  // `/round?do=order`: from anywhere, straight to it.
  const [dialog, openDialog] = useState<RoundDialog>()
  useEffect(() => {
    const what = params.get('do')
    if (what !== 'order' && what !== 'late' && what !== 'map') return
    if (what !== 'order' || mayChange) openDialog({ what })
    setParams({}, { replace: true })
  }, [params, setParams, mayChange])
  const atHand = useNextInSight(round, dialog !== undefined)
  // On a phone the current stop fills the screen, so nothing below it is near before the round is there.
  if (!round)
    return (
      <div className="max-md:min-h-[85dvh]">
        <SkeletonRows label="Loading the round..." />
      </div>
    )
  return (
    <div className={cx('grid items-start gap-3.5', !schedule && 'xl:grid-cols-[minmax(0,1fr)_minmax(0,420px)]')}>
      <div className="min-w-0">
        <MemberPicker label="Whose round" value={memberId} onChange={setChosen} className="mb-3" />
        <LoneNowCard />
        <Suspense>
          <InterruptedPanel />
        </Suspense>
        {/* On a phone the head of the round reaches up into what lies above it. */}
        <div className="mb-3 empty:hidden max-md:mb-7">
          <CalendarChangesPanel form={AppointmentDialogCard} />
        </div>
        <ForgottenCard memberId={memberId} />
        <RoundHead title={heading} round={round} />
        <div ref={atHand} className="-mt-6">
          <AtHand round={round} openDialog={openDialog} />
        </div>
        <DayWeatherCard day={today} memberId={memberId} offers className="mt-3" />
      </div>
      <div className="grid min-w-0 gap-3.5">
        {round.next && <RoundStateBar round={round} openDialog={openDialog} />}
        <RebookCard round={round} openDialog={openDialog} />
        {schedule}
        {!schedule && round.stops.some((stop) => stop !== round.next) && (
          <section aria-label="Today's Schedule" className="grid gap-3.5">
            <WhenSeen placeholder={<h2 className="min-h-40">{round.next ? 'After that' : 'Done'}</h2>}>
              <AfterThat round={round} />
              <DoneToday round={round} openDialog={openDialog} />
            </WhenSeen>
          </section>
        )}
        {round.stops.length > 0 && mayChange && (
          <Button icon={Plus} onClick={() => openDialog({ what: 'add-stop' })}>
            Add a stop
          </Button>
        )}
        <LinkButton href="/van-sheet" icon={Truck}>
          Van sheet for tomorrow
        </LinkButton>
      </div>
      {dialog && (
        <Suspense>
          <RoundDialogs dialog={dialog} round={round} openDialog={openDialog} />
        </Suspense>
      )}
    </div>
  )
}

/** Once the stop before is finished and nothing lies over the screen, the next one is scrolled to. */
function useNextInSight(round: RoundDay | undefined, isCovered: boolean) {
  const ref = useRef<HTMLDivElement>(null)
  const seen = useRef<{ round: string; next: string | undefined }>(undefined)
  const [of, next] = [round && `${round.memberId} ${round.day}`, round?.next?.visit.id]
  useEffect(() => {
    if (!of || isCovered) return
    const before = seen.current
    seen.current = { round: of, next }
    if (before?.round === of && before.next !== undefined && before.next !== next) ref.current?.scrollIntoView({ block: 'start' })
  }, [of, next, isCovered])
  return ref
}

function AtHand({ round, openDialog }: { round: RoundDay; openDialog: OpenDialog }) {
  const [goesOn, setGoesOn] = useState(false)
  if (round.isLeftOpen && !goesOn) return <LeftOpenCard round={round} onGoOn={() => setGoesOn(true)} />
  if (round.next) return <NextCard key={round.next.visit.id} round={round} stop={round.next} openDialog={openDialog} />
  return (
    <div className="rounded-lg border border-line bg-surface">
      {round.stops.length > 0 ? (
        <EmptyState
          icon={CalendarCheck}
          title="All stops completed"
          action={
            <LinkButton href="/calendar" icon={CalendarPlus}>
              Plan the next days
            </LinkButton>
          }
        >
          {`${round.progress.total} ${round.progress.total === 1 ? 'stop' : 'stops'} on ${shortDay(round.day)}.`}
        </EmptyState>
      ) : (
        <EmptyState
          icon={CalendarCheck}
          title="No stops today"
          action={
            <Button variant="primary" icon={Plus} onClick={() => openDialog({ what: 'add-stop' })}>
              Add a stop
            </Button>
          }
        >
          The round shows the day's visits in the order you drive to them.
        </EmptyState>
      )}
    </div>
  )
}
