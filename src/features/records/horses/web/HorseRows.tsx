import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { HorseBadge } from '#features/records/horses/web/HorseBadge.tsx'
import { HorseLink } from '#features/records/horses/web/HorseLink.tsx'
import { HorseStatusBadge } from '#features/records/horses/web/HorseStatusBadge.tsx'

type Props = { title: string; horses: readonly KnownHorse[] | undefined; none: string; showsOwner?: boolean; isBare?: boolean }

/** A few horses under one head; `isBare` where the card around them has it. */
export const HorseRows = ({ title, horses, none, showsOwner = false, isBare = false }: Props) => (
  <section aria-label={title} className="min-w-0">
    {!isBare && <h3 className="text-16">{title}</h3>}
    {horses?.length ? (
      <ul className="divide-y divide-line">
        {horses.map((horse) => (
          <li key={horse.id}>
            <HorseLink id={horse.id} className="flex flex-wrap items-center justify-between gap-x-2 py-2.5 no-underline hover:bg-sunken">
              <HorseBadge horse={horse} showsOwner={showsOwner} />
              <span className="ml-auto max-w-full">
                <HorseStatusBadge horse={horse} />
              </span>
            </HorseLink>
          </li>
        ))}
      </ul>
    ) : (
      <p className="mt-1 text-ink-2">{none}</p>
    )}
  </section>
)
