import { SavedForm } from '#app/pages/settings/SavedForm.tsx'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { LONGEST_PREP } from '#features/core/practice/limits.ts'
import type { Settings } from '#features/core/practice/rules.ts'
import { decide } from '#features/core/practice/web/settings.ts'
import { useRecordForm } from '#platform/web/use-record-form.ts'
import { useSaved } from '#platform/web/use-saved.ts'
import { Field } from '#ui/Field.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { toast } from '#ui/toast-store.ts'

type Values = { prepLine: string }
type Props = { user: CurrentUser; settings: Settings }

/** The farrier's own line: how the horse should stand ready. */
export function PrepLineForm({ user, settings }: Props) {
  const [saved, setSaved] = useSaved<Values>()
  return <Form key={saved.times} user={user} initial={saved.values ?? { prepLine: settings.prepLine ?? '' }} onSaved={setSaved} />
}

function Form({ user, initial, onSaved }: { user: CurrentUser; initial: Values; onSaved: (values: Values) => void }) {
  const form = useRecordForm<Values>({
    draft: 'prep line',
    initial,
    id: 'settings',
    create: async () => 'settings',
    change: (_id, { prepLine = '' }) => decide(user, { prepLine: prepLine.trim() || null }),
    onSaved: () => {
      toast({ title: 'Saved', description: 'Your prep line is saved.' })
      onSaved(form.getValues())
    },
  })
  return (
    <SavedForm title="Prep line" submitLabel="Save prep line" isAside {...form.dialog}>
      <Field
        label="What you ask every owner to do"
        optional
        help="Goes wherever a text says {prep}. As standard, that's “On my way” and “You're next”."
      >
        <TextInput maxLength={LONGEST_PREP} placeholder="Caught, clean and dry legs, please." {...form.register('prepLine')} />
      </Field>
    </SavedForm>
  )
}
