import { dueInWords } from '#features/horses/rules.ts'
import type { KnownHorse } from '#features/horses/web/data.ts'
import { HorseBadge } from '#features/horses/web/HorseBadge.tsx'
import { HorseStatusBadge } from '#features/horses/web/HorseStatusBadge.tsx'
import { type Day, dayAndYear, shortDay } from '#lib/dates.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { cx } from '#ui/cx.ts'
import { PendingMark } from '#ui/PendingMark.tsx'
import { Table } from '#ui/Table.tsx'

type Props = {
  horses: readonly KnownHorse[]
  selectedId: string | null
  today: Day
  onView: (id: string) => void
  /** Absent for those who may not change one. */
  onEdit?: ((horse: KnownHorse) => void) | undefined
}

/* Six columns must fit beside an open record at 1200 px. */
const TIGHT = 'px-1.5! first:pl-3! last:pr-3!'

/** Spec §2 Horses: Horse, Owner, Last Service, Next Due, Status, Actions. From 1024 px. */
export function HorseTable({ horses, selectedId, today, ...act }: Props) {
  const className = selectedId ? TIGHT : ''
  const [horseWidth, ownerWidth] = selectedId ? ['max-w-44', 'max-w-32'] : ['max-w-72', 'max-w-48']
  return (
    <Table
      label="Horses"
      rows={horses}
      rowKey={(horse) => horse.id}
      isSelected={(horse) => horse.id === selectedId}
      columns={[
        { key: 'horse', head: 'Horse', className, cell: (horse) => <Named horse={horse} className={horseWidth} /> },
        { key: 'owner', head: 'Owner', className, cell: (horse) => <Owner horse={horse} className={ownerWidth} /> },
        { key: 'last', head: 'Last Service', className, cell: (horse) => <When day={horse.lastService} today={today} /> },
        { key: 'due', head: 'Next Due', className, cell: (horse) => <Due horse={horse} today={today} /> },
        { key: 'status', head: 'Status', className, cell: (horse) => <HorseStatusBadge horse={horse} /> },
        { key: 'actions', head: 'Actions', className: `${className} text-right`, cell: (horse) => <Actions horse={horse} {...act} /> },
      ]}
    />
  )
}

/** The same rows as cards, where a table has no room. */
export const HorseCards = ({ horses, today, ...act }: Omit<Props, 'selectedId'>) => (
  <ul className="grid grid-cols-1 gap-2.5 md:grid-cols-2">
    {horses.map((horse) => (
      <li key={horse.id}>
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
      </li>
    ))}
  </ul>
)

const Named = ({ horse, className }: { horse: KnownHorse; className?: string | undefined }) => (
  <span className={cx('flex min-w-0 items-center gap-2', className)}>
    <HorseBadge horse={horse} />
    <PendingMark isPending={horse.isPending} needsAttention={horse.needsAttention} />
  </span>
)

const Owner = ({ horse, className }: { horse: KnownHorse; className?: string | undefined }) => (
  <span className={cx('block min-w-0', className)}>
    <span className="block truncate">{horse.client?.name ?? 'N/A'}</span>
    <span className="block truncate text-14 text-ink-2">{horse.yardName ?? horse.client?.businessName}</span>
  </span>
)

/** Another year is said; this one goes without saying. */
const When = ({ day, today }: { day: Day | null; today: Day }) =>
  day ? (
    <time dateTime={day} className="whitespace-nowrap">
      {day.slice(0, 4) === today.slice(0, 4) ? shortDay(day) : dayAndYear(day)}
    </time>
  ) : (
    <span className="text-ink-2">None yet</span>
  )

const Due = ({ horse: { nextDue, status }, today }: { horse: KnownHorse; today: Day }) =>
  nextDue && status !== 'none' ? (
    <>
      <span className="block font-bold">
        <When day={nextDue} today={today} />
      </span>
      <span className="block text-14 whitespace-nowrap text-ink-2">{dueInWords(nextDue, today)}</span>
    </>
  ) : (
    <span className="text-ink-2">Not due</span>
  )

const Actions = ({ horse, onView, onEdit }: Pick<Props, 'onView' | 'onEdit'> & { horse: KnownHorse }) => (
  <span className="inline-flex gap-1 max-lg:w-full max-lg:[&>*]:flex-1">
    <Button size="sm" onClick={() => onView(horse.id)} aria-label={`View ${horse.name}`}>
      View
    </Button>
    {onEdit && (
      <Button size="sm" variant="quiet" onClick={() => onEdit(horse)} aria-label={`Edit ${horse.name}`}>
        Edit
      </Button>
    )}
  </span>
)
