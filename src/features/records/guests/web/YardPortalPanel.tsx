import { useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { portalOf } from '#features/core/practice/portal.ts'
import { may } from '#features/core/practice/rules.ts'
import type { YardPortal } from '#features/records/guests/contract.ts'
import { endManager, useYardPortal } from '#features/records/guests/web/data.ts'
import { InviteManagerPanel } from '#features/records/guests/web/InviteManagerPanel.tsx'
import { SeenByCard } from '#features/records/guests/web/SeenByCard.tsx'
import { usePracticeSettings } from '#features/records/guests/web/use-practice-settings.ts'
import { dayAndYear, dayOf, shortDay, timeOf } from '#lib/dates.ts'
import { readableAddress } from '#lib/phone-links.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { toast } from '#ui/toast-store.ts'

/** A yard's part of the portal: who manages it and sees its board, inviting them, and ending it. Only the server has it. */
export const YardPortalPanel = ({ yardId }: { yardId: string }) => (
  <Queries>
    <PortalOf yardId={yardId} />
  </Queries>
)

function PortalOf({ yardId }: { yardId: string }) {
  const user = useSession<CurrentUser>().user
  const settings = usePracticeSettings()
  const { data: portal, isError, refetch } = useYardPortal(yardId)
  const [isInviting, setInviting] = useState(false)
  if (!user || !settings) return null
  const { zone } = user.practice
  const mayRun = may(user.role, 'runPortal')
  const isOff = portalOf(settings.portal).way === 'off'
  const isThere = (portal?.people.length ?? 0) + (portal?.invites.length ?? 0) > 0
  const end = (who: { personId: string } | { inviteId: string }) => endManager(yardId, who).then(() => refetch(), failed)
  return (
    <section aria-label="Yard manager" className="grid gap-2">
      <h3 className="text-16">Yard manager</h3>
      {!portal && <p className="text-ink-2">{isError ? OFFLINE : 'Loading...'}</p>}
      {isOff && <p className="text-ink-2">The portal is off for everybody.</p>}
      {portal && !isThere && !isOff && <p className="text-ink-2">{NOBODY}</p>}
      {portal && isThere && (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {portal.people.map((person) => (
            <li key={`${person.personId} ${person.since}`} className="flex items-center gap-3 px-3 py-2">
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                <b className="block">{nameOf(person)}</b>
                <span className="block text-14 text-ink-2">{standingOf(person, zone)}</span>
              </span>
              {mayRun && !person.until && (
                <Button
                  size="sm"
                  variant="danger"
                  aria-label={`End access of ${nameOf(person)}`}
                  onClick={() => end({ personId: person.personId })}
                >
                  End access
                </Button>
              )}
            </li>
          ))}
          {portal.invites.map(({ id, toName, to, madeAt, diesAt }) => (
            <li key={id} className="flex items-center gap-3 px-3 py-2">
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                <b className="block">{toName}</b>
                <span className="block text-14 text-ink-2">
                  {`Invited ${dayAndYear(dayOf(madeAt, zone))}${to ? ` at ${readableAddress(to)}` : ''}, good until ${dayAndYear(dayOf(diesAt, zone))}`}
                </span>
              </span>
              {mayRun && (
                <Button size="sm" variant="quiet" aria-label={`Withdraw the invitation of ${toName}`} onClick={() => end({ inviteId: id })}>
                  Withdraw
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayRun && !isOff && (
        <Button className="w-fit" onClick={() => setInviting(true)}>
          Invite the yard’s manager
        </Button>
      )}
      {isThere && <SeenByCard of={{ yardId }} />}
      {isInviting && (
        <InviteManagerPanel
          yardId={yardId}
          onClose={() => {
            setInviting(false)
            void refetch()
          }}
        />
      )}
    </section>
  )
}

const NOBODY =
  'Nobody sees this yard’s board. Its manager can see your coming visits here and which horses to have in: no bills, no records, no owners’ names.'
const OFFLINE = 'Who manages it needs signal.'
const nameOf = ({ name }: { name: string | null }) => name ?? 'The yard’s manager'

function standingOf({ since, until, lastOpenedAt }: YardPortal['people'][number], zone: string): string {
  if (until) return `Ended ${dayAndYear(dayOf(until, zone))}`
  const opened = lastOpenedAt ? `last opened ${shortDay(dayOf(lastOpenedAt, zone))}, ${timeOf(lastOpenedAt, zone)}` : 'not opened yet'
  return `Since ${dayAndYear(dayOf(since, zone))}, ${opened}`
}

const failed = (error: unknown) => void toast({ variant: 'destructive', title: 'Error', description: sentenceOf(error) })
