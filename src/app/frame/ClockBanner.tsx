import { Clock } from 'lucide-react'
import { useLocation } from 'wouter'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { dayOf, shortDay, timeOf } from '#lib/dates.ts'
import { serverUrl } from '#platform/web/server-url.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useReachable, useSyncStatus } from '#platform/web/sync/status.ts'
import { useNow } from '#platform/web/use-now.ts'
import { Banner } from '#ui/Banner.tsx'

/** Screens that show what is today. */
const OF_TODAY = ['/', '/round', '/calendar']
const HOUR_MS = 60 * 60_000

/** What the clock shows where that is not the time of the day: in a demo, and on a device whose clock is wrong. */
export function ClockBanner() {
  const practice = useSession<CurrentUser>().user?.practice
  const zone = practice?.zone ?? 'Europe/London'
  return practice?.demo ? <DemoDay zone={zone} /> : <WrongClock zone={zone} />
}

/** The day and time that everything in a demo goes by, and the way to the other side of it. */
function DemoDay({ zone }: { zone: string }) {
  const now = useNow()
  const reachable = useReachable()
  return (
    <aside
      aria-label="Demo"
      data-screen-only
      className="flex items-center justify-center gap-3 border-due-line border-b bg-due-tint px-2 py-px text-13 text-due-ink"
    >
      <span>
        Demo day: {shortDay(dayOf(now, zone))}, {timeOf(now, zone)}
      </span>
      {reachable && (
        <form method="post" action={serverUrl('/my/sign-in/demo')}>
          <button type="submit" className="min-h-6 cursor-pointer underline">
            Open as an owner
          </button>
        </form>
      )}
    </aside>
  )
}

/** A clock that is an hour or more off, or shows another day: shown above everything that depends on it. */
function WrongClock({ zone }: { zone: string }) {
  const { clockOffMs } = useSyncStatus()
  const [location] = useLocation()
  const now = useNow()
  if (clockOffMs === null || !OF_TODAY.includes(location)) return null
  const isAnotherDay = dayOf(now, zone) !== dayOf(now - clockOffMs, zone)
  if (!isAnotherDay && Math.abs(clockOffMs) < HOUR_MS) return null
  const words = (at: number) => `${shortDay(dayOf(at, zone))}, ${timeOf(at, zone)}`
  return (
    <div role="status" data-screen-only>
      <Banner tone="due" icon={Clock}>
        This device’s clock says {words(now)}, but it’s really {words(now - clockOffMs)}. Please set the clock: today’s diary goes by it.
      </Banner>
    </div>
  )
}
