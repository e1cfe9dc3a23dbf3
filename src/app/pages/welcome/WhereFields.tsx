import type { FirstVisitFields } from '#app/pages/welcome/first-visit-fields.ts'
import { Chip } from '#ui/Chip.tsx'
import { Field, FieldSet } from '#ui/Field.tsx'
import { TextInput } from '#ui/TextInput.tsx'

/** Where the horse stands: at its owner's unless a yard is named. */
export function WhereFields({ form: { watch, setValue, register, formState } }: { form: FirstVisitFields }) {
  const isAtYard = watch('isAtYard')
  const choose = (value: boolean) => () => setValue('isAtYard', value, { shouldDirty: true })
  return (
    <>
      <FieldSet legend="Where">
        <div className="flex flex-wrap gap-2">
          <Chip pressed={!isAtYard} onPressedChange={choose(false)}>
            The client’s place
          </Chip>
          <Chip pressed={isAtYard} onPressedChange={choose(true)}>
            A yard
          </Chip>
        </div>
      </FieldSet>
      {isAtYard && (
        <div className="grid grid-cols-[minmax(0,1fr)_140px] gap-3">
          <Field label="Yard" required error={formState.errors.yard?.message}>
            <TextInput
              autoFocus
              autoComplete="off"
              enterKeyHint="go"
              maxLength={200}
              {...register('yard', { validate: (name, { isAtYard: isWanted }) => !isWanted || name.trim() !== '' || 'Enter a name' })}
            />
          </Field>
          <Field label="Postcode" optional>
            <TextInput autoComplete="off" autoCapitalize="characters" enterKeyHint="go" maxLength={12} {...register('postcode')} />
          </Field>
        </div>
      )}
    </>
  )
}
