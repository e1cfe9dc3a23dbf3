import {
  Banknote,
  CalendarDays,
  CalendarPlus,
  Clock,
  FileText,
  MapPin,
  MessageSquare,
  Pencil,
  Sunset,
  UserRound,
  UsersRound,
  X,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Member } from '#features/core/practice/contract.ts'
import { diaryMembers } from '#features/core/practice/rules.ts'
import { daylightWords } from '#features/visits/appointments/daylight.ts'
import { gapHref, isOff, isOwnEntry, isPencilled, isStop, timeLabel } from '#features/visits/appointments/rules.ts'
import { CancelForm } from '#features/visits/appointments/web/CancelForm.tsx'
import { ConfirmButton } from '#features/visits/appointments/web/ConfirmButton.tsx'
import type { KnownVisit, NamedVisit } from '#features/visits/appointments/web/data.ts'
import { MoveForm } from '#features/visits/appointments/web/MoveForm.tsx'
import { OpenAgain } from '#features/visits/appointments/web/OpenAgain.tsx'
import { ReminderButton, useReminders } from '#features/visits/appointments/web/ReminderButton.tsx'
import { useDaylight } from '#features/visits/appointments/web/use-daylight.ts'
import { useMayPlan } from '#features/visits/appointments/web/use-may-plan.ts'
import { useCircumstances, useWhyNoReminder } from '#features/visits/appointments/web/use-notify-plan.ts'
import { VisitHorses, VisitOwners } from '#features/visits/appointments/web/VisitPeople.tsx'
import { dayOf, shortDay, timeOf } from '#lib/dates.ts'
import { offlineHref } from '#platform/web/sync/offline-href.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { StatusBadge } from '#ui/StatusBadge.tsx'
import { SyncNote } from '#ui/SyncNote.tsx'

type Props = {
  shown: NamedVisit
  onClose: () => void
  onEdit: () => void
  onNext: (visitId: string) => void
  /** Opens the cards of a finished visit, which another feature shows. */
  onCard: (visitId: string) => void
  /** Opens its money; absent for members who see none. */
  onMoney?: ((visitId: string) => void) | undefined
}

/** Below the title: status, time, place, horses, owners, and the actions: Send Reminder, Edit, Move to…, cancelling and opening again. */
export function VisitPanel({ shown, onClose, onEdit, onNext, onCard, onMoney }: Props) {
  const [opened, setOpened] = useState<'move' | 'cancel'>()
  return (
    <>
      <Facts shown={shown} />
      {opened === 'move' && <MoveForm visit={shown.visit} onDone={onClose} onBack={() => setOpened(undefined)} />}
      {opened === 'cancel' && <CancelForm visit={shown.visit} onDone={onClose} onBack={() => setOpened(undefined)} onRebook={onNext} />}
      {!opened && (
        <>
          <VisitHorses visitId={shown.visit.id} />
          <VisitOwners visit={shown.visit} clientName={shown.clientName} />
          <Actions shown={shown} onEdit={onEdit} onOpen={setOpened} onClose={onClose} onNext={onNext} onCard={onCard} onMoney={onMoney} />
        </>
      )}
    </>
  )
}

function Facts({ shown: { visit, where } }: { shown: NamedVisit }) {
  const daylight = useDaylight()(visit)
  return (
    <ul className="mb-3 grid gap-1.5">
      <li>
        <VisitStatusBadge visit={visit} />
      </li>
      <Fact icon={Clock}>
        {shortDay(visit.onDay)}, {timeLabel(visit)}
      </Fact>
      {where && <Fact icon={MapPin}>{where}</Fact>}
      {daylight && (
        <Fact icon={Sunset}>
          <span className={daylight.hasLights === false ? 'font-medium text-due-ink' : ''}>{daylightWords(daylight)}</span>
        </Fact>
      )}
      <WhoComes memberId={visit.memberId} />
      {!isOwnEntry(visit) && <LastReminder visit={visit} />}
      <li className="empty:hidden">
        <SyncNote isPending={visit.isPending} needsAttention={visit.needsAttention} href={offlineHref('appointments', visit.id)} />
      </li>
    </ul>
  )
}

/** The visit's status for the client, in a word; why it does not take place. */
function VisitStatusBadge({ visit }: { visit: KnownVisit }) {
  if (visit.isCallComplete) return <StatusBadge status="complete">Done</StatusBadge>
  if (isOff(visit)) {
    const word = visit.status === 'no_show' ? 'No show' : 'Cancelled'
    return <StatusBadge status="skipped">{[word, visit.statusReason].filter(Boolean).join(': ')}</StatusBadge>
  }
  if (!visit.clientId && !visit.yardId) return null
  return visit.status === 'pencilled' ? <StatusBadge status="pending">Not confirmed</StatusBadge> : <Badge tone="neutral">Booked</Badge>
}

