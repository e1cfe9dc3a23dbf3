import { Fragment, Suspense } from 'react'
import { Link } from 'wouter'
import { userMenuEntries } from '#app/frame/nav.ts'
import { fullName, type Person } from '#app/frame/person.ts'
import { SignOutLink } from '#app/frame/SignOutLink.tsx'
import { THEMES, type Theme, useTheme } from '#app/frame/theme.ts'
import { UserButton } from '#app/frame/UserButton.tsx'
import { DropdownMenu, MenuChoice, MenuLink, MenuSeparator } from '#ui/DropdownMenu.tsx'

/** Who is signed in, and what is theirs: their screens, the theme, signing out. Spec §2 Navigation. Loads its list when first opened. */
export function UserMenu({ person }: { person: Person }) {
  const [theme, setTheme] = useTheme()
  const name = fullName(person)
  return (
    <DropdownMenu
      label={name}
      header={<p className="text-14 text-ink-2">{person.practiceName}</p>}
      trigger={<UserButton person={person} />}
    >
      {userMenuEntries().map(({ For = Fragment, ...entry }) => (
        <Suspense key={entry.path}>
          <For>
            <MenuLink>
              <Link href={entry.path}>
                <entry.icon size={20} aria-hidden />
                <span className="flex-1">{entry.label}</span>
                <Suspense>{entry.Waiting && <entry.Waiting />}</Suspense>
              </Link>
            </MenuLink>
          </For>
        </Suspense>
      ))}
      <MenuSeparator />
      <MenuChoice label="Theme" value={theme} onChange={(value) => setTheme(value as Theme)} options={THEMES} />
      <MenuSeparator />
      <MenuLink>
        <SignOutLink />
      </MenuLink>
    </DropdownMenu>
  )
}
