import { useState } from 'react'
import type { FirstVisitFields } from '#app/pages/welcome/first-visit-fields.ts'
import { useKinds } from '#features/records/kinds/web/use-kinds.ts'
import { Chip } from '#ui/Chip.tsx'
import { Field, FieldSet } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'

/** What most first visits are for; the rest is behind Other. */
const USUAL = ['Trim', 'Full set new', 'Front shoes new']

/** The work to do. */
export function WorkChips({ form: { watch, setValue, register } }: { form: FirstVisitFields }) {
  const kinds = useKinds()
  const work = watch('work')
  const [isOther, setOther] = useState(!USUAL.includes(work))
  if (isOther)
    return (
      <Field label="Work">
        <Select options={kinds.options(work)} {...register('work')} />
      </Field>
    )
  return (
    <FieldSet legend="Work">
      <div className="flex flex-wrap gap-2">
        {USUAL.map((one) => (
          <Chip key={one} pressed={work === one} onPressedChange={() => setValue('work', one, { shouldDirty: true })}>
            {kinds.labelOf(one)}
          </Chip>
        ))}
        <Chip pressed={false} onPressedChange={() => setOther(true)}>
          Other
        </Chip>
      </div>
    </FieldSet>
  )
}
