import { useSyncExternalStore } from 'react'
import { type Day, dayOf } from '#lib/dates.ts'

/** Where the product is at home; a practice elsewhere names its own zone. */
const HOME_ZONE = 'Europe/London'
const LOOK_EVERY_MS = 30_000

/** Today on the diary's own calendar, whatever the device's clock is set to; changes at midnight. */
export function useToday(zone: string = HOME_ZONE): Day {
  return useSyncExternalStore(listen, () => dayOf(Date.now(), zone))
}

/** A phone wakes in the morning with yesterday's page: looks again when it comes back. */
function listen(changed: () => void): () => void {
  const timer = setInterval(changed, LOOK_EVERY_MS)
  document.addEventListener('visibilitychange', changed)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', changed)
  }
}
