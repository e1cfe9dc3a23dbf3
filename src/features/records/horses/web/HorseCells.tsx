import { dueInWords } from '#features/records/horses/rules.ts'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { HorseBadge } from '#features/records/horses/web/HorseBadge.tsx'
import { type Day, dayAndYear, shortDay } from '#lib/dates.ts'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { PendingMark } from '#ui/PendingMark.tsx'

/** What can be done with a horse of a list. */
export type HorseActs = {
  onView: (id: string) => void
  /** Absent for members who may not change one. */
  onEdit?: ((horse: KnownHorse) => void) | undefined
}

type NamedProps = { horse: KnownHorse; className?: string | undefined; oneLine?: boolean }

export const Named = ({ horse, className, oneLine = false }: NamedProps) => (
  <span className={cx('flex min-w-0 items-center gap-2', className)}>
    <HorseBadge horse={horse} oneLine={oneLine} />
    <PendingMark isPending={horse.isPending} needsAttention={horse.needsAttention} />
  </span>
)

export const Owner = ({ horse, className }: { horse: KnownHorse; className?: string | undefined }) => (
  <span className={cx('block min-w-0', className)}>
    <span className="block truncate">{horse.client?.name ?? 'N/A'}</span>
    <span className="block truncate text-14 text-ink-2">{horse.yardName ?? horse.client?.businessName}</span>
  </span>
)

/** A date that shows its year only when it isn't the current one. */
export const When = ({ day, today }: { day: Day | null; today: Day }) =>
  day ? (
    <time dateTime={day} className="whitespace-nowrap">
      {day.slice(0, 4) === today.slice(0, 4) ? shortDay(day) : dayAndYear(day)}
    </time>
  ) : (
    <span className="text-ink-2">None yet</span>
  )

export const Due = ({ horse: { nextDue, status }, today }: { horse: KnownHorse; today: Day }) =>
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

export const Actions = ({ horse, onView, onEdit }: HorseActs & { horse: KnownHorse }) => (
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
