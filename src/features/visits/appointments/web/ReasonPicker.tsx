import { useState } from 'react'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Props = { label: string; reasons: readonly string[]; value: string; onChange: (reason: string) => void }

const OWN = 'own words'

/** A reason by the device's own picker, or in the farrier's words. */
export function ReasonPicker({ label, reasons, value, onChange }: Props) {
  const [isOwn, setOwn] = useState(value !== '' && !reasons.includes(value))
  const choose = (chosen: string) => {
    setOwn(chosen === OWN)
    onChange(chosen === OWN ? '' : chosen)
  }
  return (
    <div className="grid gap-2">
      <Field label={label} optional>
        <Select
          value={isOwn ? OWN : value}
          onChange={(event) => choose(event.target.value)}
          placeholder="No reason"
          options={[...reasons.map((reason) => ({ value: reason, label: reason })), { value: OWN, label: 'Own words...' }]}
        />
      </Field>
      {isOwn && (
        <TextInput
          aria-label={`${label}, in own words`}
          autoComplete="off"
          maxLength={200}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  )
}
