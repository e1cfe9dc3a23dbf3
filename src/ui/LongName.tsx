import { cx } from '#ui/cx.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'

/* So many letters fit anywhere; of a longer name these many are kept at its end, where names of one kind differ ("Riding School Pony 12"). */
const FITS = 20
const END = 8

/** A name on one line that is cut in its middle, never at its end; screen readers get all of it. */
export function LongName({ children: name, className }: { children: string; className?: string }) {
  if (name.length <= FITS) return <span className={cx('block truncate', className)}>{name}</span>
  return (
    <span className={cx('flex min-w-0', className)} title={name}>
      <VisuallyHidden>{name}</VisuallyHidden>
      <span aria-hidden className="truncate whitespace-pre">
        {name.slice(0, -END)}
      </span>
      <span aria-hidden className="shrink-0 whitespace-pre">
        {name.slice(-END)}
      </span>
    </span>
  )
}
