import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { closeStatus, isStatusOpen, onStatus } from '#app/frame/status-dialog.ts'
import { withWords } from '#app/with-words.ts'
import type { SyncState } from '#features/office/attention/web/use-sync-state.ts'

const OfflineStatusSheet = lazy(() =>
  withWords(import('#features/office/attention/web/OfflineStatusSheet.tsx')).then((m) => ({ default: m.OfflineStatusSheet })),
)

/** The Offline Status dialog over the current screen; it loads when it is first opened, and closes when the screen changes. */
export function StatusDialog({ sync }: { sync: SyncState }) {
  const isOpen = useSyncExternalStore(onStatus, isStatusOpen)
  const wasOpened = useRef(false)
  const [location] = useLocation()
  wasOpened.current ||= isOpen
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen closes it; so does leaving the frame
  useEffect(() => closeStatus, [location])
  if (!wasOpened.current) return null
  return (
    <Suspense>
      <OfflineStatusSheet sync={sync} open={isOpen} onOpenChange={(open) => !open && closeStatus()} />
    </Suspense>
  )
}
