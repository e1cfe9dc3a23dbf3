import { CalendarArrowUp, CalendarOff, EllipsisVertical, Plus, UserRound, UsersRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import { type Day, shortDay } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { DropdownMenu, MenuItem, MenuSeparator } from '#ui/DropdownMenu.tsx'

const AppointmentDialogCard = lazy(() =>
  import('#features/day/booking/web/AppointmentDialogCard.tsx').then((module) => ({ default: module.AppointmentDialogCard })),
)
const TimeOffDialogCard = lazy(() =>
  import('#features/day/days/web/TimeOffDialogCard.tsx').then((module) => ({ default: module.TimeOffDialogCard })),
)
const MoveDayDialogCard = lazy(() =>
  import('#features/day/days/web/MoveDayDialogCard.tsx').then((module) => ({ default: module.MoveDayDialogCard })),
)

type Props = {
  day: Day
  /** The member whose visits *Move the whole day* takes; all members' when absent. */
  memberId?: string | null
  className?: string
}
type DayDialogName = 'visit' | 'own' | 'time-off' | 'move'

/** The actions on a whole day, behind one button; nothing for members who may not change the diary. */
export function DayMenuCard({ day, memberId = null, className }: Props) {
  const [opened, setOpened] = useState<DayDialogName>()
  const [, navigate] = useLocation()
  const mayChange = may(useSession<CurrentUser>().user?.role, 'planDiary')
  const isGone = day < useToday()
  if (!mayChange) return null
  return (
    <>
      <DropdownMenu
        label={shortDay(day)}
        trigger={
          <Button
            variant="quiet"
            size="icon"
            icon={EllipsisVertical}
            aria-label={`More for ${shortDay(day)}`}
            {...(className && { className })}
          />
        }
      >
        <MenuItem icon={Plus} onSelect={() => setOpened('visit')}>
          New Appointment
        </MenuItem>
        <MenuItem icon={UserRound} onSelect={() => setOpened('own')}>
          Own entry
        </MenuItem>
        <MenuItem icon={CalendarOff} onSelect={() => setOpened('time-off')}>
          Time off
        </MenuItem>
        {!isGone && <MenuSeparator />}
        {!isGone && (
          <MenuItem icon={UsersRound} onSelect={() => navigate(`/gap?day=${day}${memberId ? `&member=${memberId}` : ''}`)}>
            Fill a gap...
          </MenuItem>
        )}
        {!isGone && (
          <MenuItem icon={CalendarArrowUp} onSelect={() => setOpened('move')}>
            Move the whole day...
          </MenuItem>
        )}
      </DropdownMenu>
      {opened && <DayDialog opened={opened} day={day} memberId={memberId} onClose={() => setOpened(undefined)} />}
    </>
  )
}

type DayDialogProps = { opened: DayDialogName; day: Day; memberId: string | null; onClose: () => void }

function DayDialog({ opened, day, memberId, onClose }: DayDialogProps) {
  const whose = memberId ? { memberId } : {}
  return (
    <Suspense>
      {opened === 'visit' && <AppointmentDialogCard presets={{ onDay: day, ...whose }} onClose={onClose} />}
      {opened === 'own' && <AppointmentDialogCard presets={{ onDay: day, isOwn: true, ...whose }} onClose={onClose} />}
      {opened === 'time-off' && <TimeOffDialogCard day={day} onClose={onClose} />}
      {opened === 'move' && <MoveDayDialogCard day={day} memberId={memberId} onClose={onClose} />}
    </Suspense>
  )
}
