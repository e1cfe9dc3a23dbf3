import { type Control, Controller, type UseFormRegister, useWatch } from 'react-hook-form'
import { isPast, type When, type WordsFields } from '#features/appointments/rules.ts'
import { confirmedTo } from '#features/appointments/telling.ts'
import type { KnownVisit } from '#features/appointments/web/data.ts'
import { TextsPanel } from '#features/appointments/web/TextsPanel.tsx'
import { useAudience, useTelling } from '#features/appointments/web/use-telling.ts'
import type { BookingValues } from '#features/booking/web/booking-form.ts'
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

/** Whether the client knows of the visit. */
export function StandingField({ control }: Pick<Props, 'control'>) {
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
    </div>
  )
}

/** What saving is to the owners: news of a new visit, of one that is confirmed, or of one that moves; and who would be told. */
export function useNews({ visit, when, owners, values }: Pick<Props, 'visit' | 'when' | 'owners'> & { values: BookingValues }) {
  const telling = useTelling()
  const audienceOf = useAudience()
  const news = !visit || visit.status === 'pencilled' ? ('booked' as const) : ('moved' as const)
  const after = when && { id: '', title: values.title, isCallOnly: values.isCallOnly, callPeriod: values.callPeriod, ...when }
  const places: WordsFields[] = after ? (visit && news === 'moved' ? [visit, after] : [after]) : []
  const isMoved = visit && when && (when.startTime !== visit.startTime || when.onDay !== visit.onDay)
  const booked = audienceOf && after && !isPast(after) ? confirmedTo(audienceOf(owners)) : []
  const moved = isMoved ? (telling?.(visit, when).names ?? []) : []
  const isTold = !values.isOwn && values.standing === 'booked'
  return { news, places, names: isTold ? (news === 'booked' ? booked : moved) : [] }
}

/** Offered above the buttons, where it is seen without scrolling. */
export const TextsField = ({ register, ...asked }: Pick<Props, 'register'> & ReturnType<typeof useNews>) => (
  <TextsPanel {...asked} {...register('texts')} />
)
