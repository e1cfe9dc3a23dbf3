import { useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { inviteOther } from '#features/records/guests/web/data.ts'
import { isGone } from '#features/records/horses/rules.ts'
import { useHorsesByOwner } from '#features/records/horses/web/data.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { Select } from '#ui/Select.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { toast } from '#ui/toast-store.ts'

/** Invites a helper of a client's, or a sharer of one horse, at an address that only they can prove. Mount it to open it. */
export function InviteOtherPanel({ clientId, onClose }: { clientId: string; onClose: () => void }) {
  const user = useSession<CurrentUser>().user
  const reachable = useReachable()
  const today = dayOf(currentTime(), user?.practice.zone ?? 'Europe/London')
  const horses = (useHorsesByOwner()?.get(clientId) ?? []).filter((horse) => !isGone(horse, today))
  const [role, setRole] = useState<'helper' | 'sharer'>('helper')
  const [picked, setPicked] = useState('')
  const [name, setName] = useState('')
  const [to, setTo] = useState('')
  const [seesMoney, setSeesMoney] = useState(false)
  const [mayAnswer, setMayAnswer] = useState(false)
  const [fault, setFault] = useState<string>()
  const [isSending, setSending] = useState(false)
  const horseId = picked || horses[0]?.id
  const send = async () => {
    setSending(true)
    setFault(undefined)
    try {
      const what = role === 'sharer' ? { role, mayAnswer, ...(horseId && { horseId }) } : { role, seesMoney }
      await inviteOther(clientId, { ...what, name, to })
      toast({ title: 'Invited', description: user?.isTestVersion ? IN_TEST : 'You can follow it in the Outbox.' })
      onClose()
    } catch (error) {
      setFault(sentenceOf(error))
    } finally {
      setSending(false)
    }
  }
  const canSend = reachable && name.trim() !== '' && to.trim() !== '' && (role === 'helper' || horseId !== undefined)
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Let in a helper or sharer"
      description="They get a link, and sign in with the address you give here. Ask the owner first: it’s their horse. They’re told once this person is in."
      footer={
        <>
          <Button className="max-md:flex-none!" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" busy={isSending} busyLabel="Inviting..." disabled={!canSend} onClick={send}>
            Send the invitation
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {!reachable && <Note tone="due">Inviting needs signal.</Note>}
        {fault && (
          <Note tone="late" live>
            {fault}
          </Note>
        )}
        <Field label="Who it is">
          <Select
            value={role}
            onChange={(event) => setRole(event.target.value === 'sharer' ? 'sharer' : 'helper')}
            options={[
              { value: 'helper', label: 'A helper, for all their horses' },
              { value: 'sharer', label: 'A sharer of one horse' },
            ]}
          />
        </Field>
        {role === 'sharer' && horses.length === 0 && <Note tone="due">They have no horse to share.</Note>}
        {role === 'sharer' && horses.length > 0 && (
          <Field label="Horse">
            <Select
              value={horseId ?? ''}
              onChange={(event) => setPicked(event.target.value)}
              options={horses.map((horse) => ({ value: horse.id, label: horse.name }))}
            />
          </Field>
        )}
        <Field label="Their name" help="As the owner calls them." required>
          <TextInput value={name} maxLength={80} autoComplete="off" onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label="Their e-mail or mobile number" help="A UK mobile, or any e-mail." required>
          <TextInput value={to} maxLength={254} autoComplete="off" autoCapitalize="none" onChange={(event) => setTo(event.target.value)} />
        </Field>
        {role === 'helper' ? (
          <Checkbox label="They see the bills too, and may pay them" checked={seesMoney} onChange={() => setSeesMoney(!seesMoney)} />
        ) : (
          <Checkbox
            label="They may confirm its visits, or ask for another time"
            checked={mayAnswer}
            onChange={() => setMayAnswer(!mayAnswer)}
          />
        )}
      </div>
    </Dialog>
  )
}

const IN_TEST = 'Test version: in the Outbox, not sent.'
