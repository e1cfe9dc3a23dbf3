import { useState } from 'react'
import { PortalNotice } from '#app/pages/settings/PortalNotice.tsx'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { type Portal, type PortalChoices, type PortalWay, portalOf } from '#features/core/practice/portal.ts'
import { mayRunPractice } from '#features/core/practice/rules.ts'
import { decide, useSettings } from '#features/core/practice/web/settings.ts'
import { useFeature } from '#features/core/practice/web/use-feature.ts'
import { useClients } from '#features/records/clients/web/data.ts'
import { hasAddress, SHOWN_PARTS } from '#features/records/guests/rules.ts'
import { InvitePanel } from '#features/records/guests/web/InvitePanel.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { ForbiddenState } from '#ui/EmptyState.tsx'
import { Note } from '#ui/Note.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { Switch } from '#ui/Switch.tsx'
import { toast } from '#ui/toast-store.ts'

/** What the farrier decides of the owners' portal: who comes in, what is shown, what owners may do. Works offline. */
export function PortalPage() {
  const user = useSession<CurrentUser>().user
  const settings = useSettings()
  if (user && !mayRunPractice(user.role)) return <NotYours />
  return (
    <Page>
      <PageHeader title="Portal" subtitle="Where owners see their horses, visits and bills. You decide who comes in and what they see." />
      {user && settings && <Choices user={user} portal={portalOf(settings.portal)} />}
    </Page>
  )
}

type Props = { user: CurrentUser; portal: Portal }

function Choices({ user, portal }: Props) {
  const hasPortal = useFeature('client-portal')
  const choose = async (change: PortalChoices) => {
    await decide(user, { portal: change })
    toast({ title: 'Saved', description: 'It holds from the next page an owner opens.' })
  }
  return (
    <div className="grid max-w-[760px] gap-3.5">
      {!hasPortal && (
        <Note>
          Your plan is Essential: owners have their visits, bills and messages here. The record, photos and files come with Professional.
        </Note>
      )}
      <WayCard way={portal.way} choose={choose} />
      {portal.way !== 'off' && <InviteCard />}
      {portal.way !== 'off' && (
        <>
          {hasPortal && (
            <Card title="What owners see" padded>
              <div className="grid gap-2">
                {SHOWN_PARTS.map(({ part, label, help }) => (
                  <Switch
                    key={part}
                    label={label}
                    help={help}
                    checked={portal.shows[part]}
                    onChange={(isOn) => void choose({ shows: { [part]: isOn } })}
                  />
                ))}
              </div>
              <p className="mt-2 text-14 text-ink-2">
                Never shown: your notes, temperament, warnings, gate codes, other clients, and prices you haven’t invoiced. What differs for
                one client is on the client.
              </p>
            </Card>
          )}
          <Card title="What owners may do" padded>
            <div className="grid gap-2">
              <Switch
                label="Cancel their horses’ visit themselves"
                help="Later than your notice, or switched off, they can only ask."
                checked={portal.may.cancel}
                onChange={(cancel) => void choose({ may: { cancel } })}
              />
              {portal.may.cancel && <PortalNotice hours={portal.noticeHours} onSave={(noticeHours) => choose({ noticeHours })} />}
              {hasPortal && (
                <Switch
                  label="Send photos, videos and documents"
                  help="They’re kept with the horse."
                  checked={portal.may.upload}
                  onChange={(upload) => void choose({ may: { upload } })}
                />
              )}
              {hasPortal && (
                <Switch
                  label="Show a horse by a link"
                  help="To a buyer, an insurer or a vet, for 90 days at most. Switched off, links they’ve made open nothing."
                  checked={portal.may.share}
                  onChange={(share) => void choose({ may: { share } })}
                />
              )}
              <Switch
                label="Let a vet or physio see a horse"
                help="You’re told, and can end it. Switched off, they come in only after your yes."
                checked={portal.may.care}
                onChange={(care) => void choose({ may: { care } })}
              />
            </div>
          </Card>
        </>
      )}
    </div>
  )
}

function InviteCard() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title="Invitations" padded>
      <p className="mb-2 text-ink-2">One client, several, or a whole yard. You see every text before it goes.</p>
      <Button onClick={() => setOpen(true)}>Invite clients</Button>
      {isOpen && <InvitePanel onClose={() => setOpen(false)} />}
    </Card>
  )
}

type WayProps = { way: PortalWay; choose: (change: PortalChoices) => Promise<void> }

function WayCard({ way, choose }: WayProps) {
  const [isOpening, setOpening] = useState(false)
  const count = useClients()?.filter(hasAddress).length ?? 0
  const clients = `${count} ${count === 1 ? 'client' : 'clients'}`
  return (
    <Card title="Who comes in" padded>
      <Segmented
        label="Who comes in"
        value={way}
        onChange={(next) => (next === 'known' ? setOpening(true) : void choose({ way: next }))}
        options={WAYS}
        className="mb-2 flex-wrap"
      />
      <p className="text-14 text-ink-2">{WORDS[way]}</p>
      {isOpening && (
        <ConfirmDialog
          open
          onOpenChange={setOpening}
          keepLabel="Leave it"
          title={`Open the portal to ${clients}?`}
          confirmLabel={`Open to ${clients}`}
          onConfirm={() => choose({ way: 'known' }).then(() => setOpening(false))}
        >
          {`${clients} ${count === 1 ? 'has' : 'have'} an e-mail address or a mobile on record. Whoever proves that one of them is theirs sees that client’s horses. Nobody is told. Where nothing has come back from an address for a year, or two clients share it, you’re asked first.`}
        </ConfirmDialog>
      )}
    </Card>
  )
}

const WAYS = [
  { value: 'invited', label: 'By invitation' },
  { value: 'known', label: 'Known addresses' },
  { value: 'off', label: 'Off' },
] as const

const WORDS: Readonly<Record<PortalWay, string>> = {
  invited: 'Only clients you invite, from the client or the list. Anybody else who proves an address of a client waits for your word.',
  known: 'Whoever proves an e-mail address or mobile that you have on record for a client comes in as that client.',
  off: 'Nobody comes in, and whoever was in sees nothing. Links in your texts go on working.',
}

const NotYours = () => (
  <Page>
    <PageHeader title="Portal" />
    <ForbiddenState title="Only an owner can change the portal">It’s open to owners in the practice’s name.</ForbiddenState>
  </Page>
)
