import { X } from 'lucide-react'
import { type Control, type UseFormRegister, useFieldArray, useWatch } from 'react-hook-form'
import type { BookingValues } from '#features/appointments/web/booking-form.ts'
import type { HorseRow } from '#features/horses/contract.ts'
import { HorsePicker } from '#features/horses/web/HorsePicker.tsx'
import { useRows } from '#platform/web/use-rows.ts'
import { Button } from '#ui/Button.tsx'
import { Field, FieldSet } from '#ui/Field.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Props = { control: Control<BookingValues>; register: UseFormRegister<BookingValues>; onHorse: (horseId: string) => void }

/** The horses of a visit, each with what is planned for it, and a box to add one. */
export function HorsesField({ control, register, onHorse }: Props) {
  const { fields, append, remove } = useFieldArray({ control, name: 'horses' })
  const [clientId, yardId] = useWatch({ control, name: ['clientId', 'yardId'] })
  const horses = useRows<HorseRow>('horses')
  const nameOf = (id: string) => horses?.find((horse) => horse.id === id)?.name ?? 'Horse'
  const add = (horseId: string | null) => {
    if (!horseId) return
    append({ horseId, plannedWork: '' }, { shouldFocus: false })
    onHorse(horseId)
  }
  return (
    <FieldSet legend="Horses" className="md:col-span-2">
      {fields.map((field, at) => (
        <div key={field.id} className="flex items-end gap-2">
          <Field label={`Work for ${nameOf(field.horseId)}`} optional className="flex-1">
            <TextInput autoComplete="off" maxLength={200} placeholder="Trim, full set refit" {...register(`horses.${at}.plannedWork`)} />
          </Field>
          <Button variant="quiet" size="icon" icon={X} aria-label={`Take ${nameOf(field.horseId)} off`} onClick={() => remove(at)} />
        </div>
      ))}
      <Field label={fields.length ? 'Add another horse' : 'Add a horse'} optional>
        <HorsePicker
          key={fields.length}
          value={null}
          onChange={add}
          clientId={clientId || null}
          yardId={yardId || null}
          without={fields.map((field) => field.horseId)}
        />
      </Field>
    </FieldSet>
  )
}
