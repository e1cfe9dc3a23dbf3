import { useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { type PortalShows, portalOf, shownTo } from '#features/core/practice/portal.ts'
import { may, mayRunPractice } from '#features/core/practice/rules.ts'
import type { Client } from '#features/records/clients/contract.ts'
import { changeClient, useClient } from '#features/records/clients/web/data.ts'
import { portalState, SHOWN_PARTS } from '#features/records/guests/rules.ts'
import { endAccess, invite, lookAs, useClientPortal, useRefetch } from '#features/records/guests/web/data.ts'
import { InvitePanel } from '#features/records/guests/web/InvitePanel.tsx'
import { OthersPanel } from '#features/records/guests/web/OthersPanel.tsx'
import { SeenByCard } from '#features/records/guests/web/SeenByCard.tsx'
import { usePracticeSettings } from '#features/records/guests/web/use-practice-settings.ts'
import { dayAndYear, dayOf } from '#lib/dates.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { copyText } from '#platform/web/device/clipboard.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { serverUrl } from '#platform/web/server-url.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/Note.tsx'
import { Switch } from '#ui/Switch.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { toast } from '#ui/toast-store.ts'

/** A client's part of the portal: whether they are in, inviting them, what they see, and what was opened. */
export const ClientPortalPanel = ({ clientId }: { clientId: string }) => (
  <Queries>
    <PortalOf clientId={clientId} />
  </Queries>
)

function PortalOf({ clientId }: { clientId: string }) {
  const user = useSession<CurrentUser>().user
  const settings = usePracticeSettings()
  const client = useClient(clientId)
  const { data: portal, isError } = useClientPortal(clientId)
  const refetch = useRefetch()
  const [isInviting, setInviting] = useState(false)
  const [handed, setHanded] = useState<string>()
  if (!user || !client || !settings) return null
  const zone = user.practice.zone
  const { way } = portalOf(settings.portal)
  const mayRun = may(user.role, 'runPortal')
  const isOff = way === 'off' || client.portal === false
  const own = portal?.people.filter(({ role }) => role === 'holder') ?? []
  const tell = (work: () => Promise<unknown>) => work().then(refetch, failed)
  return (
    <div className="grid gap-4">
      <p>{portal ? portalState(way, client.portal, portal, (at) => dayAndYear(dayOf(at, zone))) : isError ? OFFLINE : 'Loading...'}</p>
      {mayRun && way !== 'off' && (
        <Switch
          label="Portal for this client"
          checked={client.portal !== false}
          onChange={(isOn) => void changeClient(clientId, { portal: isOn ? null : false })}
        />
      )}
      {mayRun && !isOff && (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setInviting(true)}>Invite</Button>
          <Button variant="quiet" onClick={() => tell(async () => setHanded((await invite(clientId, 'handed')).link ?? undefined))}>
            Hand over a link
          </Button>
          {mayRunPractice(user.role) && (
            <Button variant="quiet" onClick={() => lookAs(clientId).then((path) => window.location.assign(serverUrl(path)), failed)}>
              As they see it
            </Button>
          )}
        </div>
      )}
      {handed && <Handed link={handed} name={client.name} />}
      {isInviting && (
        <InvitePanel
          clientId={clientId}
          onClose={() => {
            setInviting(false)
            void refetch()
          }}
        />
      )}
      {portal && own.length + portal.invites.length > 0 && (
        <section aria-label="Who is in" className="grid gap-1">
          <h3 className="text-16">Who is in</h3>
          <ul className="divide-y divide-line rounded-lg border border-line">
            {own.map((person) => (
              <li key={`${person.personId} ${person.since}`} className="flex items-center gap-3 px-3 py-2">
                <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                  <b className="block">{client.name}</b>
                  <span className="block text-14 text-ink-2">
                    {person.until
                      ? `Ended ${dayAndYear(dayOf(person.until, zone))}`
                      : `${person.isConfirmed ? `Since ${dayAndYear(dayOf(person.since, zone))}` : 'Waits for your word'}, ${HOW[person.how]}`}
                  </span>
                </span>
                {mayRun && !person.until && (
                  <Button
                    size="sm"
                    variant="danger"
                    aria-label={`End access of ${client.name}`}
                    onClick={() => tell(() => endAccess(clientId, person.personId))}
                  >
                    End access
                  </Button>
                )}
              </li>
            ))}
            {portal.invites.map((one) => (
              <li key={one.id} className="px-3 py-2 text-14 text-ink-2">
                {`${INVITED[one.how]} ${dayAndYear(dayOf(one.madeAt, zone))}, good until ${dayAndYear(dayOf(one.diesAt, zone))}`}
              </li>
            ))}
          </ul>
          {mayRun && portal.invites.length > 0 && (
            <Button size="sm" variant="quiet" className="w-fit" onClick={() => tell(() => endAccess(clientId))}>
              End everything and withdraw invitations
            </Button>
          )}
        </section>
      )}
      {portal && <OthersPanel clientId={clientId} others={portal.others} mayRun={mayRun} isOff={isOff} zone={zone} />}
      {client.hidesFromYard && <p className="text-ink-2">They keep their horses off the yard’s board: its manager isn’t shown them.</p>}
      {mayRun && !isOff && <Differs shown={shownTo(settings.portal, client.portalShows)} clientId={clientId} before={client.portalShows} />}
      <SeenByCard of={{ clientId }} />
    </div>
  )
}

type DiffersProps = { shown: PortalShows; clientId: string; before: Client['portalShows'] | undefined }

function Differs({ shown, clientId, before }: DiffersProps) {
  const count = Object.keys(before ?? {}).length
  const choose = (portalShows: Client['portalShows']) => void changeClient(clientId, { portalShows })
  return (
    <details>
      <summary className="min-h-12 py-3 font-medium md:min-h-10 md:py-2">
        {count > 0 ? 'What they see differs from the rest' : 'They see what everybody sees'}
      </summary>
      {SHOWN_PARTS.map(({ part, label }) => (
        <Switch key={part} label={label} checked={shown[part]} onChange={(isOn) => choose({ ...before, [part]: isOn })} />
      ))}
      {count > 0 && (
        <Button size="sm" variant="quiet" onClick={() => choose(null)}>
          As everybody again
        </Button>
      )}
    </details>
  )
}

const Handed = ({ link, name }: { link: string; name: string }) => (
  <Note tone="due" live>
    <p className="font-bold">{`Give this to ${name} and nobody else`}</p>
    <p>Whoever opens it first in the next 24 hours comes in as them. It works once, and is on record as your word.</p>
    <div className="mt-2 flex flex-wrap gap-2">
      <TextInput aria-label="Link" readOnly value={link} className="min-w-0 flex-1" />
      <Button onClick={() => copyText(link).then(() => void toast({ title: 'Copied', description: 'Paste it where they read it.' }))}>
        Copy
      </Button>
    </div>
  </Note>
)

const OFFLINE = 'Who is in, and what was opened, needs signal.'
const HOW = { address: 'by their address', invited: 'invited', handed: 'by a link you handed over' } as const
const INVITED = { sms: 'Invited by text', email: 'Invited by e-mail', handed: 'Link handed over' } as const

const failed = (error: unknown) => void toast({ variant: 'destructive', title: 'Error', description: sentenceOf(error) })
