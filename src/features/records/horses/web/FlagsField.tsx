import { Plus } from 'lucide-react'
import { useState } from 'react'
import { flagLabel, offeredFlags } from '#features/records/horses/rules.ts'
import { Button } from '#ui/Button.tsx'
import { Chip } from '#ui/Chip.tsx'
import { Field, FieldSet } from '#ui/Field.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Props = { value: readonly string[]; onChange: (flags: string[]) => void }

const LONGEST = 40

/** Warnings to know before touching the horse: the well-known flags as buttons, and others in the farrier's own words. */
export function FlagsField({ value, onChange }: Props) {
  const [own, setOwn] = useState('')
  const set = (flag: string, isOn: boolean) => onChange(inOrder(isOn ? [...value, flag] : value.filter((other) => other !== flag)))
  const add = () => {
    const flag = own.trim()
    if (!flag) return
    if (!value.includes(flag)) set(flag, true)
    setOwn('')
  }
  return (
    <FieldSet legend="Before you touch it" className="md:col-span-2">
      <div className="flex flex-wrap gap-2">
        {offeredFlags(value).map((flag) => (
          <Chip key={flag} pressed={value.includes(flag)} onPressedChange={(isOn) => set(flag, isOn)}>
            {flagLabel(flag)}
          </Chip>
        ))}
      </div>
      <div className="mt-1.5 flex items-end gap-2">
        <Field label="Something else" optional className="flex-1">
          <TextInput
            autoComplete="off"
            maxLength={LONGEST}
            placeholder="Hates umbrellas"
            value={own}
            onChange={(event) => setOwn(event.target.value)}
            onBlur={add}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              add()
            }}
          />
        </Field>
        <Button icon={Plus} onClick={add}>
          Add
        </Button>
      </div>
    </FieldSet>
  )
}

const inOrder = (flags: readonly string[]) => offeredFlags(flags).filter((flag) => flags.includes(flag))
