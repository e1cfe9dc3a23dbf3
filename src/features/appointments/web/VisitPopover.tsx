import { CalendarDays, Clock, MapPin, MessageSquare, Pencil, RotateCcw, X } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'
import { isOff, timeLabel } from '#features/appointments/rules.ts'
import { CancelForm } from '#features/appointments/web/CancelForm.tsx'
import { reopenVisit } from '#features/appointments/web/data.ts'
import { MoveForm } from '#features/appointments/web/MoveForm.tsx'
import { ReminderButton, useLastReminder } from '#features/appointments/web/ReminderButton.tsx'
import type { Shown } from '#features/appointments/web/use-diary.ts'
import { dayOf, shortDay, timeOf } from '#lib/dates.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { Button } from '#ui/Button.tsx'
import { Popover, PopoverClose } from '#ui/Popover.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = { shown: Shown; anchor: RefObject<HTMLElement | null>; onClose: () => void; onEdit: () => void }

/** Spec §2 Calendar: title, time, location, Send Reminder and Edit; also Move to…, cancelling and opening again. */
export const VisitPopover = ({ shown, anchor, onClose, onEdit }: Props) => (
  <Popover open onOpenChange={(open) => !open && onClose()} anchor={anchor} label={shown.title} side="left">
    <Queries>
      <VisitDetails shown={shown} onClose={onClose} onEdit={onEdit} />
    </Queries>
  </Popover>
)

function VisitDetails({ shown, onClose, onEdit }: Omit<Props, 'anchor'>) {
  const [asks, setAsks] = useState<'move' | 'cancel'>()
  const { visit, title, clientName, where } = shown
  return (
    <>
      <div className="flex items-start justify-between gap-2">
        <h2 className="min-w-0 py-2 text-18 break-words">{title}</h2>
        <PopoverClose>
          <Button variant="quiet" size="icon" icon={X} aria-label="Close" className="-mt-1 -mr-2" />
        </PopoverClose>
      </div>
      <ul className="mb-3.5 grid gap-1.5">
        <Fact icon={Clock}>
          {shortDay(visit.onDay)}, {timeLabel(visit)}
        </Fact>
        {clientName && clientName !== title && <li className="pl-6">{clientName}</li>}
        {where && <Fact icon={MapPin}>{where}</Fact>}
        <LastReminder id={visit.id} zone={visit.zone} />
        {visit.isOffline && <li className="text-14 text-ink-2">Not yet sent to the server</li>}
      </ul>
      {asks === 'move' && <MoveForm visit={visit} onDone={onClose} onBack={() => setAsks(undefined)} />}
      {asks === 'cancel' && <CancelForm visit={visit} onDone={onClose} onBack={() => setAsks(undefined)} />}
      {!asks && <Actions shown={shown} onEdit={onEdit} onAsk={setAsks} onClose={onClose} />}
    </>
  )
}

function Actions({
  shown: { visit, clientName, title },
  onEdit,
  onAsk,
  onClose,
}: Omit<Props, 'anchor'> & { onAsk: (asks: 'move' | 'cancel') => void }) {
  if (isOff(visit) || visit.isCallComplete)
    return (
      <Button block icon={RotateCcw} onClick={() => void reopen(visit.id).then(onClose)}>
        Open again
      </Button>
    )
  return (
    <div className="flex flex-wrap gap-2 [&>*]:flex-auto [&>*]:px-3 [&>*]:whitespace-nowrap">
      <ReminderButton visitId={visit.id} title={title} clientName={clientName} />
      <Button icon={Pencil} onClick={onEdit}>
        Edit
      </Button>
      <Button variant="quiet" icon={CalendarDays} onClick={() => onAsk('move')}>
        Move to…
      </Button>
      <Button variant="quiet" icon={X} onClick={() => onAsk('cancel')}>
        Cancel visit
      </Button>
    </div>
  )
}

async function reopen(id: string) {
  const isOpen = await reopenVisit(id).catch(() => false)
  if (isOpen) toast({ title: 'Opened again', description: 'The appointment is booked as before. Nobody was texted.' })
  else toast({ title: 'Error', description: 'Appointment not found', variant: 'destructive' })
}

/** What the server knows of it; without a network nothing is said. */
function LastReminder({ id, zone }: { id: string; zone: string }) {
  const last = useLastReminder(id)
  if (last === undefined) return null
  return (
    <Fact icon={MessageSquare}>
      {last === null ? 'No reminder yet' : `Last reminder ${shortDay(dayOf(last, zone))}, ${timeOf(last, zone)}`}
    </Fact>
  )
}

const Fact = ({ icon: Icon, children }: { icon: typeof Clock; children: ReactNode }) => (
  <li className="flex items-start gap-2">
    <Icon size={16} aria-hidden className="mt-1 shrink-0 text-ink-2" />
    <span className="min-w-0 break-words">{children}</span>
  </li>
)
