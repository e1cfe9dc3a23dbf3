import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { AppFrame } from '#app/frame/AppFrame.tsx'
import { ScreenBoundary } from '#app/frame/ScreenBoundary.tsx'
import { useSession } from '#app/frame/use-session.ts'
import { useSyncState } from '#app/frame/use-sync-state.ts'
import { landing, notFound, type Screen, screens } from '#app/routes.tsx'
import { currentToasts, subscribeToToasts } from '#ui/toast-store.ts'

const Toaster = lazy(() => import('#ui/Toaster.tsx').then((m) => ({ default: m.Toaster })))

/** The whole app: which screen, for whom, and what stands around it. */
export const App = () => (
  <>
    <Switch>
      {screens.map((screen) => (
        <Route key={screen.path} path={screen.path}>
          <Shown screen={screen} />
        </Route>
      ))}
      <Route>
        <Shown screen={notFound} />
      </Route>
    </Switch>
    <Toasts />
  </>
)

/* What shows toasts is loaded with the first of them. */
function Toasts() {
  const isNeeded = useSyncExternalStore(subscribeToToasts, currentToasts).length > 0
  return <Suspense>{isNeeded && <Toaster />}</Suspense>
}

function Shown({ screen }: { screen: Screen }) {
  if (screen.audience === 'anyone') return <Alone screen={screen} />
  return <ForMembers screen={screen} />
}

/* The person is known from the device at once; only the very first visit waits for the server. */
function ForMembers({ screen }: { screen: Screen }) {
  const session = useSession()
  const sync = useSyncState()
  const [location] = useLocation()
  if (session.state === 'unknown') return <div aria-busy className="min-h-dvh" />
  if (session.state === 'signed-out') return signedOut(screen, location)
  return (
    <AppFrame person={session.person} sync={sync}>
      <ScreenBoundary key={location}>
        <Suspense fallback={<div aria-busy className="min-h-[60dvh]" />}>
          <Titled screen={screen} />
        </Suspense>
      </ScreenBoundary>
    </AppFrame>
  )
}

/* Signed out, / is the landing page; a screen asks to sign in and comes back; an unknown address says so. */
function signedOut(screen: Screen, location: string) {
  if (screen.path === '/') return <Alone screen={landing} />
  if (screen === notFound) return <Alone screen={notFound} />
  return <Redirect to={`/sign-in?next=${encodeURIComponent(location)}`} replace />
}

const Alone = ({ screen }: { screen: Screen }) => (
  <ScreenBoundary>
    <Suspense fallback={<div aria-busy className="min-h-dvh" />}>
      <Titled screen={screen} />
    </Suspense>
  </ScreenBoundary>
)

function Titled({ screen }: { screen: Screen }) {
  useEffect(() => {
    document.title = `${screen.title} · Pritchel`
  }, [screen])
  return <screen.Page />
}
