import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ForMoney } from '#app/frame/ForMoney.tsx'
import { Fold, Folds } from '#app/pages/home/Fold.tsx'
import { QuickActionsCard } from '#app/pages/home/QuickActionsCard.tsx'
import { StatCards } from '#app/pages/home/StatCards.tsx'
import { useCounts } from '#app/pages/home/use-counts.ts'
import type { CurrentUser, PracticeSettings } from '#features/core/practice/contract.ts'
import { may, settingsFrom, workingDaysOf } from '#features/core/practice/rules.ts'
import { headerText } from '#features/day/diary/calendar.ts'
import { ScheduleCard } from '#features/day/diary/web/ScheduleCard.tsx'
import { RoundPanel } from '#features/day/round/web/RoundPanel.tsx'
import { useOwnRound, useRound } from '#features/day/round/web/use-round.ts'
import { LockedNotes } from '#features/office/attention/web/LockedNotes.tsx'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { isStop } from '#features/visits/appointments/rules.ts'
import { CalendarChangesPanel } from '#features/visits/calendars/web/CalendarChangesPanel.tsx'
import { currentTime } from '#lib/clock.ts'
import { addDays, type Day, longDay, shortDay, weekdayOf } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { useIsPhone } from '#ui/use-width.ts'
import { WhenSeen } from '#ui/WhenSeen.tsx'

const FirstStepsCard = lazy(() => import('#app/pages/home/FirstStepsCard.tsx').then((module) => ({ default: module.FirstStepsCard })))
const MoneyCard = lazy(() => import('#app/pages/home/MoneyCard.tsx').then((module) => ({ default: module.MoneyCard })))
const WeekCard = lazy(() => import('#features/day/diary/web/WeekCard.tsx').then((module) => ({ default: module.WeekCard })))
const ActivityCard = lazy(() => import('#app/pages/home/ActivityCard.tsx').then((module) => ({ default: module.ActivityCard })))
const HomeToDoCard = lazy(() => import('#app/pages/home/HomeToDoCard.tsx').then((module) => ({ default: module.HomeToDoCard })))
const DueRequestsCard = lazy(() =>
  import('#features/office/rights/web/DueRequestsCard.tsx').then((module) => ({ default: module.DueRequestsCard })),
)
const MessagesPanel = lazy(() =>
  import('#features/talk/messaging/web/MessagesPanel.tsx').then((module) => ({ default: module.MessagesPanel })),
)
const RecentHorsesCard = lazy(() => import('#app/pages/home/RecentHorsesCard.tsx').then((module) => ({ default: module.RecentHorsesCard })))
const AppointmentDialogCard = lazy(() =>
  import('#features/day/booking/web/AppointmentDialogCard.tsx').then((module) => ({ default: module.AppointmentDialogCard })),
)

/** On a desktop the week stands below, still in sight. */
const MESSAGES_SHOWN = 2

/** Spec §2 Dashboard. On a phone it is the round, with the rest folded; on a desktop it answers what is next, what is owed, who wrote and how the week looks. */
export function HomePage() {
  const today = useToday()
  const isPhone = useIsPhone()
  const isWorkingDay = useIsWorkingDay(today)
  const [isBooking, setIsBooking] = useState(false)
  const mayPlan = may(useSession<CurrentUser>().user?.role, 'planDiary')
  const book = () => setIsBooking(true)
  if (isWorkingDay === undefined)
    return (
      <Page>
        <AskAhead day={today} />
        <div aria-busy className="min-h-dvh" />
      </Page>
    )
  return (
    <Page>
      <div className={isWorkingDay ? 'max-md:hidden' : ''}>
        <PageHeader
          title={longDay(today)}
          subtitle={<Greeting />}
          actions={
            mayPlan && (
              <Button icon={Plus} onClick={book}>
                New Appointment
              </Button>
            )
          }
        />
      </div>
      <Suspense>
        <FirstStepsCard />
      </Suspense>
      {!isWorkingDay && <CalendarChangesPanel form={AppointmentDialogCard} />}
      {isPhone ? <OnPhone isWorkingDay={isWorkingDay} onNew={book} /> : <OnDesktop isWorkingDay={isWorkingDay} onNew={book} />}
      {isBooking && (
        <Suspense>
          <AppointmentDialogCard presets={{ onDay: today }} onClose={() => setIsBooking(false)} />
        </Suspense>
      )}
    </Page>
  )
}

/* On a new device one request fetches the round and what decides whether it is shown. */
function AskAhead({ day }: { day: Day }) {
  useRound(day, useOwnRound())
  return null
}

