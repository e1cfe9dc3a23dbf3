import { Controller } from 'react-hook-form'
import type { CurrentUser, Member } from '#features/core/practice/contract.ts'
import { diaryMembers } from '#features/core/practice/rules.ts'
import { readMiles, VEHICLES } from '#features/office/books/mileage.ts'
import { addTrip, changeTrip, type KnownTrip, removeTrip, type TripWords } from '#features/office/books/web/data.ts'
import { type Day, shortDay } from '#lib/dates.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRecordForm } from '#platform/web/use-record-form.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { DateInput } from '#ui/DateInput.tsx'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { Select } from '#ui/Select.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { toast } from '#ui/toast-store.ts'
import { withToast } from '#ui/with-toast.ts'

type Props = {
  /** The trip to change; absent: a new one. */
  trip?: KnownTrip | undefined
  /** The driver of a new trip. */
  memberId?: string | undefined
  onClose: () => void
}
type Values = {
  onDay: Day
  miles: string
  memberId: string
  vehicle: TripWords['vehicle']
  purpose: string
  fromPlace: string
  toPlace: string
}

/** Adds or corrects a trip in the log. Mount it to open it. */
export function TripDialog({ trip, memberId, onClose }: Props) {
  const today = useToday()
  const own = useSession<CurrentUser>().user?.memberId ?? ''
  const drivers = diaryMembers(useRows<Member>('members') ?? [], trip?.memberId ?? memberId ?? own)
  const initial = valuesOf(trip, today, memberId ?? own)
  const form = useRecordForm<Values>({
    draft: trip ? null : 'trip',
    initial,
    id: trip?.id,
    row: trip,
    create: (values) => addTrip(wordsOf(values)),
    change: (id, changed, seen) => changeTrip(id, changesOf({ ...initial, ...changed }, changed), seen),
    onSaved(_id, what) {
      const { onDay, miles } = form.getValues()
      const title = what === 'created' ? 'Miles added' : 'Miles changed'
      if (what !== 'unchanged') toast({ title, description: `${miles.trim()} on ${shortDay(onDay)}` })
      onClose()
    },
  })
  const { register, control, formState } = form
  return (
    <FormDialog {...form.dialog} title={trip ? 'Change miles' : 'Add miles'} submitLabel="Save" onClose={onClose}>
      <div className="grid gap-4">
        <div className="grid grid-cols-2 items-start gap-4">
          <Field label="Miles" required error={formState.errors.miles?.message}>
            <TextInput inputMode="decimal" autoComplete="off" placeholder="41.5" {...register('miles', { validate: isDistance })} />
          </Field>
          <Field label="Day" required error={formState.errors.onDay?.message}>
            <DateInput max={today} {...register('onDay', { required: 'Choose the day' })} />
          </Field>
        </div>
        <Field label="What for" required error={formState.errors.purpose?.message}>
          <TextInput maxLength={300} placeholder="Shoes from the supplier" {...register('purpose', { validate: isFilled })} />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="From" optional>
            <TextInput maxLength={200} {...register('fromPlace')} />
          </Field>
          <Field label="To" optional>
            <TextInput maxLength={200} {...register('toPlace')} />
          </Field>
        </div>
        {drivers.length > 1 && (
          <Field label="Who drove">
            <Select options={drivers.map(({ id, name }) => ({ value: id, label: name }))} {...register('memberId')} />
          </Field>
        )}
        <Field label="Vehicle">
          <Controller
            control={control}
            name="vehicle"
            render={({ field }) => <Segmented label="Vehicle" value={field.value} onChange={field.onChange} options={KINDS} />}
          />
        </Field>
        {trip && <RemoveButton trip={trip} onClose={onClose} />}
      </div>
    </FormDialog>
  )
}

function RemoveButton({ trip, onClose }: { trip: KnownTrip; onClose: () => void }) {
  const remove = () => {
    onClose()
    return withToast('Miles removed', `${trip.purpose}, ${shortDay(trip.onDay)}`, () => removeTrip(trip))
  }
  return (
    <Button variant="danger" className="justify-self-start" onClick={remove}>
      Remove from the log
    </Button>
  )
}

const KINDS = Object.entries(VEHICLES).map(([value, label]) => ({ value: value as TripWords['vehicle'], label }))

const valuesOf = (trip: KnownTrip | undefined, today: Day, memberId: string): Values => ({
  onDay: trip?.onDay ?? today,
  miles: trip ? String(trip.milesTenths / 10) : '',
  memberId: trip?.memberId ?? memberId,
  vehicle: trip?.vehicle ?? 'car-or-van',
  purpose: trip?.purpose ?? '',
  fromPlace: trip?.fromPlace ?? '',
  toPlace: trip?.toPlace ?? '',
})

const wordsOf = ({ miles, purpose, fromPlace, toPlace, ...rest }: Values): TripWords => ({
  ...rest,
  milesTenths: readMiles(miles) ?? 0,
  purpose: purpose.trim(),
  fromPlace: fromPlace.trim() || null,
  toPlace: toPlace.trim() || null,
})

/** The fields to record, from those changed in the form. */
function changesOf(values: Values, changed: Partial<Values>): Partial<TripWords> {
  const { milesTenths, ...words } = wordsOf(values)
  const fields = Object.entries(words).filter(([field]) => field in changed)
  return { ...Object.fromEntries(fields), ...('miles' in changed && { milesTenths }) }
}

const isFilled = (text: string) => text.trim() !== '' || 'Say what it was for'
const isDistance = (text: string) => readMiles(text) !== undefined || 'Enter miles, such as 41 or 41.5'
