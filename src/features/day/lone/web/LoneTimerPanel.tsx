import { lazy, Suspense } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { WHY_NOT } from '#features/day/lone/rules.ts'
import { useSession } from '#platform/web/session/session.ts'

const LoneRow = lazy(() => import('#features/day/lone/web/LoneRow.tsx').then((module) => ({ default: module.LoneRow })))

/** The row of a stop for the lone-worker timer. In the test version it requests nothing: no text leaves that server. */
export function LoneTimerPanel({ visitId }: { visitId: string }) {
  const user = useSession<CurrentUser>().user
  if (!user) return null
  if (user.isTestVersion) return <p className="text-14 text-ink-2">{WHY_NOT.test_version}</p>
  return (
    <Suspense>
      <LoneRow visitId={visitId} zone={user.practice.zone} />
    </Suspense>
  )
}
