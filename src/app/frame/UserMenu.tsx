import { ChevronDown, LogOut } from 'lucide-react'
import { Link } from 'wouter'
import { userMenuEntries } from '#app/frame/nav.ts'
import { fullName, type Person } from '#app/frame/person.ts'
import { THEMES, type Theme, useTheme } from '#app/frame/theme.ts'
import { PersonAvatar } from '#ui/Avatar.tsx'
import { DropdownMenu, MenuChoice, MenuLink, MenuSeparator } from '#ui/DropdownMenu.tsx'

/** Who is signed in, and what is theirs: their screens, the theme, signing out. Spec §2 Navigation. */
export function UserMenu({ person }: { person: Person }) {
  const [theme, setTheme] = useTheme()
  const name = fullName(person)
  return (
    <DropdownMenu
      label={name}
      header={<p className="text-14 text-ink-2">{person.practiceName}</p>}
      trigger={
        <button type="button" className="flex min-h-10 shrink-0 items-center gap-2 rounded-lg px-1 font-medium hover:bg-forge-2">
          <PersonAvatar name={name} imageUrl={person.profileImageUrl} size="sm" />
          <span className="hidden lg:inline">{name}</span>
          <span className="sr-only lg:hidden">{name}</span>
          <ChevronDown size={16} aria-hidden />
        </button>
      }
    >
      {userMenuEntries().map((entry) => (
        <MenuLink key={entry.path}>
          <Link href={entry.path}>
            <entry.icon size={20} aria-hidden />
            {entry.label}
          </Link>
        </MenuLink>
      ))}
      <MenuSeparator />
      <MenuChoice label="Theme" value={theme} onChange={(value) => setTheme(value as Theme)} options={THEMES} />
      <MenuSeparator />
      <MenuLink>
        <a href="/api/logout">
          <LogOut size={20} aria-hidden />
          Sign out
        </a>
      </MenuLink>
    </DropdownMenu>
  )
}
