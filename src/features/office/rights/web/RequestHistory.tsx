import { WifiOff } from 'lucide-react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { RequestStep } from '#features/office/rights/contract.ts'
import { useHistory } from '#features/office/rights/web/use-pack.ts'
import type { ListedRequest } from '#features/office/rights/web/use-requests.ts'
import { sentWords } from '#features/office/rights/words.ts'
import { dayOf, shortDay, timeOf } from '#lib/dates.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { Note } from '#ui/Note.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

/** Every step of a request, newest first, from the journal and the outbox. */
export function RequestHistory({ request }: { request: ListedRequest }) {
  const reachable = useReachable()
  const { data, error } = useHistory(request)
  return (
    <section aria-label="History" className="grid gap-2">
      <h3 className="text-16">History</h3>
      {data?.length === 0 ? (
        <p className="text-ink-2">Nothing on record.</p>
      ) : data ? (
        <ol className="grid">
          {data.map((step, at) => (
            <Step key={step.id} step={step} isLast={at === data.length - 1} />
          ))}
        </ol>
      ) : request.isOffline ? (
        <p className="text-ink-2">It starts when the server has the request.</p>
      ) : error || !reachable ? (
        <Note icon={WifiOff}>{reachable ? sentenceOf(error) : 'The history needs a connection. The request itself is here.'}</Note>
      ) : (
        <SkeletonRows label="Loading the history..." rows={2} />
      )}
    </section>
  )
}

function Step({ step: { at, title, detail, by, sent }, isLast }: { step: RequestStep; isLast: boolean }) {
  const zone = useSession<CurrentUser>().user?.practice.zone ?? 'Europe/London'
  return (
    <li className="grid grid-cols-[14px_minmax(0,1fr)] gap-x-3">
      <span aria-hidden className="relative grid justify-items-center">
        {!isLast && <span className="absolute top-3 -bottom-3 w-0.5 bg-line" />}
        <span className="relative mt-1.5 size-3.5 rounded-full border-2 border-line-2 bg-surface" />
      </span>
      <div className="min-w-0 pb-3">
        <p className="font-medium [overflow-wrap:anywhere]">{title}</p>
        <p className="text-14 text-ink-2">
          <time dateTime={at}>{`${shortDay(dayOf(at, zone))}, ${timeOf(at, zone)}`}</time>
          {by && `, ${by}`}
          {sent && `. ${sentWords(sent)}`}
        </p>
        {detail && <p className="mt-0.5 text-14 break-words whitespace-pre-line text-ink-2">{detail}</p>}
      </div>
    </li>
  )
}
