import { useState } from 'react'
import type { ClientPortal } from '#features/records/guests/contract.ts'
import { othersSee } from '#features/records/guests/rules.ts'
import { endOther, useRefetch } from '#features/records/guests/web/data.ts'
import { InviteOtherPanel } from '#features/records/guests/web/InviteOtherPanel.tsx'
import { dayAndYear, dayOf } from '#lib/dates.ts'
import { readableAddress } from '#lib/phone-links.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { Button } from '#ui/Button.tsx'
import { toast } from '#ui/toast-store.ts'

type Other = ClientPortal['others'][number]
type Props = { clientId: string; others: readonly Other[]; mayRun: boolean; isOff: boolean; zone: string }

/** Who besides a client sees something of theirs, who let them in, and who is invited; each is ended by a press. */
export function OthersPanel({ clientId, others, mayRun, isOff, zone }: Props) {
  const [isInviting, setInviting] = useState(false)
  const refetch = useRefetch()
  const end = (other: Other) =>
    endOther(clientId, other).then(
      refetch,
      (error: unknown) => void toast({ variant: 'destructive', title: 'Error', description: sentenceOf(error) }),
    )
  if (others.length === 0 && (!mayRun || isOff)) return null
  return (
    <section aria-label="Others who see" className="grid gap-1">
      <h3 className="text-16">Others who see</h3>
      {others.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {others.map((other) => (
            <li key={other.id} className="flex items-center gap-3 px-3 py-2">
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                <b className="block">{other.name}</b>
                <span className="block">{othersSee(other)}</span>
                <span className="block text-14 text-ink-2">{sinceWords(other, zone)}</span>
              </span>
              {mayRun && (
                <Button
                  size="sm"
                  variant="danger"
                  aria-label={`${other.what === 'invite' ? 'Withdraw the invitation' : 'End access'} of ${other.name}`}
                  onClick={() => end(other)}
                >
                  {other.what === 'invite' ? 'Withdraw' : 'End access'}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayRun && !isOff && (
        <Button className="mt-1 w-fit" onClick={() => setInviting(true)}>
          Let in a helper or sharer
        </Button>
      )}
      {isInviting && (
        <InviteOtherPanel
          clientId={clientId}
          onClose={() => {
            setInviting(false)
            void refetch()
          }}
        />
      )}
    </section>
  )
}

function sinceWords({ what, isByClient, since, to, diesAt, lastOpenedAt }: Other, zone: string): string {
  const by = isByClient ? 'by the owner' : 'by you'
  const day = (at: string) => dayAndYear(dayOf(at, zone))
  if (what === 'invite') return `Invited ${by}${to ? ` at ${readableAddress(to)}` : ''}, good until ${diesAt ? day(diesAt) : ''}`
  return `Let in ${by}${since ? `, since ${day(since)}` : ''}, ${lastOpenedAt ? `last opened ${day(lastOpenedAt)}` : 'not opened yet'}`
}
