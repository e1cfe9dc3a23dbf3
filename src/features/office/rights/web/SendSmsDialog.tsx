import { MessageSquare } from 'lucide-react'
import { type FormEvent, useMemo, useState } from 'react'
import type { RequestType } from '#features/office/rights/contract.ts'
import { sendRequests } from '#features/office/rights/web/data.ts'
import { TYPES } from '#features/office/rights/words.ts'
import { type KnownClient, useClients } from '#features/records/clients/web/data.ts'
import { canon } from '#lib/ids.ts'
import { ApiError, sentenceOf } from '#platform/web/api.ts'
import { makeSearch } from '#platform/web/search.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { Select } from '#ui/Select.tsx'
import { toast } from '#ui/toast-store.ts'

/** Names shown at first; typing finds the others. */
const SHOWN_AT_ONCE = 50

/** Spec §2 GDPR Manager: pick clients with a phone number and a request type, send by SMS. Mount it to open it. */
export function SendSmsDialog({ onClose }: { onClose: () => void }) {
  const reachable = useReachable()
  const [chosen, choose] = useState<readonly string[]>([])
  const [type, setType] = useState<RequestType>('data_access')
  const [isSending, setSending] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    if (chosen.length === 0)
      return void toast({
        variant: 'destructive',
        title: 'No Clients Selected',
        description: 'Please select at least one client to send GDPR requests.',
      })
    setSending(true)
    const isSent = await sendWithToast(chosen, type)
    setSending(false)
    if (isSent) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Send by SMS"
      description="Records a request for each client you pick, and texts them that you've received it and when you'll answer."
      onSubmit={(event) => send(event)}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" icon={MessageSquare} busy={isSending} busyLabel="Sending..." disabled={!reachable}>
            {chosen.length > 1 ? `Send ${chosen.length} texts` : 'Send text'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {!reachable && <Note tone="due">Sending needs signal. Without it, record the request instead.</Note>}
        <Field label="Request type" help={TYPES[type].what}>
          <Select
            value={type}
            options={Object.entries(TYPES).map(([value, { label }]) => ({ value, label }))}
            onChange={({ target }) => setType(target.value as RequestType)}
          />
        </Field>
        <ClientChoice chosen={chosen} onChoose={choose} />
      </div>
    </Dialog>
  )
}

/** Spec §8: shows the server's message, or that it failed. */
async function sendWithToast(clientIds: readonly string[], type: RequestType): Promise<boolean> {
  try {
    const { message, notSent } = await sendRequests([...clientIds], type)
    const why = notSent.map(({ clientName, why: reason }) => `${clientName}: ${reason}`)
    toast({ title: 'GDPR SMS Sent', description: [message, ...why].join(' ') })
    return true
  } catch (error) {
    toast({
      variant: 'destructive',
      title: 'Error',
      description: error instanceof ApiError ? sentenceOf(error) : 'Failed to send GDPR SMS',
    })
    return false
  }
}

type ChoiceProps = { chosen: readonly string[]; onChoose: (ids: readonly string[]) => void }

function ClientChoice({ chosen, onChoose }: ChoiceProps) {
  const clients = useClients()
  // A typed phone may be text; only the server's parsed number can be texted.
  const withPhone = useMemo(() => (clients ?? []).filter((client) => client.phoneE164 !== null && client.isActive), [clients])
  const find = useMemo(() => makeSearch(withPhone, fields), [withPhone])
  const [typed, setTyped] = useState('')
  const found = find(typed)
  const toggle = (id: string) => onChoose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  if (clients && withPhone.length === 0)
    return <EmptyState title="Nobody to text">None of your clients has a phone number you can text.</EmptyState>
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-14 font-medium">{chosen.length > 0 ? `Clients, ${chosen.length} picked` : 'Clients'}</legend>
      <SearchBox label="Find a client" placeholder="Name or phone" value={typed} onChange={setTyped} />
      <ul className="max-h-80 divide-y divide-line overflow-y-auto rounded-lg border border-line px-3">
        {found.slice(0, SHOWN_AT_ONCE).map((client) => (
          <li key={client.id}>
            <Checkbox
              label={client.name}
              help={whyNot(client) ?? client.phone}
              disabled={whyNot(client) !== null}
              checked={chosen.includes(canon(client.id))}
              onChange={() => toggle(canon(client.id))}
            />
          </li>
        ))}
        {found.length === 0 && <li className="py-3 text-ink-2">No client by that name has a phone number that can be texted.</li>}
      </ul>
      {found.length > SHOWN_AT_ONCE && (
        <p className="text-14 text-ink-2">{`${SHOWN_AT_ONCE} of ${found.length} are shown. Type a name to find the one you mean.`}</p>
      )}
    </fieldset>
  )
}

/** Why someone with a number can't be texted. */
const whyNot = ({ stoppedAt, preferredChannel }: KnownClient): string | null =>
  stoppedAt || preferredChannel === 'none' ? "Doesn't want texts: record it another way" : null

const fields = (client: KnownClient) => [client.name, client.phone, client.businessName]
