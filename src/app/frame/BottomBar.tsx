import { Link, useLocation } from 'wouter'
import { bottomBarEntries, isCurrent } from '#app/frame/nav.ts'

const ENTRY =
  'relative grid min-w-12 content-center justify-items-center gap-[3px] text-14 font-medium text-ink-2 no-underline ' +
  'aria-[current]:font-bold aria-[current]:text-ink aria-[current]:[&>svg]:text-ember ' +
  'aria-[current]:before:absolute aria-[current]:before:inset-x-4 aria-[current]:before:-top-px aria-[current]:before:h-[3px] ' +
  'aria-[current]:before:rounded-b-[3px] aria-[current]:before:bg-ember-hot'

/** The main screens within the thumb's reach, under 768 px. */
export function BottomBar() {
  const [location] = useLocation()
  // One thing at a time: the first visit is booked, or skipped.
  if (location === '/welcome') return null
  return (
    <nav
      aria-label="Main"
      data-screen-only
      className="fixed inset-x-0 bottom-0 z-30 grid h-[calc(var(--bar-bottom)+env(safe-area-inset-bottom))] auto-cols-fr grid-flow-col border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {bottomBarEntries().map((entry) => (
        <Link key={entry.path} href={entry.path} aria-current={isCurrent(entry, location) ? 'page' : undefined} className={ENTRY}>
          <entry.icon size={24} aria-hidden />
          {entry.label}
        </Link>
      ))}
    </nav>
  )
}
