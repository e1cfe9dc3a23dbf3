import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { Actions, Due, type HorseActs, Named, Owner, When } from '#features/records/horses/web/HorseCells.tsx'
import { HorseStatusBadge } from '#features/records/horses/web/HorseStatusBadge.tsx'
import type { Day } from '#lib/dates.ts'
import { Table } from '#ui/Table.tsx'

type Props = HorseActs & { horses: readonly KnownHorse[]; today: Day }

/** A few horses: Horse, Owner, Last Service, Next Due, Status, Actions. Of thousands, `HorseGrid`. */
export const HorseTable = ({ horses, today, ...act }: Props) => (
  <Table
    label="Horses"
    rows={horses}
    rowKey={(horse) => horse.id}
    columns={[
      { key: 'horse', head: 'Horse', cell: (horse) => <Named horse={horse} className="max-w-72" /> },
      { key: 'owner', head: 'Owner', cell: (horse) => <Owner horse={horse} className="max-w-48" /> },
      { key: 'last', head: 'Last Service', cell: (horse) => <When day={horse.lastService} today={today} /> },
      { key: 'due', head: 'Next Due', cell: (horse) => <Due horse={horse} today={today} /> },
      { key: 'status', head: 'Status', cell: (horse) => <HorseStatusBadge horse={horse} /> },
      { key: 'actions', head: 'Actions', className: 'text-right', cell: (horse) => <Actions horse={horse} {...act} /> },
    ]}
  />
)
