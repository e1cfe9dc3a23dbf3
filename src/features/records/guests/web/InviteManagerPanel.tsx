import { useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { inviteManager } from '#features/records/guests/web/data.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { toast } from '#ui/toast-store.ts'

/** Invites the manager of a yard, by their name and an address that they must prove. Mount it to open it. */
export function InviteManagerPanel({ yardId, onClose }: { yardId: string; onClose: () => void }) {
  const isTest = useSession<CurrentUser>().user?.isTestVersion
  const reachable = useReachable()
  const [toName, setName] = useState('')
  const [to, setTo] = useState('')
  const [fault, setFault] = useState<string>()
  const [isSending, setSending] = useState(false)
  const send = async () => {
    setSending(true)
    try {
      await inviteManager(yardId, { toName, to })
      toast({ title: 'Invited', description: isTest ? 'Test version: in the Outbox, not sent.' : 'You can follow it in the Outbox.' })
      onClose()
    } catch (error) {
      setFault(sentenceOf(error))
    } finally {
      setSending(false)
    }
  }
  return (
    <Dialog
      open
      startsTyping
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Invite the yard’s manager"
      description="They see your coming visits to this yard, and which horses to have in. No bills, no records, no owners’ names. Owners with a horse there are told, by text or e-mail."
      footer={
        <>
          <Button className="max-md:flex-none!" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={isSending}
            busyLabel="Inviting..."
            disabled={!reachable || !toName.trim() || !to.trim()}
            onClick={send}
          >
            Send the invitation
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {!reachable && <Note tone="due">Inviting needs signal.</Note>}
        <Field label="Name">
          <TextInput value={toName} maxLength={80} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label="Mobile or e-mail" help="Only whoever has it comes in." error={fault}>
          <TextInput
            value={to}
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            onChange={(event) => setTo(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  )
}
