import { WifiOff } from 'lucide-react'
import { Banner } from '#ui/Banner.tsx'

/** Spec §2 Status strips, word for word. The region stays in the page so that its coming is announced. */
export const OfflineBanner = ({ isOnline }: { isOnline: boolean }) => (
  <div role="status" data-screen-only>
    {!isOnline && (
      <Banner tone="offline" icon={WifiOff}>
        Offline Mode - changes are saved locally and sync automatically when connection is restored.
      </Banner>
    )}
  </div>
)
