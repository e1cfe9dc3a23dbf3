import { useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { type KnownClient, useClients } from '#features/records/clients/web/data.ts'
import { inviteAll } from '#features/records/guests/web/data.ts'
import { inviteText, inviteWay } from '#features/records/guests/web/invite-words.ts'
import { usePracticeSettings } from '#features/records/guests/web/use-practice-settings.ts'
import { useYardClients } from '#features/records/guests/web/use-yard-clients.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { Select } from '#ui/Select.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = {
  /** This client alone. */
  clientId?: string
  /** The yard that it opens with, its owners chosen. */
  atYardId?: string
  onClose: () => void
}

/** Invites clients to the portal: one, several, or a whole yard, with every text in sight before any goes. Mount it to open it. */
export function InvitePanel({ clientId, atYardId, onClose }: Props) {
  const user = useSession<CurrentUser>().user
  const settings = usePracticeSettings()
  const reachable = useReachable()
  const yards = useYardClients()
  const [yardId, setYard] = useState(atYardId ?? '')
  const [picked, setPicked] = useState<ReadonlySet<string>>()
  const [isSending, setSending] = useState(false)
  const offered = (useClients() ?? []).filter((client) =>
    clientId ? client.id === clientId : isInvitable(client) && (!yardId || yards.find(({ id }) => id === yardId)?.clientIds.has(client.id)),
  )
  const isForAll = clientId !== undefined || (yardId !== '' && yardId === atYardId)
  const chosen = picked ?? new Set(isForAll ? offered.map(({ id }) => id) : [])
  const going = offered.flatMap((client) => {
    const way = chosen.has(client.id) ? inviteWay(client) : null
    return way ? [{ client, way }] : []
  })
  const send = async () => {
    setSending(true)
    try {
      const refused = await inviteAll(going.map(({ client, way }) => ({ clientId: client.id, how: way })))
      tell(refused.map(({ clientId: id, message }) => `${going.find(({ client }) => client.id === id)?.client.name}: ${message}`))
      onClose()
    } catch (error) {
      toast({ variant: 'destructive', title: 'Nobody is invited yet', description: sentenceOf(error) })
    } finally {
      setSending(false)
    }
  }
  const tell = (failed: readonly string[]) => {
    const sent = going.length - failed.length
    if (failed.length > 0) toast({ variant: 'destructive', title: `${sent} of ${going.length} invited`, description: failed.join(' ') })
    else
      toast({
        title: sent === 1 ? 'Invited' : `${sent} invited`,
        description: user?.isTestVersion ? IN_TEST : 'You can follow it in the Outbox.',
      })
  }
  const toggle = (id: string) => setPicked(chosen.has(id) ? new Set([...chosen].filter((each) => each !== id)) : new Set([...chosen, id]))
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Invite to the portal"
      description="Each gets a link to sign in with the address you have for them. Nobody else can use it."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isSending} busyLabel="Inviting..." disabled={!reachable || going.length === 0} onClick={send}>
            {going.length === 1 ? 'Send 1 invitation' : `Send ${going.length} invitations`}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {!reachable && <Note tone="due">Inviting needs signal.</Note>}
        {!clientId && (
          <div className="flex flex-wrap items-end gap-2">
            <Field label="Yard">
              <Select
                value={yardId}
                onChange={(event) => setYard(event.target.value)}
                options={[{ value: '', label: 'All yards' }, ...yards.map(({ id, name }) => ({ value: id, label: name }))]}
              />
            </Field>
            <Button size="sm" onClick={() => setPicked(new Set(offered.map(({ id }) => id)))}>{`Choose all ${offered.length}`}</Button>
          </div>
        )}
        {offered.length === 0 && <p className="text-ink-2">Everybody here with an address is invited already.</p>}
        {!clientId && (
          <ul className="grid">
            {offered.map((client) => (
              <li key={client.id}>
                <Checkbox label={client.name} help={wayTo(client)} checked={chosen.has(client.id)} onChange={() => toggle(client.id)} />
              </li>
            ))}
          </ul>
        )}
        {clientId && offered[0] && !inviteWay(offered[0]) && (
          <Note tone="due">{`${offered[0].name} can’t be texted or e-mailed. Add a number or an address, or hand over a link.`}</Note>
        )}
        {user && settings && going.length > 0 && (
          <section aria-label="What goes" className="grid gap-2">
            <h3 className="text-16">What goes</h3>
            {going.map(({ client, way }) => (
              <div key={client.id} className="rounded-lg border border-line bg-sunken px-3 py-2">
                <p className="text-14 text-ink-2">{`${WAYS[way]} to ${client.name}`}</p>
                <p className="whitespace-pre-line [overflow-wrap:anywhere]">{inviteText(client, settings, user)}</p>
              </div>
            ))}
            <p className="text-14 text-ink-2">The words are yours to change in Settings, Texts.</p>
          </section>
        )}
      </div>
    </Dialog>
  )
}

const WAYS = { sms: 'By text', email: 'By e-mail' } as const
/** Two clients may share a name. */
const wayTo = (client: KnownClient) => (inviteWay(client) === 'email' ? `${WAYS.email}, ${client.email}` : `${WAYS.sms}, ${client.phone}`)
const IN_TEST = 'Test version: in the Outbox, not sent.'

const isInvitable = (client: KnownClient) => client.portal === null && inviteWay(client) !== null
