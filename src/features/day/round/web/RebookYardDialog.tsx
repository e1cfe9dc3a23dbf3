import { RebookYardPanel } from '#features/day/booking/web/RebookYardPanel.tsx'
import type { RoundStop } from '#features/day/round/round-day.ts'
import { Dialog } from '#ui/Dialog.tsx'

/** The next visit of a whole yard, as its last horse of today is done. */
export const RebookYardDialog = ({ stop, yardId, onClose }: { stop: RoundStop; yardId: string; onClose: () => void }) => (
  <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title="Rebook the yard" description={stop.name}>
    <RebookYardPanel yardId={yardId} onBooked={onClose} />
  </Dialog>
)
