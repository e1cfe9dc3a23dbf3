import { Skeleton } from '#ui/Skeleton.tsx'

type Props = { label: string; figures: readonly (readonly [name: string, value: string | undefined])[] }

/** Three figures side by side; a place is held for what is not known yet. */
export const FigureStrip = ({ label, figures }: Props) => (
  <section aria-label={label} aria-busy={figures.some(([, value]) => value === undefined)}>
    <dl className="grid grid-cols-[repeat(3,auto)] divide-x divide-line rounded-lg border border-line">
      {figures.map(([name, value]) => (
        <div key={name} className="min-w-0 px-3 py-2">
          <dt className="truncate text-14 text-ink-2">{name}</dt>
          <dd className="truncate text-18 font-bold tabular-nums">{value ?? <Skeleton className="my-1.5 h-4 w-2/3" />}</dd>
        </div>
      ))}
    </dl>
  </section>
)
