import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { fullName, type Person } from '#app/frame/person.ts'
import { PersonAvatar } from '#ui/Avatar.tsx'

/** The person in the bar: picture or initials, and the name where there is room. */
export function UserButton({ person, ...rest }: ComponentProps<'button'> & { person: Person }) {
  const name = fullName(person)
  return (
    <button
      type="button"
      aria-haspopup="menu"
      {...rest}
      className="flex min-h-10 shrink-0 items-center gap-2 rounded-lg px-1 font-medium hover:bg-forge-2"
    >
      <PersonAvatar name={name} imageUrl={person.profileImageUrl} size="sm" />
      <span className="whitespace-nowrap max-xl:sr-only">{name}</span>
      <ChevronDown size={16} aria-hidden className="md:max-lg:hidden" />
    </button>
  )
}
