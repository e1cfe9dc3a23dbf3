import type { ListTag } from '#features/office/integrations/audience-rules.ts'
import type { Integration } from '#features/office/integrations/contract.ts'
import { useFarLists } from '#features/office/integrations/web/data.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field, FieldSet } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { Select } from '#ui/Select.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

type Props = { integration: Integration; isSaving: boolean; onChange: (change: Integration['settings']) => void }

const TAGS: readonly { value: ListTag; label: string; help: string }[] = [
  { value: 'town', label: 'Town', help: "Of the yards their horses are at, or their own: a tag such as 'Town: Ludlow'." },
  { value: 'due', label: 'Month they are due', help: "Of their next horse: a tag such as 'Due: March'." },
]

/** The list that people go to, with how many they are, and the tags they have there. */
export function AudienceFields({ integration: { id, settings }, isSaving, onChange }: Props) {
  const far = useFarLists(id)
  if (far.isError) return <Note tone="late">{sentenceOf(far.error)}</Note>
  if (!far.data) return <SkeletonRows label="Loading your lists..." />
  const { lists, people, sentence } = far.data
  const chosen = settings.listId ?? ''
  const isGone = chosen !== '' && !lists.some((list) => list.id === chosen)
  const tags = settings.tags ?? []
  return (
    <>
      {sentence ? (
        <Note>{`${sentence} ${countOf(people)}`}</Note>
      ) : (
        <Field label="List they go to" help={`${countOf(people)} Choose another list, and they're taken off the old one first.`}>
          <Select
            value={chosen}
            disabled={isSaving}
            options={[
              ...(chosen === '' ? [{ value: '', label: 'Choose a list' }] : []),
              ...(isGone ? [{ value: chosen, label: 'One that is no longer there' }] : []),
              ...lists.map(({ id: value, name: label }) => ({ value, label })),
            ]}
            onChange={(event) => event.target.value && onChange({ listId: event.target.value })}
          />
        </Field>
      )}
      <FieldSet legend="Tags they have there">
        {TAGS.map(({ value, label, help }) => (
          <Checkbox
            key={value}
            label={label}
            help={help}
            checked={tags.includes(value)}
            disabled={isSaving}
            onChange={(event) => onChange({ tags: event.target.checked ? [...tags, value] : tags.filter((tag) => tag !== value) })}
          />
        ))}
      </FieldSet>
    </>
  )
}

function countOf(people: number): string {
  if (people === 0) return 'No client with an e-mail address has agreed to marketing yet: note it on their page.'
  return people === 1 ? '1 client agreed and has an address.' : `${people.toLocaleString('en-GB')} clients agreed and have an address.`
}
