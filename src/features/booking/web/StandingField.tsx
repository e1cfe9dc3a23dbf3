import { type Control, Controller, type UseFormRegister, useWatch } from 'react-hook-form'
import type { When } from '#features/appointments/rules.ts'
import { confirmedTo, listed } from '#features/appointments/telling.ts'
import type { KnownVisit } from '#features/appointments/web/data.ts'
import { useAudience, useTelling } from '#features/appointments/web/use-telling.ts'
import type { BookingValues } from '#features/booking/web/booking-form.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field } from '#ui/Field.tsx'
import { Segmented } from '#ui/Segmented.tsx'

type Props = {
  control: Control<BookingValues>
  register: UseFormRegister<BookingValues>
  visit: KnownVisit | undefined
  /** When the form says it is; undefined while that is not whole. */
  when: When | undefined
  owners: readonly string[]
}

const STANDINGS = [
  { value: 'booked', label: 'Booked' },
  { value: 'pencilled', label: 'Pencilled' },
] as const

/** Whether the client knows of the visit, and the text that saving it sends. */
export function StandingField({ control, register, visit, when, owners }: Props) {
  const standing = useWatch({ control, name: 'standing' })
  return (
    <div className="mt-4 grid gap-2">
      <Field
        label="How sure"
        help={standing === 'pencilled' ? 'The client has not been told: nothing is texted until you confirm.' : undefined}
      >
        <Controller
          control={control}
          name="standing"
          render={({ field }) => <Segmented label="How sure" value={field.value} onChange={field.onChange} options={STANDINGS} />}
        />
      </Field>
      {standing === 'booked' && <Texts visit={visit} when={when} owners={owners} field={register('texts')} />}
    </div>
  )
}

type TextsProps = Pick<Props, 'visit' | 'when' | 'owners'> & { field: object }

/** Offered where saving is news to somebody who can be reached: a new visit, one that is confirmed, or one that moves. */
function Texts({ visit, when, owners, field }: TextsProps) {
  const telling = useTelling()
  const audienceOf = useAudience()
  const isNews = !visit || visit.status === 'pencilled'
  const isMoved = visit && when && (when.startTime !== visit.startTime || when.onDay !== visit.onDay)
  const names = isNews ? (audienceOf ? confirmedTo(audienceOf(owners)) : []) : isMoved ? (telling?.(visit, when).names ?? []) : []
  if (names.length === 0) return null
  return (
    <Checkbox
      label={`Text ${listed(names)} ${isNews ? 'that it is booked' : 'about the new time'}`}
      help={isNews ? undefined : 'Held for 90 seconds, in case you change your mind'}
      {...field}
    />
  )
}
