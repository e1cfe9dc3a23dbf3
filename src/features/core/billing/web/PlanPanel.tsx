import { type ReactNode, useEffect } from 'react'
import { useSearch } from 'wouter'
import type { Billing } from '#features/core/billing/contract.ts'
import { useBilling } from '#features/core/billing/web/data.ts'
import { PlanCards } from '#features/core/billing/web/PlanCards.tsx'
import { YourPlanCard } from '#features/core/billing/web/YourPlanCard.tsx'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { mayRunPractice } from '#features/core/practice/rules.ts'
import { useCurrentUser } from '#features/core/practice/web/data.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { refreshSession } from '#platform/web/session/session.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { ErrorState } from '#ui/EmptyState.tsx'
import { Note } from '#ui/Note.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

/** What owners are shown below their plan: the services that clients pay for. */
type Services = { services: (billing: Billing) => ReactNode }

/** The practice's plan: its status, and for an owner how to change it (Spec §4 Plan changes). */
export function PlanPanel({ services }: Services) {
  const user = useCurrentUser()
  if (!user) return null
  return (
    <Page>
      <PageHeader title="Plan" subtitle="Your plan, and what it costs." />
      <div className="grid max-w-[1112px] gap-4">
        {mayRunPractice(user.role) ? (
          <OwnersPlan user={user} services={services} />
        ) : (
          <>
            <YourPlanCard user={user} />
            <p className="text-14 text-ink-2">An owner of the practice can change its plan.</p>
          </>
        )}
      </div>
    </Page>
  )
}

function OwnersPlan({ user, services }: { user: CurrentUser } & Services) {
  const reachable = useReachable()
  const isPaid = new URLSearchParams(useSearch()).has('paid')
  const { data, error, refetch } = useBilling(isPaid)
  const isAwaited = isPaid && data?.isSubscribed === false
  const hasCome = isPaid && data?.isSubscribed === true
  useEffect(() => {
    if (hasCome) void refreshSession()
  }, [hasCome])
  return (
    <>
      {isAwaited && (
        <Note tone="ember" live>
          Thank you. Your payment is on its way; your plan changes as soon as it arrives.
        </Note>
      )}
      <ByNote billing={data} />
      <YourPlanCard user={user} billing={data} />
      {!reachable && !data && (
        <p className="text-14 text-ink-2">You're offline. You need a connection to change the plan; everything else works without one.</p>
      )}
      {reachable && !data && !error && <SkeletonRows label="Loading your plan..." />}
      {reachable && !data && error && (
        <ErrorState title="Your plan couldn't be loaded" onRetry={() => void refetch()}>
          {sentenceOf(error)}
        </ErrorState>
      )}
      {data && <PlanCards user={user} billing={data} />}
      {data && services(data)}
    </>
  )
}

const ByNote = ({ billing }: { billing: Billing | undefined }) => {
  if (billing?.by === 'nobody')
    return <Note>In the test version every plan has everything and nothing is charged. Choose one to see how it looks.</Note>
  if (billing?.by === 'operator') return <Note>Plans on this server are arranged by the person who runs it. Ask them to change yours.</Note>
  return null
}
