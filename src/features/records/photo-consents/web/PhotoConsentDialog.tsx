import { type FormEvent, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import { useClient } from '#features/records/clients/web/data.ts'
import { useHorsesByOwner } from '#features/records/horses/web/data.ts'
import type { PhotoUse } from '#features/records/photo-consents/contract.ts'
import { PHOTO_USES, WORDING_VERSION, wordingOf } from '#features/records/photo-consents/rules.ts'
import { askPhotoConsent, recordPhotoConsent } from '#features/records/photo-consents/web/data.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useReachable } from '#platform/web/sync/status.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { Note } from '#ui/Note.tsx'
import { Select } from '#ui/Select.tsx'
import { toast } from '#ui/toast-store.ts'

type Way = 'sms' | 'email' | 'said' | 'written'
type Props = { clientId: string; horseId: string | null; onClose: () => void }

const NOT_KEPT = "This device couldn't save that. What you chose is still here: try again."

/** Asks an owner about photos in public by a message, or records what they said or wrote. Mount it to open it. */
export function PhotoConsentDialog({ clientId, horseId, onClose }: Props) {
  const user = useSession<CurrentUser>().user
  const client = useClient(clientId)
  const horses = useHorsesByOwner()?.get(clientId) ?? []
  const reachable = useReachable()
  const mayAsk = may(user?.role, 'sendTexts')
  const [way, setWay] = useState<Way>(mayAsk ? 'sms' : 'said')
  const [horse, setHorse] = useState(horseId ?? '')
  const [uses, setUses] = useState<PhotoUse[]>(['social'])
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const isAsked = way === 'sms' || way === 'email'
  const name = client?.name ?? 'The client'
  const wording = wordingOf(WORDING_VERSION, {
    practiceName: user?.practice.name ?? '',
    horseName: horses.find(({ id }) => id === horse)?.name ?? null,
    uses: PHOTO_USES,
  })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (uses.length === 0) return setFailure('Tick what the photos are for.')
    setSaving(true)
    const of = { clientId, horseId: horse || null, uses }
    const fault = isAsked
      ? await askPhotoConsent({ ...of, method: way }).then(() => undefined, sentenceOf)
      : await recordPhotoConsent({ ...of, how: way }).then(
          (isKept) => (isKept ? undefined : NOT_KEPT),
          () => NOT_KEPT,
        )
    setSaving(false)
    setFailure(fault)
    if (fault !== undefined) return
    toast(
      isAsked
        ? {
            title: 'Asked',
            description: `${name} gets a link to say yes or no.${user?.isTestVersion ? ' Test version: in the Outbox, not sent.' : ''}`,
          }
        : { title: 'Recorded', description: `${name} agrees. They can withdraw it at any time.` },
    )
    onClose()
  }
  const missing = (way === 'sms' && !client?.phone && 'phone number') || (way === 'email' && !client?.email && 'e-mail address')
  return (
    <FormDialog
      title="Photos in public"
      submitLabel={isAsked ? 'Ask' : 'Record'}
      isSaving={isSaving}
      failure={failure}
      onClose={onClose}
      onSubmit={(event) => save(event)}
    >
      <div className="grid gap-4">
        <Field label="How">
          <Select value={way} options={mayAsk ? [...ASKS, ...RECORDS] : RECORDS} onChange={({ target }) => setWay(target.value as Way)} />
        </Field>
        {isAsked && !reachable && <Note tone="due">Asking needs signal. You can record what they said without it.</Note>}
        {missing && <Note tone="due">{`${name} has no ${missing} on file.`}</Note>}
        <Field label="Horse">
          <Select
            value={horse}
            options={[{ value: '', label: 'All their horses' }, ...horses.map(({ id, name: label }) => ({ value: id, label }))]}
            onChange={({ target }) => setHorse(target.value)}
          />
        </Field>
        <fieldset className="grid gap-1">
          <legend className="mb-1">{wording.opening}</legend>
          {wording.uses.map(({ use, words }) => (
            <Checkbox
              key={use}
              label={words}
              checked={uses.includes(use)}
              onChange={({ target }) => setUses(PHOTO_USES.filter((one) => (one === use ? target.checked : uses.includes(one))))}
            />
          ))}
          <p className="text-14 text-ink-2">{wording.closing}</p>
        </fieldset>
      </div>
    </FormDialog>
  )
}

const ASKS: { value: Way; label: string }[] = [
  { value: 'sms', label: 'Ask by text' },
  { value: 'email', label: 'Ask by e-mail' },
]
const RECORDS: { value: Way; label: string }[] = [
  { value: 'said', label: 'They said yes to me' },
  { value: 'written', label: 'They agreed in writing' },
]
