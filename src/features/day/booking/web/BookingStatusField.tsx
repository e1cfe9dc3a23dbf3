import { type Control, Controller, type UseFormRegister, useWatch } from 'react-hook-form'
import type { BookingValues } from '#features/day/booking/web/booking-form.ts'
import type { NewsOfForm } from '#features/day/booking/web/use-news.ts'
import { TextsPanel } from '#features/visits/appointments/web/TextsPanel.tsx'
import { Field } from '#ui/Field.tsx'
import { Segmented } from '#ui/Segmented.tsx'

type Props = { control: Control<BookingValues>; register: UseFormRegister<BookingValues> }

const STATUSES = [
  { value: 'booked', label: 'Booked' },
  { value: 'pencilled', label: 'Pencilled' },
] as const

/** Whether the client knows of the visit. */
export function BookingStatusField({ control }: Pick<Props, 'control'>) {
  const standing = useWatch({ control, name: 'standing' })
  return (
    <Field label="How sure" help={standing === 'pencilled' ? "The client hasn't been told: no text goes until you confirm." : undefined}>
      <Controller
        control={control}
        name="standing"
        render={({ field }) => <Segmented label="How sure" value={field.value} onChange={field.onChange} options={STATUSES} />}
      />
    </Field>
  )
}

/** Offered above the buttons, where it is seen without scrolling. */
export const TextsField = ({ register, ...asked }: Pick<Props, 'register'> & NewsOfForm) => <TextsPanel {...asked} {...register('texts')} />
