import { AppointmentDialogCard } from '#features/appointments/web/AppointmentDialogCard.tsx'
import type { RoundDay } from '#features/round/round-day.ts'
import { AddHorseDialog, AddStopDialog } from '#features/round/web/AddDialogs.tsx'
import type { Asking } from '#features/round/web/asking.ts'
import { LateDialog, NotDoneDialog, OtherWorkDialog } from '#features/round/web/SayDialogs.tsx'

/** The dialog of what the round asks; nothing while it asks nothing. */
export function RoundDialogs({ asking, round, onClose }: { asking: Asking; round: RoundDay; onClose: () => void }) {
  switch (asking.what) {
    case 'not-done':
      return <NotDoneDialog stop={asking.stop} of={asking.of} onClose={onClose} />
    case 'other-work':
      return <OtherWorkDialog stop={asking.stop} of={asking.of} onClose={onClose} />
    case 'add-horse':
      return <AddHorseDialog stop={asking.stop} onClose={onClose} />
    case 'add-stop':
      return <AddStopDialog round={round} onClose={onClose} />
    case 'late':
      return <LateDialog round={round} onClose={onClose} />
    case 'rebook':
      return <AppointmentDialogCard presets={rebooking(asking)} onClose={onClose} />
  }
}

const rebooking = ({ of }: Extract<Asking, { what: 'rebook' }>) => ({
  title: [of.horse.name, of.line.plannedWork?.toLowerCase()].filter(Boolean).join(', '),
  clientId: of.horse.clientId,
  ...(of.yardId && { yardId: of.yardId }),
  horses: [{ horseId: of.horse.id, plannedWork: of.line.plannedWork ?? '' }],
})