/** The member who comes, where there are several. */
function WhoComes({ memberId }: { memberId: string }) {
  const members = useRows<Member>('members') ?? []
  const member = members.find(({ id }) => id === memberId)
  if (!member || diaryMembers(members).length < 2) return null
  return <Fact icon={UserRound}>{`${member.name} (${member.initials})`}</Fact>
}

type ActionsProps = Props & { onOpen: (opened: 'move' | 'cancel') => void }

function Actions({ shown: { visit, clientName, title }, onEdit, onOpen, onClose, onNext, onCard, onMoney }: ActionsProps) {
  const mayPlan = useMayPlan()
  const today = useToday()
  const isOpen = !isOff(visit) && !visit.isCallComplete
  const whyNotId = useWhyNoReminder(visit) && reminderId(visit)
  const reminder = isStop(visit) && <ReminderButton visitId={visit.id} title={title} clientName={clientName} whyNotId={whyNotId} />
  if (!mayPlan) return isOpen && reminder
  if (!isOpen)
    return (
      <div className="flex flex-wrap gap-2 [&>*]:flex-auto">
        <OpenAgain visit={visit} onDone={onClose} />
        {visit.clientId && (
          <Button icon={CalendarPlus} onClick={() => onNext(visit.id)}>
            Book the next
          </Button>
        )}
        {visit.status === 'cancelled' && visit.onDay >= today && (
          <LinkButton href={gapHref(visit.id)} icon={UsersRound}>
            Fill the gap
          </LinkButton>
        )}
        {visit.isCallComplete && isStop(visit) && (
          <Button icon={FileText} onClick={() => onCard(visit.id)}>
            Visit card
          </Button>
        )}
        {visit.isCallComplete && onMoney && (
          <Button icon={Banknote} onClick={() => onMoney(visit.id)}>
            Money
          </Button>
        )}
      </div>
    )
  return (
    <div className="grid gap-2">
      {isPencilled(visit) && <ConfirmButton visit={visit} onDone={onClose} />}
      <div className="flex flex-wrap gap-2 [&>*]:flex-auto [&>*]:px-3 [&>*]:whitespace-nowrap">
        {reminder}
        <Button icon={Pencil} onClick={onEdit}>
          Edit
        </Button>
        <Button variant="quiet" icon={CalendarDays} onClick={() => onOpen('move')}>
          Move to...
        </Button>
        <Button variant="quiet" icon={X} onClick={() => onOpen('cancel')}>
          {isOwnEntry(visit) ? 'Cancel entry' : 'Cancel visit'}
        </Button>
      </div>
    </div>
  )
}

/** The element that shows why no one can be reminded. */
const reminderId = ({ id }: KnownVisit) => `reminder-${id}`

/** What the server knows of it; without a network only that a reminder, which it sends at once, has to wait for one. */
function LastReminder({ visit }: { visit: KnownVisit }) {
  const { isOnline } = useCircumstances()
  const whyNot = useWhyNoReminder(visit)
  const reminders = useReminders(visit.id)
  if (whyNot && isStop(visit) && !visit.isCallComplete)
    return (
      <Fact icon={MessageSquare} id={reminderId(visit)}>
        {`No reminder: ${whyNot}`}
      </Fact>
    )
  if (!isOnline && isStop(visit) && !isOff(visit) && !visit.isCallComplete)
    return <Fact icon={MessageSquare}>You can send a reminder when you have signal</Fact>
  if (!reminders) return null
  const when = (at: string) => `${shortDay(dayOf(at, visit.zone))}, ${timeOf(at, visit.zone)}`
  const lines = [
    reminders.last && `Last reminder ${when(reminders.last)}`,
    reminders.next && `${reminders.last ? 'The next' : 'A reminder'} goes automatically ${when(reminders.next)}`,
  ].filter(Boolean)
  return <Fact icon={MessageSquare}>{lines.join('. ') || 'No reminder yet'}</Fact>
}

const Fact = ({ icon: Icon, id, children }: { icon: typeof Clock; id?: string; children: ReactNode }) => (
  <li id={id} className="flex items-start gap-2">
    <Icon size={16} aria-hidden className="mt-1 shrink-0 text-ink-2" />
    <span className="min-w-0 break-words">{children}</span>
  </li>
)
