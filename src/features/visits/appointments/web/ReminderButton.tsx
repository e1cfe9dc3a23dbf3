import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell, Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { NoticeState, noticeEndpoints } from '#features/core/notices/contract.ts'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import { sendReminder } from '#features/visits/appointments/web/data.ts'
import { useCircumstances } from '#features/visits/appointments/web/use-notify-plan.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { queryFor } from '#platform/web/queries.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { toast } from '#ui/toast-store.ts'

/** Spec §9: the 'Sent' state. */
const SENT_MS = 3000

const lastReminder = (appointmentId: string) => queryFor<typeof noticeEndpoints.list>('GET /api/notices', { query: { appointmentId } })
const comingReminder = (appointmentId: string) =>
  queryFor<typeof noticeEndpoints.list>('GET /api/notices', { query: { appointmentId, coming: 'true' } })

/** When the newest reminder of a visit went, and when the next automatic one goes; null: none; undefined: not known on this device now. */
export function useReminders(appointmentId: string): { last: string | null; next: string | null } | undefined {
  const { data: gone } = useQuery(lastReminder(appointmentId))
  const { data: coming } = useQuery(comingReminder(appointmentId))
  if (!gone || !coming) return undefined
  const last = gone.filter((notice) => notice.kind === 'reminder' && !NOT_SENT.includes(notice.state)).map(({ stateAt }) => stateAt)
  return { last: last.toSorted().at(-1) ?? null, next: coming[0]?.goesAt ?? null }
}

const NOT_SENT: readonly NoticeState[] = ['cancelled', 'failed', 'undelivered']

const TEST_ONLY = '. Test version: it went to the Outbox only.'

type Props = {
  visitId: string
  title: string
  clientName: string | null
  /** The element that shows why no one can be reminded. */
  whyNotId?: string | undefined
}

/** Spec §4 Reminder button: idle, 'Sending...', a disabled green 'Sent' for 3 seconds, idle; on an error back to idle. */
export function ReminderButton({ visitId, title, clientName, whyNotId }: Props) {
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle')
  const queries = useQueryClient()
  const { isTestVersion } = useCircumstances()
  const role = useSession<CurrentUser>().user?.role
  useEffect(() => {
    if (state !== 'sent') return
    const timer = setTimeout(() => setState('idle'), SENT_MS)
    return () => clearTimeout(timer)
  }, [state])
  const send = async () => {
    setState('sending')
    try {
      await sendReminder(visitId)
      setState('sent')
      toast({
        title: 'SMS Reminder Sent',
        description: `Reminder sent to ${clientName ?? 'the client'} for "${title}"${isTestVersion ? TEST_ONLY : ''}`,
      })
      await queries.invalidateQueries({ queryKey: lastReminder(visitId).queryKey })
    } catch (error) {
      setState('idle')
      toast({ title: 'Failed to Send Reminder', description: sentenceOf(error), variant: 'destructive' })
    }
  }
  if (role && !may(role, 'sendTexts')) return null
  if (state === 'sent')
    return (
      <Button variant="ok" icon={Check} aria-disabled="true">
        Sent
      </Button>
    )
  return (
    <Button
      icon={Bell}
      disabled={whyNotId !== undefined}
      aria-describedby={whyNotId}
      busy={state === 'sending'}
      busyLabel="Sending..."
      onClick={send}
    >
      Send Reminder
    </Button>
  )
}
