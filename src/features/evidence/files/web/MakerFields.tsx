import type { Uploader } from '#features/evidence/files/rules.ts'
import type { MakerDraft } from '#features/evidence/files/web/maker.ts'
import { useToday } from '#platform/web/use-today.ts'
import { DateInput } from '#ui/DateInput.tsx'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'
import { TextInput } from '#ui/TextInput.tsx'

const MAKERS: { value: Uploader; label: string }[] = [
  { value: 'farrier', label: 'I made it' },
  { value: 'vet', label: 'I received it from a vet' },
  { value: 'para-professional', label: 'I received it from a para-professional' },
  { value: 'client', label: 'I received it from the owner' },
]
const WHOSE: Readonly<Record<Uploader, string>> = {
  farrier: 'Name',
  vet: 'Name of the vet',
  'para-professional': 'Name of the para-professional',
  client: 'Name of the owner',
}

type Props = {
  maker: MakerDraft
  /** The likely name for each role, as the horse's record has it. */
  known: Partial<Record<Uploader, string | null>>
  disabled: boolean
  onChange: (maker: MakerDraft) => void
}

/** product.md: a file received is filed on behalf of its maker, whose types apply. */
export function MakerFields({ maker, known, disabled, onChange }: Props) {
  const today = useToday()
  return (
    <>
      <Field label="Who made it">
        <Select
          options={MAKERS}
          value={maker.by}
          disabled={disabled}
          onChange={({ target }) => {
            const by = target.value as Uploader
            onChange({ ...maker, by, name: known[by] ?? '' })
          }}
        />
      </Field>
      {maker.by !== 'farrier' && (
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-1">
          <Field label={WHOSE[maker.by]} required>
            <TextInput
              value={maker.name}
              maxLength={200}
              disabled={disabled}
              onChange={({ target }) => onChange({ ...maker, name: target.value })}
            />
          </Field>
          <Field label="Date taken" optional>
            <DateInput
              value={maker.takenOn}
              max={today}
              disabled={disabled}
              onChange={({ target }) => onChange({ ...maker, takenOn: target.value })}
            />
          </Field>
        </div>
      )}
    </>
  )
}
