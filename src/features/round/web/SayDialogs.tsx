import { type FormEvent, type ReactNode, useState } from 'react'
import { SERVICE_TYPES } from '#features/horses/rules.ts'
import type { RoundStop, StopHorse } from '#features/round/round-day.ts'
import { NOT_DONE_REASONS } from '#features/round/rules.ts'
import { finish, notDone } from '#features/round/web/data.ts'
import { sayDone } from '#features/round/web/say.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type HorseProps = { stop: RoundStop; of: StopHorse; onClose: () => void }

/** Why a horse was not done; it then waits under *To rebook*. */
export function NotDoneDialog({ stop, of, onClose }: HorseProps) {
  const [reason, setReason] = useState<string>(NOT_DONE_REASONS[0])
  const [more, setMore] = useState('')
  const save = () => {
    const words = [reason, more.trim()].filter(Boolean).join(': ')
    void sayDone(`${of.name} not done`, 'It waits under To rebook.', () => notDone(stop, of.line, words))
  }
  return (
    <SayDialog title={`${of.name} not done because...`} label="Not done" onSave={save} onClose={onClose}>
      <Field label="Reason">
        <Select value={reason} onChange={(event) => setReason(event.target.value)} options={optionsOf(NOT_DONE_REASONS)} />
      </Field>
      <Field label="More about it" optional>
        <TextInput value={more} onChange={(event) => setMore(event.target.value)} maxLength={400} />
      </Field>
    </SayDialog>
  )
}

/** Work other than what was planned. */
export function OtherWorkDialog({ stop, of, onClose }: HorseProps) {
  const [serviceType, setServiceType] = useState(of.line.plannedWork ?? SERVICE_TYPES[0])
  const save = () => {
    void sayDone(`${of.name}, ${serviceType.toLowerCase()} done`, 'Recorded as work.', () => finish(stop, [{ line: of.line, serviceType }]))
  }
  const known = (SERVICE_TYPES as readonly string[]).includes(serviceType) ? SERVICE_TYPES : [serviceType, ...SERVICE_TYPES]
  return (
    <SayDialog title={`What was done to ${of.name}?`} label="Done" onSave={save} onClose={onClose}>
      <Field label="Service">
        <Select value={serviceType} onChange={(event) => setServiceType(event.target.value)} options={optionsOf(known)} />
      </Field>
    </SayDialog>
  )
}

type SayProps = { title: string; description?: string; label: string; onSave: () => void; onClose: () => void; children: ReactNode }

function SayDialog({ title, description, label, onSave, onClose, children }: SayProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave()
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      description={description}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            {label}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">{children}</div>
    </Dialog>
  )
}

const optionsOf = (words: readonly string[]) => words.map((word) => ({ value: word, label: word }))
