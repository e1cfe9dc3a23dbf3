import { lazy, Suspense } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { useSession } from '#platform/web/session/session.ts'

const LoneNow = lazy(() => import('#features/day/lone/web/LoneNow.tsx').then((module) => ({ default: module.LoneNow })))

/** The signed-in member's timer while it wants an answer. In the test version there is none. */
export function LoneNowCard() {
  const user = useSession<CurrentUser>().user
  if (!user || user.isTestVersion) return null
  return (
    <Suspense>
      <LoneNow zone={user.practice.zone} />
    </Suspense>
  )
}
