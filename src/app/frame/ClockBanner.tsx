import { Clock } from 'lucide-react'
import { useLocation } from 'wouter'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { dayOf, shortDay, timeOf } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useSyncStatus } from '#platform/web/sync/status.ts'
import { useNow } from '#platform/web/use-now.ts'
import { Banner } from '#ui/Banner.tsx'

/** Screens that say what is today. */
const OF_TODAY = ['/', '/round', '/calendar']
const HOUR_MS = 60 * 60_000

/** A clock that is an hour or more off, or shows another day: shown above everything that depends on it. */
export function ClockBanner() {
  const { clockOffMs } = useSyncStatus()
  const [location] = useLocation()
  const zone = useSession<CurrentUser>().user?.practice.zone ?? 'Europe/London'
  const now = useNow()
  if (clockOffMs === null || !OF_TODAY.includes(location)) return null
  const isAnotherDay = dayOf(now, zone) !== dayOf(now - clockOffMs, zone)
  if (!isAnotherDay && Math.abs(clockOffMs) < HOUR_MS) return null
  const words = (at: number) => `${shortDay(dayOf(at, zone))}, ${timeOf(at, zone)}`
  return (
    <div role="status" data-screen-only>
      <Banner tone="due" icon={Clock}>
        This device’s clock says {words(now)}. It is really {words(now - clockOffMs)}. Set the clock: what is called today here goes by it.
      </Banner>
    </div>
  )
}
