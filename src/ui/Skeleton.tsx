import { cx } from '#ui/cx.ts'

/** A place held while something truly remote is on its way. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cx('block rounded-sm bg-sunken', className ?? 'h-4 w-full')} />
)

/** Rows held, with the words a person reads: "Loading horses..." */
export const SkeletonRows = ({ label, rows = 4 }: { label: string; rows?: number }) => (
  <div aria-busy className="grid gap-3 p-4">
    <p role="status" className="text-ink-2">
      {label}
    </p>
    {['w-3/4', 'w-1/2', 'w-2/3', 'w-2/5', 'w-3/5', 'w-1/3'].slice(0, rows).map((width) => (
      <span key={width} className="flex items-center gap-3 py-1.5">
        <Skeleton className="size-10 shrink-0 rounded-lg" />
        <span className="grid flex-1 gap-2">
          <Skeleton className={cx('h-4', width)} />
          <Skeleton className="h-3 w-1/3" />
        </span>
      </span>
    ))}
  </div>
)
