import { SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { entriesFor } from '#app/pages/settings/entries.ts'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useIsWide } from '#ui/use-width.ts'

const GENERAL = { icon: SlidersHorizontal, title: 'General', href: '/settings' }

const ENTRY =
  'flex min-h-11 items-center gap-3 rounded-lg px-3 text-ink-2 no-underline hover:bg-sunken ' +
  'aria-[current]:bg-sunken aria-[current]:font-bold aria-[current]:text-ink aria-[current]:[&>svg]:text-ember'

/** A screen of the settings; on a wide desktop in the middle, beside the list of them all. A change of width never remounts the screen. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const isWide = useIsWide()
  return (
    <div className="mx-auto grid max-w-[1120px] grid-cols-[minmax(0,1fr)] xl:grid-cols-[256px_minmax(0,1fr)]">
      {isWide && <SideList />}
      <div key="screen" className="min-w-0">
        {children}
      </div>
    </div>
  )
}

function SideList() {
  const { user } = useSession<CurrentUser>()
  const [location] = useLocation()
  if (!user) return <div />
  return (
    <nav aria-label="Settings" className="sticky top-[var(--bar-top)] self-start py-[18px] pl-6">
      {[GENERAL, ...entriesFor(user)].map(({ icon: Icon, title, href }) => (
        <Link key={href} href={href} aria-current={location === href ? 'page' : undefined} className={ENTRY}>
          <Icon size={20} aria-hidden className="shrink-0" />
          {title}
        </Link>
      ))}
    </nav>
  )
}
