import { CalendarClock, CreditCard, Lock } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { mayRunPractice } from '#features/core/practice/rules.ts'
import { useCurrentUser } from '#features/core/practice/web/data.ts'
import { usePlanStatus } from '#features/core/practice/web/use-plan-status.ts'
import { daysBetween, shortDay } from '#lib/dates.ts'
import type { PlanStatus } from '#lib/plan.ts'
import { refreshSession } from '#platform/web/session/session.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Banner } from '#ui/Banner.tsx'

/** From so many days before its end on, a trial is spoken of. */
const LAST_DAYS = 14
const REFETCH_MS = 60_000

/** What every screen should show of the practice's plan: its trial runs out (on Home), a payment is awaited, it has ended. */
export function PlanBanner() {
  const planStatus = usePlanStatus()
  if (!planStatus || planStatus.state === 'active') return null
  return (
    <div role="status" data-screen-only>
      {planStatus.state === 'trial' ? <TrialEnds standing={planStatus} /> : <Unpaid standing={planStatus} />}
    </div>
  )
}

/** Only owners can do anything about it, and only as it comes to its end. */
function TrialEnds({ standing: { lastDay } }: { standing: PlanStatus }) {
  const today = useToday()
  const [location] = useLocation()
  const isOwner = mayRunPractice(useCurrentUser()?.role)
  const days = lastDay ? daysBetween(today, lastDay) : LAST_DAYS + 1
  if (!isOwner || days > LAST_DAYS || location !== '/') return null
  return (
    <Banner tone="due" icon={CalendarClock}>
      Your free weeks end {days === 0 ? 'today' : days === 1 ? 'tomorrow' : `on ${shortDay(lastDay ?? today)}`}.{' '}
      <Choose>See the plan</Choose>
    </Banner>
  )
}

/** Another device, or Stripe, may have changed it: a screen that shows this is updated within a minute. */
function Unpaid({ standing: { state, lastDay } }: { standing: PlanStatus }) {
  const isOwner = mayRunPractice(useCurrentUser()?.role)
  useEffect(() => {
    const timer = setInterval(() => void refreshSession(), REFETCH_MS)
    return () => clearInterval(timer)
  }, [])
  if (state === 'past-due')
    return isOwner ? (
      <Banner tone="due" icon={CreditCard}>
        Your plan hasn't been paid{lastDay && `; everything carries on until ${shortDay(lastDay)}`}. <Choose>See the plan</Choose>
      </Banner>
    ) : null
  return (
    <Banner tone="due" icon={Lock}>
      Your practice's plan has ended: you can read everything, and changes wait on this device.{' '}
      {isOwner ? <Choose>See the plan</Choose> : 'An owner can renew it.'}
    </Banner>
  )
}

const Choose = ({ children }: { children: ReactNode }) => (
  <Link href="/settings/plan" className="link">
    {children}
  </Link>
)
