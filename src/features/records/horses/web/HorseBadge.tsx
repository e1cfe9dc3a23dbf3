import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { HorseFlagsBadge } from '#features/records/horses/web/HorseFlagsBadge.tsx'
import { HorseAvatar } from '#ui/Avatar.tsx'
import { LongName } from '#ui/LongName.tsx'

type Props = {
  horse: Pick<KnownHorse, 'name' | 'breed' | 'age' | 'color' | 'flags' | 'client'>
  showsOwner?: boolean
  /** Keeps the flags to one line. */
  oneLine?: boolean
}

/** A horse in a row: coat, name, breed and age (or owner), and its flags. */
export const HorseBadge = ({ horse, showsOwner = false, oneLine = false }: Props) => (
  <span className="flex min-w-0 items-start gap-3">
    <HorseAvatar color={horse.color} />
    <span className="min-w-0">
      <LongName className="font-bold">{horse.name}</LongName>
      <span className="block truncate text-14 text-ink-2">{showsOwner ? horse.client?.name : breedAndAge(horse)}</span>
      <HorseFlagsBadge flags={horse.flags} oneLine={oneLine} />
    </span>
  </span>
)

/** `Welsh Section D, 9`; what is not known is left out. */
const breedAndAge = ({ breed, age }: Pick<KnownHorse, 'breed' | 'age'>): string =>
  [breed, age === null ? null : String(age)].filter(Boolean).join(', ')
