import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { BottomBar } from '#app/frame/BottomBar.tsx'
import { ClockBanner } from '#app/frame/ClockBanner.tsx'
import { FloatingStatus } from '#app/frame/FloatingStatus.tsx'
import { OfflineBanner } from '#app/frame/OfflineBanner.tsx'
import type { Person } from '#app/frame/person.ts'
import { SignOutQuestion } from '#app/frame/SignOutQuestion.tsx'
import { StatusDialog } from '#app/frame/StatusDialog.tsx'
import { TopBar } from '#app/frame/TopBar.tsx'
import { useKeptAnswer } from '#features/day/lone/web/use-kept-answer.ts'
import type { SyncState } from '#features/office/attention/web/use-sync-state.ts'

const PlanBanner = lazy(() => import('#app/frame/PlanBanner.tsx').then((module) => ({ default: module.PlanBanner })))

type Props = { person: Person; sync: SyncState; children: ReactNode }

/** The frame around every screen of a signed-in user. */
export function AppFrame({ person, sync, children }: Props) {
  const main = useRef<HTMLElement>(null)
  useFreshStart(main)
  useKeptAnswer()
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className="sr-only z-50 rounded-lg bg-surface px-4 py-3 focus:not-sr-only focus:fixed focus:top-2 focus:left-2">
        Skip to the screen
      </a>
      <TopBar person={person} sync={sync} />
      <OfflineBanner sync={sync} />
      <ClockBanner />
      <Suspense>
        <PlanBanner />
      </Suspense>
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        className="min-w-0 flex-1 pb-[calc(var(--bar-bottom)+var(--dock,0px)+12px)] outline-none md:pb-18"
      >
        {children}
      </main>
      <BottomBar />
      <FloatingStatus sync={sync} />
      <StatusDialog sync={sync} />
      <SignOutQuestion />
    </div>
  )
}

/* A new screen begins at its top, with the focus in it; not on the first paint, and not when only the query changes. */
function useFreshStart(main: { current: HTMLElement | null }) {
  const [location] = useLocation()
  const before = useRef(location)
  useEffect(() => {
    if (before.current === location) return
    before.current = location
    window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [location, main])
}
