import { MessageSquare } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { NoticeState } from '#features/core/notices/contract.ts'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { phoneOf } from '#features/records/clients/rules.ts'
import { ClientPicker } from '#features/records/clients/web/ClientPicker.tsx'
import { useClient } from '#features/records/clients/web/data.ts'
import { sendTerms, useRefetch } from '#features/records/terms/web/data.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { toast } from '#ui/toast-store.ts'

/** Spec §2 Terms Acceptance: send the terms in force to a client, with a link to accept them by. Mount it to open it. */
export function SendTermsDialog({ onClose }: { onClose: () => void }) {
  const refetch = useRefetch()
  const reachable = useReachable()
  const [clientId, choose] = useState<string | null>(null)
  const [method, setMethod] = useState<'sms' | 'email'>('sms')
  const [isSending, setSending] = useState(false)
  const client = useClient(clientId)
  const isTestVersion = useSession<CurrentUser>().user?.isTestVersion ?? false
  const missing = client && (method === 'sms' ? !phoneOf(client) && 'phone number' : !client.email && 'e-mail address')
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    if (!clientId)
      return void toast({ variant: 'destructive', title: 'Select Client', description: 'Please select a client to send terms to.' })
    setSending(true)
    const isSent = await sendWithToast(clientId, method, { name: client?.name ?? 'the client', isTestVersion })
    setSending(false)
    if (!isSent) return
    await refetch()
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Send terms"
      description="They get a link to read and accept your terms. They'll always see the version you sent."
      onSubmit={(event) => send(event)}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" icon={MessageSquare} busy={isSending} busyLabel="Sending..." disabled={!reachable}>
            Send terms
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {!reachable && <Note tone="due">Sending needs signal. You can record an acceptance without it.</Note>}
        <Field label="Client">
          <ClientPicker value={clientId} onChange={choose} />
        </Field>
        <Field label="How">
          <Segmented label="How" value={method} onChange={setMethod} options={WAYS} />
        </Field>
        {missing && <Note tone="due">{`${client.name} has no ${missing} on file. Add one under Details, or choose the other way.`}</Note>}
      </div>
    </Dialog>
  )
}

const WAYS = [
  { value: 'sms', label: 'By text' },
  { value: 'email', label: 'By e-mail' },
] as const

type To = { name: string; isTestVersion: boolean }

/** Spec §8 Terms, with what truly happened. */
async function sendWithToast(clientId: string, method: 'sms' | 'email', { name, isTestVersion }: To): Promise<boolean> {
  try {
    const { state, termsVersion } = await sendTerms(clientId, method)
    toast({
      title: 'Terms Sent Successfully',
      description: `Version ${termsVersion} for ${name}. ${isTestVersion ? 'Test version: in the Outbox, not sent.' : wordsFor(state)}`,
    })
    return true
  } catch (error) {
    toast({ variant: 'destructive', title: 'Error Sending Terms', description: sentenceOf(error) })
    return false
  }
}

const wordsFor = (state: NoticeState): string =>
  state === 'failed' ? "It couldn't be sent: see the Outbox." : "It's on its way. You can follow it in the Outbox."
