import { MessageSquareWarning } from 'lucide-react'
import { Link } from 'wouter'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { see } from '#features/visits/answers/web/data.ts'
import { type OwnerRequest, useOwnerRequests } from '#features/visits/answers/web/use-answers.ts'
import { gapHref, isOff } from '#features/visits/appointments/rules.ts'
import { useMayPlan } from '#features/visits/appointments/web/use-may-plan.ts'
import { shortDay } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { RowMark } from '#ui/PendingMark.tsx'
import { withToast } from '#ui/with-toast.ts'

/** Owners' unseen requests about visits to come, each with a link to its day; nothing when there is none. */
export function OwnerRequestsPanel({ most }: { most?: number }) {
  const requests = useOwnerRequests()
  if (!requests?.length) return null
  return (
    <ul aria-label="Owners' requests" className="divide-y divide-line border-b border-line bg-due-tint">
      {requests.slice(0, most).map((request) => (
        <OwnerRequestRow key={request.answer.id} request={request} />
      ))}
    </ul>
  )
}

function OwnerRequestRow({ request: { answer, visit, client, words, day } }: { request: OwnerRequest }) {
  const mayPlan = useMayPlan()
  const memberId = useSession<CurrentUser>().user?.memberId ?? ''
  return (
    <li className="flex items-start gap-3 py-2 pr-1 pl-4">
      <MessageSquareWarning size={20} aria-hidden className="mt-1 shrink-0 text-due-ink" />
      <p className="min-w-0 flex-1 py-0.5 [overflow-wrap:anywhere]">
        <span className="font-medium">{`${client}: ${words}`}</span> <RowMark of={[answer]} />
        <span className="block text-14">
          <Link href={`/calendar?view=day&date=${day}`} className="link">{`Visit on ${shortDay(day)}`}</Link>
          {isOff(visit) && mayPlan && (
            <>
              {' · '}
              <Link href={gapHref(visit.id)} className="link">
                Fill the gap
              </Link>
            </>
          )}
        </span>
      </p>
      <Button
        variant="quiet"
        size="sm"
        aria-label={`Dealt with: ${client}, ${words}`}
        onClick={() => withToast('Dealt with', "The owner sees on their page that you've seen it.", () => see(answer, memberId))}
      >
        Dealt with
      </Button>
    </li>
  )
}
