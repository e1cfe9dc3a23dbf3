import { lazy, memo, Suspense, useEffect, useSyncExternalStore } from 'react'
import { matchRoute, Redirect, Route, useLocation, useRouter } from 'wouter'
import { AppFrame } from '#app/frame/AppFrame.tsx'
import { FirstFetch } from '#app/frame/FirstFetch.tsx'
import { ScreenBoundary } from '#app/frame/ScreenBoundary.tsx'
import { landing, notFound, type Screen, screens } from '#app/routes.tsx'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { useFreshRole } from '#features/core/practice/web/use-fresh-role.ts'
import { useSyncState } from '#features/office/attention/web/use-sync-state.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useToday } from '#platform/web/use-today.ts'
import { DateHelpProvider } from '#ui/date-help.ts'
import { currentToasts, subscribeToToasts } from '#ui/toast-store.ts'

const EndedPage = lazy(() => import('#app/pages/ended/EndedPage.tsx').then((m) => ({ default: m.EndedPage })))
const Toaster = lazy(() => import('#ui/Toaster.tsx').then((m) => ({ default: m.Toaster })))

const StopsPanel = lazy(() => import('#features/visits/appointments/web/StopsPanel.tsx').then((m) => ({ default: m.StopsPanel })))
const DATE_HELP = { useToday, Stops: StopsPanel }

/** The whole app: which screen, for which user, and the frame around it. */
export function App() {
  const screen = useScreen()
  const { ended } = useSession()
  if (ended)
    return (
      <Suspense>
        <EndedPage ended={ended} />
      </Suspense>
    )
  return (
    <DateHelpProvider value={DATE_HELP}>
      {screen.audience === 'anyone' ? <Shown screen={screen} /> : <ForMembers screen={screen} />}
      <Toasts />
    </DateHelpProvider>
  )
}

function useScreen(): Screen {
  const [location] = useLocation()
  const { parser } = useRouter()
  return screens.find((screen) => matchRoute(parser, screen.path, location)[0]) ?? notFound
}

/* The person is known from the device at once; only the very first visit waits for the server. */
function ForMembers({ screen }: { screen: Screen }) {
  const { user } = useSession<CurrentUser>()
  const sync = useSyncState()
  useFreshRole(user)
  const [location] = useLocation()
  if (user === undefined) return <div aria-busy className="min-h-dvh" />
  if (user === null) return signedOut(screen, location)
  return (
    <AppFrame person={{ ...user, practiceName: user.practice.name }} sync={sync}>
      {screen.needsNoCopy ? (
        <Shown screen={screen} />
      ) : (
        <FirstFetch>
          <Shown screen={screen} />
        </FirstFetch>
      )}
    </AppFrame>
  )
}

const LANDING_AT_ROOT: Screen = { ...landing, path: '/' }

/* Signed out, / is the landing page; a screen leads to sign-in and comes back; an unknown address shows that there is no such page. */
function signedOut(screen: Screen, location: string) {
  if (location === '/') return <Shown screen={LANDING_AT_ROOT} />
  if (screen === notFound || screen.audience === 'everybody') return <Shown screen={screen} />
  return <Redirect to={`/sign-in?next=${encodeURIComponent(location)}`} replace />
}

/* The frame changes with every page of the copy; the screen in it does not. */
const Shown = memo(function Shown({ screen }: { screen: Screen }) {
  useEffect(() => {
    document.title = `${screen.title} · Pritchel`
  }, [screen])
  return (
    <ScreenBoundary key={screen.path}>
      <Suspense fallback={<div aria-busy className="min-h-[60dvh]" />}>
        <Route path={screen.path}>
          <screen.Page />
        </Route>
      </Suspense>
    </ScreenBoundary>
  )
})

/* What shows toasts is loaded with the first of them. */
function Toasts() {
  const isNeeded = useSyncExternalStore(subscribeToToasts, currentToasts).length > 0
  return <Suspense>{isNeeded && <Toaster />}</Suspense>
}
