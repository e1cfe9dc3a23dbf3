import { registerSW } from 'virtual:pwa-register'
import { RefreshCw } from 'lucide-react'
import { isOnNetwork } from '#platform/web/device/network.ts'
import { toast } from '#ui/toast-store.ts'

const HOUR_MS = 3_600_000

/** Keeps the app on the device, and when a newer one has been fetched offers it; it is never put in place under the person's hands. */
export function offerUpdates() {
  const apply = registerSW({
    onNeedRefresh: () =>
      toast({
        title: 'A new version is ready',
        icon: RefreshCw,
        durationMs: Number.POSITIVE_INFINITY,
        action: { label: 'Reload', run: () => void apply(true) },
      }),
    onRegisteredSW: (_url, registration) => {
      if (registration) setInterval(() => isOnNetwork() && void registration.update(), HOUR_MS)
    },
  })
}
