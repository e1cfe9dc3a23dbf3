import { ChevronDown } from 'lucide-react'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { cx } from '#ui/cx.ts'
import { SkeletonRows } from '#ui/Skeleton.tsx'

type Props = {
  title: string
  /** How much is in it; nothing for none. */
  count?: number | undefined
  children: ReactNode
}

/** Lines that open, under each other. */
export const Folds = ({ children }: { children: ReactNode }) => (
  <div className="divide-y divide-line rounded-lg border border-line bg-surface">{children}</div>
)

/** A part of Home folded to its line, so that what comes next is in sight; a press opens it in place. */
export function Fold({ title, count, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div>
      <h2 className="text-16 tracking-normal">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-13 w-full items-center gap-2 rounded-lg px-4 text-left font-medium focus-visible:-outline-offset-3"
        >
          <span className="flex-1">
            {title}
            {Boolean(count) && <span className="font-bold tabular-nums">{` ${count}`}</span>}
          </span>
          <ChevronDown size={20} aria-hidden className={cx('shrink-0 text-ink-2', isOpen && 'rotate-180')} />
        </button>
      </h2>
      <div id={id}>
        {isOpen && (
          <div className="px-2 pb-2">
            <Suspense fallback={<SkeletonRows label={`Loading ${title.toLowerCase()}...`} rows={2} />}>{children}</Suspense>
          </div>
        )}
      </div>
    </div>
  )
}
