import { useSyncExternalStore } from 'react'
import { currentMs } from '#lib/clock.ts'
import { type Day, dayOf } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import type { SessionUser } from '#platform/web/session/signed-in.ts'

/** Until a user is known on this device. */
const HOME_ZONE = 'Europe/London'
const LOOK_EVERY_MS = 30_000

type Zoned = SessionUser & { practice: { zone: string } }

/** Today on the practice's own calendar, or in the zone named, wherever the device is; changes at midnight. */
export function useToday(zone?: string): Day {
  const practiceZone = useSession<Zoned>().user?.practice.zone ?? HOME_ZONE
  return useSyncExternalStore(listen, () => dayOf(currentMs(), zone ?? practiceZone))
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
