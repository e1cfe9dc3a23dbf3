import { LogIn, RefreshCw, Wifi, WifiOff } from 'lucide-react'
import { Link } from 'wouter'
import { changes, unsentOf } from '#features/office/attention/web/connection-status.ts'
import type { SyncState } from '#features/office/attention/web/use-sync-state.ts'
import { Banner } from '#ui/Banner.tsx'

/** Spec §2 Status strips, word for word when offline. The region stays in the page so that its coming is announced. */
export const OfflineBanner = ({ sync }: { sync: SyncState }) => (
  <div role="status" data-screen-only>
    <Strip sync={sync} />
  </div>
)

function Strip({ sync }: { sync: SyncState }) {
  if (sync.isCaptive)
    return (
      <Banner tone="offline" icon={Wifi}>
        This network wants you to sign in to it first. Changes are saved locally meanwhile.
      </Banner>
    )
  if (!sync.isOnline)
    return (
      <Banner tone="offline" icon={WifiOff}>
        Offline Mode - changes are saved locally and sync automatically when connection is restored.
      </Banner>
    )
  if (sync.isSignedOut)
    return (
      <Banner tone="due" icon={LogIn}>
        <Link href="/sign-in?next=%2Foffline" className="link">
          Sign in
        </Link>{' '}
        {unsentOf(sync) > 0 ? `to send ${changes(unsentOf(sync))}. They're safe here.` : 'again to stay up to date.'}
      </Banner>
    )
  if (sync.needsUpgrade)
    return (
      <Banner tone="due" icon={RefreshCw}>
        This version is too old for the server.{' '}
        <button type="button" className="link" onClick={() => window.location.reload()}>
          Reload
        </button>{' '}
        to send your changes.
      </Banner>
    )
  return null
}
