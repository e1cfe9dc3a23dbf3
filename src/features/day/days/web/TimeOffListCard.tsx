import { CalendarOff, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { CurrentUser, Member } from '#features/core/practice/contract.ts'
import { diaryMembers, may } from '#features/core/practice/rules.ts'
import { timeOffSpan } from '#features/day/days/web/time-off-form.ts'
import type { TimeOff } from '#features/visits/appointments/contract.ts'
import { timeOffTitle } from '#features/visits/appointments/rules.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { PendingMark } from '#ui/PendingMark.tsx'

const TimeOffDialogCard = lazy(() =>
  import('#features/day/days/web/TimeOffDialogCard.tsx').then((module) => ({ default: module.TimeOffDialogCard })),
)

/** Time off that is ahead, under the diary: each opens to be changed or removed. */
export function TimeOffListCard({ className }: { className?: string }) {
  const today = useToday()
  const timeOff = useRows<TimeOff>('time_off')
  const members = useRows<Member>('members')
  const mayChange = may(useSession<CurrentUser>().user?.role, 'planDiary')
  const [opened, setOpened] = useState<{ id?: string }>()
  const ahead = timeOff?.filter((off) => off.toDay >= today).sort((a, b) => (a.fromDay < b.fromDay ? -1 : 1))
  const isShared = diaryMembers(members ?? []).length > 1
  const whose = (off: TimeOff) => (isShared ? (members?.find((member) => member.id === off.memberId)?.name ?? 'Everyone') : undefined)
  if (!ahead || (ahead.length === 0 && !mayChange)) return null
  return (
    <Card
      title="Time off"
      {...(className && { className })}
      action={
        mayChange && (
          <Button size="sm" icon={Plus} onClick={() => setOpened({})}>
            Take time off
          </Button>
        )
      }
    >
      {ahead.length === 0 ? (
        <p className="flex items-center gap-3 px-4 py-3 text-ink-2">
          <CalendarOff size={20} aria-hidden className="shrink-0" />
          None coming up. You'll be warned if you book on it.
        </p>
      ) : (
        <List label="Time off coming up">
          {ahead.map((off) => (
            <ListRow
              key={off.id}
              title={timeOffTitle(off)}
              aside={<PendingMark isPending={off.isPending} needsAttention={off.needsAttention} />}
              detail={[timeOffSpan(off), whose(off)].filter(Boolean).join(', ')}
              {...(mayChange && { onClick: () => setOpened({ id: off.id }) })}
            />
          ))}
        </List>
      )}
      {opened && (
        <Suspense>
          <TimeOffDialogCard day={today} {...opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </Card>
  )
}
