import { Menu } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { BackButton } from '#app/frame/BackButton.tsx'
import { Brand } from '#app/frame/Brand.tsx'
import { FindAnything } from '#app/frame/FindAnything.tsx'
import { isCurrent, topBarEntries } from '#app/frame/nav.ts'
import type { Person } from '#app/frame/person.ts'
import { SyncMark } from '#app/frame/SyncMark.tsx'
import { Tools } from '#app/frame/Tools.tsx'
import { UserMenu } from '#app/frame/UserMenu.tsx'
import type { SyncState } from '#features/office/attention/web/use-sync-state.ts'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'

/* The menu loads when it is first opened: the first screen is on the road, on a weak signal. */
const SideMenu = lazy(() => import('#app/frame/SideMenu.tsx').then((m) => ({ default: m.SideMenu })))

const UnreadBadge = lazy(() => import('#features/talk/messaging/web/UnreadBadge.tsx').then((module) => ({ default: module.UnreadBadge })))

const ENTRY =
  'relative flex h-(--bar-top) items-center px-1.5 font-medium text-14 xl:text-16 text-on-forge-2 no-underline hover:text-on-forge aria-[current]:text-on-forge ' +
  'aria-[current]:after:absolute aria-[current]:after:inset-x-2 aria-[current]:after:bottom-0 aria-[current]:after:h-[3px] ' +
  'aria-[current]:after:rounded-t-[3px] aria-[current]:after:bg-ember-hot'

type Props = { person: Person; sync: SyncState }

/** The dark bar on top: on a phone the menu with the count of what is unread, the name and the sync mark; from 768 px the screens, shortcuts and the person too. */
export function TopBar({ person, sync }: Props) {
  const [location] = useLocation()
  return (
    <header
      data-screen-only
      className="sticky top-0 z-30 flex h-[calc(var(--bar-top)+env(safe-area-inset-top))] items-center bg-forge px-0.5 pt-[env(safe-area-inset-top)] text-on-forge xs:px-1 md:gap-1 md:px-4 xl:gap-2"
    >
      <PhoneMenu person={person} />
      <BackButton className="md:hidden" />
      {/* With a way back there is no room for the mark next to the name; next to the screens, on a narrow desktop, none for the name. */}
      <Brand className={cx('px-0.5 md:px-1 md:max-lg:[&>span]:sr-only', location !== '/' && 'max-md:[&>svg]:hidden')} />
      {/* Its place is kept where there is nothing to go back to, so that the screens stay where they are. */}
      <div className="hidden w-10 shrink-0 md:block">
        <BackButton />
      </div>
      <MainNav />
      <span className="flex-1" />
      <Tools />
      <FindAnything />
      <SyncMark sync={sync} />
      <div className="hidden md:block">
        <UserMenu person={person} />
      </div>
    </header>
  )
}

function MainNav() {
  const [location] = useLocation()
  return (
    <nav aria-label="Main" className="hidden md:flex lg:gap-0.5">
      {topBarEntries().map((entry) => (
        <Link key={entry.path} href={entry.path} aria-current={isCurrent(entry, location) ? 'page' : undefined} className={ENTRY}>
          {entry.label}
        </Link>
      ))}
    </nav>
  )
}

function PhoneMenu({ person }: { person: Person }) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="forge"
        size="icon"
        icon={Menu}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="relative md:hidden"
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      >
        <VisuallyHidden>Menu </VisuallyHidden>
        <span className="absolute top-0.5 right-0">
          <Suspense>
            <UnreadBadge />
          </Suspense>
        </span>
      </Button>
      {wasOpened && (
        <Suspense>
          <SideMenu person={person} open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
