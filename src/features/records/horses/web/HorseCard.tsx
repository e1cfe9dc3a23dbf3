import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { Actions, Due, type HorseActs, Named, Owner, When } from '#features/records/horses/web/HorseCells.tsx'
import { HorseStatusBadge } from '#features/records/horses/web/HorseStatusBadge.tsx'
import type { Day } from '#lib/dates.ts'
import { Card } from '#ui/Card.tsx'

type Props = HorseActs & { horse: KnownHorse; today: Day }

/** A row of the table as a card, where a table has no room. */
export const HorseCard = ({ horse, today, ...act }: Props) => (
  <Card aria-label={horse.name} className="flex h-full flex-col p-4">
    <div className="flex items-start justify-between gap-2">
      <Named horse={horse} />
      <HorseStatusBadge horse={horse} />
    </div>
    <dl className="mt-3 grid grid-cols-2 gap-2 text-14">
      <div className="col-span-2">
        <dt className="sr-only">Owner</dt>
        <dd>
          <Owner horse={horse} />
        </dd>
      </div>
      <div>
        <dt className="text-ink-2">Last Service</dt>
        <dd>
          <When day={horse.lastService} today={today} />
        </dd>
      </div>
      <div>
        <dt className="text-ink-2">Next Due</dt>
        <dd>
          <Due horse={horse} today={today} />
        </dd>
      </div>
    </dl>
    <div className="mt-auto flex gap-2 pt-3 [&>*]:flex-1">
      <Actions horse={horse} {...act} />
    </div>
  </Card>
)
