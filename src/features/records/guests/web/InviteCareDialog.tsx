import { useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { HorseCare } from '#features/records/guests/care-contract.ts'
import { backTo, type CareBack, SPAN_CHOICES, USUAL_SPAN } from '#features/records/guests/care-rules.ts'
import type { CareRole } from '#features/records/guests/rules.ts'
import { askCare } from '#features/records/guests/web/care-data.ts'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
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

type Props = {
  role: CareRole
  horse: Pick<KnownHorse, 'id' | 'name' | 'vetName' | 'client'>
  /** Horses of the same owner that the service is open for. */
  also: HorseCare['alsoOpen']
  onClose: () => void
}
type How = 'link' | 'said' | 'written'

/** Requests a horse owner's consent that a vet or a para-professional may see it, or records it. Mount it to open it. */
export function InviteCareDialog({ role, horse, also, onClose }: Props) {
  const user = useSession<CurrentUser>().user
  const reachable = useReachable()
  const [how, setHow] = useState<How>('link')
  const [name, setName] = useState('')
  const [practice, setPractice] = useState(role === 'vet' ? (horse.vetName ?? '') : '')
  const [to, setTo] = useState('')
  const [alsoIds, setAlsoIds] = useState<readonly string[]>([])
  const [back, setBack] = useState<CareBack>('all')
  const [days, setDays] = useState(String(USUAL_SPAN[role]))
  const [mayContact, setMayContact] = useState(false)
  const [fault, setFault] = useState<string>()
  const [isSending, setSending] = useState(false)
  const owner = horse.client?.name ?? 'The owner'
  const send = async () => {
    setSending(true)
    setFault(undefined)
    const today = dayOf(currentTime(), user?.practice.zone ?? 'Europe/London')
    try {
      await askCare(horse.id, {
        ...{ role, alsoHorseIds: [...alsoIds], name, to, how, mayContact, backToOn: backTo(back, today) },
        ...{ untilOn: addDays(today, Number(days)), ...(practice.trim() && { practice }) },
      })
      toast({ title: how === 'link' ? `${owner} is asked` : 'Invited', description: user?.isTestVersion ? IN_TEST : IN_OUTBOX })
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
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={role === 'vet' ? `Let a vet see ${horse.name}` : `Let a physio or other see ${horse.name}`}
      description="It’s the owner’s to allow. Nobody is invited before their yes, and they can end it at any time."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={isSending}
            busyLabel="Sending..."
            disabled={!reachable || name.trim() === '' || to.trim() === ''}
            onClick={send}
          >
            {how === 'link' ? 'Ask the owner' : 'Note it, and invite'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {!reachable && <Note tone="due">This needs signal.</Note>}
        {fault && (
          <Note tone="late" live>
            {fault}
          </Note>
        )}
        <Field label="The owner’s yes" help={HELP[how](owner)}>
          <Select value={how} onChange={(event) => setHow(event.target.value as How)} options={HOWS} />
        </Field>
        <Field label="Their name" help="One person: everybody signs in for themselves." required>
          <TextInput value={name} maxLength={80} autoComplete="off" onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label="Their practice">
          <TextInput value={practice} maxLength={120} autoComplete="off" onChange={(event) => setPractice(event.target.value)} />
        </Field>
        <Field label="Their e-mail or mobile number" help="They sign in with it. A UK mobile, or any e-mail." required>
          <TextInput value={to} maxLength={254} autoComplete="off" autoCapitalize="none" onChange={(event) => setTo(event.target.value)} />
        </Field>
        {also.length > 0 && (
          <fieldset className="grid gap-1">
            <legend className="font-medium">Other horses too</legend>
            {also.map(({ id, name: other }) => (
              <Checkbox
                key={id}
                label={other}
                checked={alsoIds.includes(id)}
                onChange={() => setAlsoIds(alsoIds.includes(id) ? alsoIds.filter((one) => one !== id) : [...alsoIds, id])}
              />
            ))}
          </fieldset>
        )}
        <Field label="The record is open">
          <Select value={back} onChange={(event) => setBack(event.target.value as CareBack)} options={BACK_OPTIONS} />
        </Field>
        <Field label="For how long" help="The owner is asked two weeks before the end whether it goes on.">
          <Select value={days} onChange={(event) => setDays(event.target.value)} options={[...SPAN_CHOICES]} />
        </Field>
        <Checkbox label="They see the owner’s number, and may ring" checked={mayContact} onChange={() => setMayContact(!mayContact)} />
      </div>
    </Dialog>
  )
}

const IN_TEST = 'Test version: in the Outbox, not sent.'
const IN_OUTBOX = 'You can follow it in the Outbox.'
const HOWS = [
  { value: 'link', label: 'Ask them by text or e-mail' },
  { value: 'said', label: 'They said yes to me' },
  { value: 'written', label: 'They wrote yes to me' },
]
const HELP: Readonly<Record<How, (owner: string) => string>> = {
  link: (owner) => `${owner} is sent what it’s about, and says yes or no with one tap.`,
  said: (owner) => `It’s noted as said to you. ${owner} is told, and can stop it with one tap.`,
  written: (owner) => `It’s noted as written to you: keep the letter. ${owner} is told, and can stop it with one tap.`,
}
const BACKS: Readonly<Record<CareBack, string>> = {
  all: 'As far back as the owner sees it',
  year: 'For the last year',
  quarter: 'For the last three months',
  today: 'From today on',
}
const BACK_OPTIONS = Object.entries(BACKS).map(([value, label]) => ({ value, label }))