type PartsProps = { isWorkingDay: boolean; onNew: () => void }

/** The round itself, and everything else a line each. */
function OnPhone({ isWorkingDay, onNew }: PartsProps) {
  const today = useToday()
  const tomorrow = addDays(today, 1)
  const counts = useCounts()
  return (
    <>
      {isWorkingDay ? <RoundPanel heading={<RoundHeading today={today} />} /> : <Today day={today} />}
      <Notices />
      <StatCards />
      <Folds>
        <Fold title="Tomorrow" count={counts.tomorrow}>
          <Tomorrow day={tomorrow} />
        </Fold>
        <Fold title="Messages" count={counts.unread}>
          <MessagesPanel />
        </Fold>
        <ForMoney>
          <Fold title="Money">
            <MoneyCard />
          </Fold>
        </ForMoney>
        <Fold title="To do" count={counts.tasks}>
          <HomeToDoCard />
        </Fold>
        <Fold title="Week">
          <WeekCard />
        </Fold>
        <Fold title="Quick Actions">
          <QuickActionsCard onNew={onNew} />
        </Fold>
        <Fold title="Activity">
          <ActivityCard />
        </Fold>
        <Fold title="Horses">
          <RecentHorsesCard />
        </Fold>
      </Folds>
    </>
  )
}

/** Above the fold: the next stop at the left, messages, money and the week at the right. */
function OnDesktop({ isWorkingDay, onNew }: PartsProps) {
  const today = useToday()
  const tomorrow = addDays(today, 1)
  const schedule = <Today day={today} />
  return (
    <>
      <StatCards />
      <Notices />
      <div className="grid items-start gap-3.5 xl:grid-cols-[400px_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-3.5">
          {isWorkingDay ? <RoundPanel heading={<RoundHeading today={today} />} schedule={schedule} /> : schedule}
          <QuickActionsCard onNew={onNew} />
        </div>
        <div className="grid min-w-0 items-start gap-3.5 md:grid-cols-2">
          <WhenSeen placeholder={<Held title="Messages" />}>
            <MessagesPanel most={MESSAGES_SHOWN} />
          </WhenSeen>
          <ForMoney>
            <WhenSeen placeholder={<Held title="Money" />}>
              <MoneyCard />
            </WhenSeen>
          </ForMoney>
          <div className="min-w-0 md:col-span-2">
            <WhenSeen placeholder={<Held title={headerText('5-day', today)} />}>
              <WeekCard />
            </WhenSeen>
          </div>
          <div className="grid gap-3.5">
            <Tomorrow day={tomorrow} />
            <WhenSeen placeholder={<Held title="To do" />}>
              <HomeToDoCard />
            </WhenSeen>
          </div>
          <WhenSeen placeholder={<Held title="Recent Activity" />}>
            <ActivityCard />
          </WhenSeen>
        </div>
      </div>
      <WhenSeen placeholder={<Held title="Recent horse records" />}>
        <RecentHorsesCard />
      </WhenSeen>
    </>
  )
}

/** What can't wait, wherever it comes from. */
const Notices = () => (
  <>
    <LockedNotes />
    <Suspense>
      <DueRequestsCard />
    </Suspense>
  </>
)

const Today = ({ day }: { day: Day }) => <ScheduleCard day={day} title="Today's Schedule" emptyText="No appointments scheduled for today" />

const Tomorrow = ({ day }: { day: Day }) => (
  <ScheduleCard day={day} title="Tomorrow's Schedule" emptyText="No appointments scheduled for tomorrow" detailed />
)

/* The place of a card that is still to come. */
const Held = ({ title }: { title: string }) => <Card title={title} aria-busy className="min-h-64" />

/* On a phone the round is the head of the screen, as on /round: the next stop is where the thumb is. */
const RoundHeading = ({ today }: { today: Day }) => (
  <>
    <h1 className="text-30 md:hidden">{shortDay(today)}</h1>
    <h2 className="text-18 max-md:hidden">Today's round</h2>
  </>
)

function Greeting() {
  const user = useSession<CurrentUser>().user
  const hour = currentTime().getHours()
  const greeting = hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening'
  return user?.firstName ? `${greeting}, ${user.firstName}` : greeting
}

/** A day of the practice's working week, or any day with a stop on it; undefined for the moment until that is read. */
function useIsWorkingDay(day: Day): boolean | undefined {
  const settings = useRows<PracticeSettings>('settings')
  const days = settings && workingDaysOf(settingsFrom(settings[0]))
  const visits = useRows<VisitRow>('appointments', { day })
  return days?.includes(weekdayOf(day)) || visits?.some(isStop)
}
