import { CalendarPlus, CirclePause, CirclePlay, DoorOpen, EllipsisVertical, Printer, Trash2, UserRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { endedBy, isGone, pauseOn } from '#features/records/horses/rules.ts'
import { changeWithToast } from '#features/records/horses/web/change-with-toast.ts'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { HandOverPanel } from '#features/records/horses/web/HandOverPanel.tsx'
import { GonePanel } from '#features/visits/appointments/web/GonePanel.tsx'
import { useWorkOf } from '#features/visits/work/web/data.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { DropdownMenu, MenuItem, MenuLink } from '#ui/DropdownMenu.tsx'

const NextVisit = lazy(() =>
  import('#features/day/booking/web/NextVisitDialogCard.tsx').then((module) => ({ default: module.NextVisitDialogCard })),
)
const DIALOGS = {
  next: ({ horse, onClose }: { horse: KnownHorse; onClose: () => void }) => <NextVisit horseId={horse.id} onClose={onClose} />,
  pause: lazy(() => import('#features/records/horses/web/PauseDialog.tsx').then((module) => ({ default: module.PauseDialog }))),
  transfer: HandOverPanel,
  remove: lazy(() => import('#app/pages/horses/RemoveDialog.tsx').then((module) => ({ default: module.RemoveDialog }))),
  gone: GonePanel,
}

/** Its next visit, and what changes a horse's status: a pause, a new owner, that it is gone, or that it is back. */
export function HorseMenu({ horse }: { horse: KnownHorse }) {
  const today = useToday()
  const [open, setOpen] = useState<keyof typeof DIALOGS>()
  const hasWork = useWorkOf(horse.id)?.length !== 0
  const Dialog = open && DIALOGS[open]
  return (
    <>
      <DropdownMenu
        label={`More for ${horse.name}`}
        trigger={<Button variant="quiet" size="icon" icon={EllipsisVertical} aria-label={`More for ${horse.name}`} />}
      >
        {isGone(horse, today) ? (
          <MenuItem icon={CirclePlay} onSelect={() => void backFromGone(horse)}>
            Back again
          </MenuItem>
        ) : (
          <>
            <MenuItem icon={CalendarPlus} onSelect={() => setOpen('next')}>
              Book the next visit...
            </MenuItem>
            {pauseOn(horse, today) ? (
              <MenuItem icon={CirclePlay} onSelect={() => void backFromPause(horse, today)}>
                Back to work
              </MenuItem>
            ) : (
              <MenuItem icon={CirclePause} onSelect={() => setOpen('pause')}>
                Pause...
              </MenuItem>
            )}
            <MenuItem icon={UserRound} onSelect={() => setOpen('transfer')}>
              New owner...
            </MenuItem>
            <MenuItem icon={DoorOpen} onSelect={() => setOpen('gone')}>
              No longer shod...
            </MenuItem>
          </>
        )}
        <MenuLink>
          <Link href={`/horse-summary?horse=${horse.id}`}>
            <Printer size={20} aria-hidden />
            Print a summary
          </Link>
        </MenuLink>
        {!hasWork && (
          <MenuItem icon={Trash2} danger onSelect={() => setOpen('remove')}>
            Remove, it was a mistake...
          </MenuItem>
        )}
      </DropdownMenu>
      {Dialog && (
        <Suspense>
          <Dialog horse={horse} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** Its cycle starts again from today. */
export const backFromPause = (horse: KnownHorse, today: string): Promise<boolean> =>
  changeWithToast(horse, { pauses: endedBy(horse.pauses, today) }, `${horse.name} is back`)

/** It is in the lists again, as it stood. */
export const backFromGone = (horse: KnownHorse): Promise<boolean> =>
  changeWithToast(horse, { goneOn: null, goneReason: null }, `${horse.name} is back`)
