import { lazy, Suspense, useState } from 'react'
import { earlierWithFeet, hasFeet } from '#app/pages/horses/compare.ts'
import type { photosByWork } from '#app/pages/horses/photos.ts'
import type { KnownWork } from '#features/visits/work/web/data.ts'
import { Button } from '#ui/Button.tsx'

const CompareDialog = lazy(() => import('#app/pages/horses/CompareDialog.tsx').then((module) => ({ default: module.CompareDialog })))

type Props = {
  entry: KnownWork
  /** All of the horse's work, newest first. */
  work: readonly KnownWork[]
  photosOf: ReturnType<typeof photosByWork>
  /** The day, worded as the list around it words days. */
  day: string
}

/** Holds a visit against an earlier one; nothing where there is none with feet to hold it against. */
export function CompareButton({ entry, work, photosOf, day }: Props) {
  const [isOpen, setOpen] = useState(false)
  if (!hasFeet(entry) || earlierWithFeet(work, entry.id).length === 0) return null
  return (
    <>
      <Button variant="quiet" size="sm" aria-label={`Compare ${entry.serviceType} of ${day}`} onClick={() => setOpen(true)}>
        Compare
      </Button>
      {isOpen && (
        <Suspense>
          <CompareDialog entry={entry} work={work} photosOf={photosOf} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
