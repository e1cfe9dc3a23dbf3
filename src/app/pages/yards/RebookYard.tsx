import { CalendarPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

const RebookYardPanel = lazy(() =>
  import('#features/day/booking/web/RebookYardPanel.tsx').then((module) => ({ default: module.RebookYardPanel })),
)

/** One visit for every horse of the yard that is due, chosen and booked in a dialog. */
export function RebookYard({ yardId }: { yardId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={CalendarPlus} onClick={() => setOpen(true)} block>
        Rebook the whole yard
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} size="lg" title="Rebook the whole yard">
        <Suspense fallback={<SkeletonRows label="Loading horses..." />}>
          <RebookYardPanel yardId={yardId} onBooked={() => setOpen(false)} />
        </Suspense>
      </Dialog>
    </>
  )
}
