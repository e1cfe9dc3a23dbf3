import type { Integration } from '#features/office/integrations/contract.ts'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'

type Props = { integration: Integration; isSaving: boolean; onChange: (change: Integration['settings']) => void }

/** Which of the pages or accounts that were allowed posts go to, while that has to be chosen; nothing afterwards. */
export function PageField({ integration: { choices }, isSaving, onChange }: Props) {
  if (!choices) return null
  return (
    <Field label="Where posts go" help="You allowed several. To change it later, disconnect and sign in again.">
      <Select
        value=""
        disabled={isSaving}
        options={[{ value: '', label: 'Choose one' }, ...choices.map(({ id: value, name: label }) => ({ value, label }))]}
        onChange={(event) => event.target.value && onChange({ pageId: event.target.value })}
      />
    </Field>
  )
}
