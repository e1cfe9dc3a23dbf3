import { useState } from 'react'
import { useKinds } from '#features/records/kinds/web/use-kinds.ts'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Props = { label: string; value: string; onChange: (work: string) => void }

const OWN = 'own words'

/** What is planned for a horse: a kind of work by the device's own picker, or the farrier's words. */
export function WorkInput({ label, value, onChange }: Props) {
  const kinds = useKinds()
  const [isWriting, setWriting] = useState(false)
  const isKind = kinds.all.some(({ serviceType }) => serviceType === value)
  const isOwn = isWriting || (value !== '' && !isKind)
  const choose = (chosen: string) => {
    setWriting(chosen === OWN)
    onChange(chosen === OWN ? '' : chosen)
  }
  return (
    <div className="grid gap-2">
      <Field label={label} className="[&>label]:sr-only">
        <Select
          value={isOwn ? OWN : value}
          onChange={(event) => choose(event.target.value)}
          placeholder="Decide on the day"
          options={[...kinds.options(isKind ? value : null), { value: OWN, label: 'Own words...' }]}
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
