import { UserRoundCheck } from 'lucide-react'
import { Link } from 'wouter'
import type { LongGone } from '#features/office/erasure/contract.ts'
import { useLongGone } from '#features/office/erasure/web/data.ts'
import { clientHref } from '#features/records/clients/web/ClientLink.tsx'
import { dayAndYear } from '#lib/dates.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { Card } from '#ui/Card.tsx'
import { EmptyState, OfflineState } from '#ui/EmptyState.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { List } from '#ui/List.tsx'
import { Note } from '#ui/Note.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

/** The server returns at most this many. */
const MOST = 200

/** Clients who no longer come: the card proposes, the owner decides. */
export function LongGoneCard() {
  const reachable = useReachable()
  const { data, error } = useLongGone()
  return (
    <Card title="Clients you no longer see">
      {data ? (
        <Gone gone={data} />
      ) : error ? (
        reachable ? (
          <Note tone="late" className="m-4">
            {sentenceOf(error)}
          </Note>
        ) : (
          <OfflineState>Clients who haven't been for years show here when you're connected.</OfflineState>
        )
      ) : (
        <div className="p-4">
          <SkeletonRows label="Loading clients you no longer see..." />
        </div>
      )}
    </Card>
  )
}

function Gone({ gone }: { gone: readonly LongGone[] }) {
  if (gone.length === 0)
    return (
      <EmptyState icon={UserRoundCheck} title="Nobody's been away that long">
        Clients with no visit, work or message for the time you set appear here.
      </EmptyState>
    )
  return (
    <>
      <div className="grid gap-3 px-4 pt-4 pb-3">
        <p>
          You need a reason to keep what you know about somebody. To erase one, record a deletion request in the GDPR Manager: it shows you
          first what goes and what stays.
        </p>
        <LinkButton href="/clients?tab=gdpr" className="justify-self-start">
          Open the GDPR Manager
        </LinkButton>
      </div>
      <List label="Clients you no longer see">
        {gone.map((client) => (
          <li key={client.id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 py-3">
            <span className="min-w-0 font-bold [overflow-wrap:anywhere]">
              <Link href={clientHref(client.id)} className="link">
                {client.name}
              </Link>
            </span>
            <span className="text-14 text-ink-2">
              {[client.lastOn ? `last on ${dayAndYear(client.lastOn)}` : 'never came', horsesOf(client.horses)].filter(Boolean).join(', ')}
            </span>
          </li>
        ))}
      </List>
      {gone.length === MOST && (
        <p className="px-4 py-3 text-14 text-ink-2">The {MOST} gone longest. The others follow once these are dealt with.</p>
      )}
    </>
  )
}

const horsesOf = (count: number): string => (count === 0 ? '' : count === 1 ? '1 horse' : `${count} horses`)
