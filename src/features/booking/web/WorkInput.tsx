import { useState } from 'react'
import { SERVICE_TYPES } from '#features/horses/rules.ts'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Props = { label: string; value: string; onChange: (work: string) => void }

const OWN = 'own words'
const KINDS: readonly string[] = SERVICE_TYPES

/** What is planned for a horse: a kind of work by the device's own picker, or the farrier's words. */
export function WorkInput({ label, value, onChange }: Props) {
  const [isOwn, setOwn] = useState(value !== '' && !KINDS.includes(value))
  const choose = (chosen: string) => {
    setOwn(chosen === OWN)
    onChange(chosen === OWN ? '' : chosen)
  }
  return (
    <div className="grid gap-2">
      <Field label={label}>
        <Select
          value={isOwn ? OWN : value}
          onChange={(event) => choose(event.target.value)}
          placeholder="To be seen there"
          options={[...KINDS.map((kind) => ({ value: kind, label: kind })), { value: OWN, label: 'Own words…' }]}
        />
      </Field>
      {isOwn && (
        <TextInput
          aria-label={`${label} in own words`}
          autoComplete="off"
          maxLength={200}
          value={value}
          placeholder="Bar shoes and pads in front"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  )
}
