import { Fragment, Suspense } from 'react'
import { Link, useLocation } from 'wouter'
import { isCurrent, type NavEntry, sideMenuEntries } from '#app/frame/nav.ts'
import { fullName, type Person } from '#app/frame/person.ts'
import { SignOutLink } from '#app/frame/SignOutLink.tsx'
import { THEMES, useTheme } from '#app/frame/theme.ts'
import { DeviceStrip } from '#features/office/attention/web/DeviceStrip.tsx'
import { useReachable } from '#platform/web/sync/status.ts'
import { PersonAvatar } from '#ui/Avatar.tsx'
import { cx } from '#ui/cx.ts'
import { Segmented } from '#ui/Segmented.tsx'
import { Sheet } from '#ui/Sheet.tsx'

type Props = { person: Person; open: boolean; onOpenChange: (open: boolean) => void }

const ROW = 'flex min-h-12 items-center gap-3 rounded-lg px-3 text-16 font-medium no-underline hover:bg-sunken'

/** Every screen, slid in from the left on a phone: the spec's six first, the others below a line. Spec §2 Navigation. */
export function SideMenu({ person, open, onOpenChange }: Props) {
  const [theme, setTheme] = useTheme()
  const name = fullName(person)
  const [six, others] = sideMenuEntries()
  return (
    <Sheet
      side="left"
      title="Menu"
      open={open}
      onOpenChange={onOpenChange}
      footer={<SignOutLink className={ROW} onClick={() => onOpenChange(false)} />}
    >
      <div className="flex items-center gap-3 pb-4">
        <PersonAvatar name={name} imageUrl={person.profileImageUrl} />
        <p className="min-w-0">
          <span className="block font-bold">{name}</span>
          <span className="block text-14 text-ink-2">{person.practiceName}</span>
        </p>
      </div>
      <nav aria-label="All screens" className="-mx-2">
        <Entries entries={six} onGo={() => onOpenChange(false)} />
        <div className="mt-2 border-t border-line pt-2">
          <Entries entries={others} onGo={() => onOpenChange(false)} />
        </div>
      </nav>
      <div className="mt-6 grid gap-1.5">
        <p className="text-14 font-medium">Theme</p>
        <Segmented label="Theme" value={theme} onChange={setTheme} options={THEMES} />
      </div>
      <DeviceStrip isOnline={useReachable()} className="mt-6" />
    </Sheet>
  )
}

function Entries({ entries, onGo }: { entries: readonly NavEntry[]; onGo: () => void }) {
  const [location] = useLocation()
  return (
    <ul className="grid gap-1">
      {entries.map(({ For = Fragment, ...entry }) => (
        <Suspense key={entry.path}>
          <For>
            <li>
              <Link
                href={entry.path}
                onClick={onGo}
                aria-current={isCurrent(entry, location) ? 'page' : undefined}
                className={cx(ROW, isCurrent(entry, location) && 'bg-surface font-bold shadow-[inset_3px_0_0_var(--ember-hot)]')}
              >
                <entry.icon size={22} aria-hidden />
                <span className="flex-1">{entry.label}</span>
                <Suspense>{entry.Waiting && <entry.Waiting />}</Suspense>
              </Link>
            </li>
          </For>
        </Suspense>
      ))}
    </ul>
  )
}
