import { ShieldAlert } from 'lucide-react'
import { Link } from 'wouter'
import { useDueRequests } from '#features/office/rights/web/use-requests.ts'
import { daysLeft, TYPES } from '#features/office/rights/words.ts'
import { Note } from '#ui/Note.tsx'

/** Further requests are only counted. */
const SHOWN = 3

/** Requests whose legal deadline is within the week or over; nothing while there is none. */
export function DueRequestsCard() {
  const due = useDueRequests()
  if (due.length === 0) return null
  return (
    <Note tone={due.some(({ clockState }) => clockState.tone === 'over') ? 'late' : 'due'} icon={ShieldAlert}>
      <p className="font-bold">{due.length === 1 ? 'A data request needs answering' : `${due.length} data requests need answering`}</p>
      <ul>
        {due.slice(0, SHOWN).map(({ id, name, requestType, clockState }) => (
          <li key={id}>
            <Link href={`/clients?tab=gdpr&request=${id}`} className="link">
              {`${name}, ${TYPES[requestType].label.toLowerCase()}`}
            </Link>
            {`: ${daysLeft(clockState.days).toLowerCase()}`}
          </li>
        ))}
        {due.length > SHOWN && <li>{`And ${due.length - SHOWN} more.`}</li>}
      </ul>
    </Note>
  )
}
