import { useEffect, useRef } from 'react'
import { letSlide } from '#app/pages/landing/before-after.ts'
import { LandingContent } from '#app/pages/landing/LandingContent.tsx'
import { PublicPage } from '#app/pages/landing/PublicPage.tsx'
import { tryNow } from '#app/pages/landing/try-now.ts'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { useSession } from '#platform/web/session/session.ts'

/** The landing page inside the app: what / shows to a signed-out visitor whose device has the app already. */
export function LandingPage() {
  const { user } = useSession<CurrentUser>()
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (root.current) letSlide(root.current)
  }, [])
  return (
    <div ref={root}>
      <PublicPage path="/landing">
        <LandingContent onStart={tryNow} isMember={Boolean(user)} />
      </PublicPage>
    </div>
  )
}
