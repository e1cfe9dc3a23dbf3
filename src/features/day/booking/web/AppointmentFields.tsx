import type { ReactNode } from 'react'
import { type Control, Controller, type FieldErrors, type UseFormRegister, useWatch } from 'react-hook-form'
import { MemberPicker } from '#features/core/practice/web/MemberPicker.tsx'
import { type BookingValues, bookingFaults } from '#features/day/booking/web/booking-form.ts'
import { HorsesField } from '#features/day/booking/web/HorsesField.tsx'
import type { CallNumbers } from '#features/day/booking/web/use-call-number.ts'
import { ClientPicker } from '#features/records/clients/web/ClientPicker.tsx'
import { YardPicker } from '#features/records/yards/web/YardPicker.tsx'
import { HIGHEST_CALL_NUMBER, LOWEST_CALL_NUMBER } from '#features/visits/appointments/rules.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { DateInput, TimeInput } from '#ui/DateInput.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { NumberInput } from '#ui/NumberInput.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Form = { control: Control<BookingValues>; register: UseFormRegister<BookingValues>; errors: FieldErrors<BookingValues> }
type Props = Form & {
  visitId: string | undefined
  /** The location when none is typed. */
  place: string | null
  /** A horse was chosen: its owner and yard are taken where none is chosen yet. */
  onHorse: (horseId: string) => void
  /** Of a stop without a time. */
  numbers: CallNumbers
  /** What speaks against the day and the time. */
  warnings: ReactNode
}

const validate = (field: keyof BookingValues) => ({ validate: (_: unknown, all: BookingValues) => bookingFaults(all)[field] ?? true })

/* Validated again when it becomes a stop or an own entry: an earlier error may no longer hold. */
const REQUIRED_OF_A_VISIT: (keyof BookingValues)[] = ['clientId', 'title', 'start', 'end', 'callNumber']

const WHAT = [
  { value: 'visit', label: 'Visit' },
  { value: 'own', label: 'Own entry' },
] as const

/** Spec §3 Appointment, §5: who and what, when, where. */
export function AppointmentFields({ visitId, place, onHorse, warnings, numbers, ...form }: Props) {
  const { control, register } = form
  const [isCallOnly, isOwn] = useWatch({ control, name: ['isCallOnly', 'isOwn'] })
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Controller
        control={control}
        name="isOwn"
        rules={{ deps: REQUIRED_OF_A_VISIT }}
        render={({ field }) => (
          <Segmented
            label="What it is"
            value={field.value ? 'own' : 'visit'}
            onChange={(what) => field.onChange(what === 'own')}
            options={WHAT}
            className="max-md:w-full md:col-span-2"
          />
        )}
      />
      {isOwn && <p className="-mt-2 text-14 text-ink-2 md:col-span-2">Something of your own: no client, and nobody is told of it.</p>}
      {!isOwn && <Whom {...form} isCallOnly={isCallOnly} visitId={visitId} onHorse={onHorse} />}
      <Title {...form} isCallOnly={isCallOnly} isOwn={isOwn} />
      <When {...form} isCallOnly={isCallOnly && !isOwn} isOwn={isOwn} warnings={warnings} numbers={numbers} />
      <Field label="Location" optional help={place && !isOwn && `Left empty: ${place}`} className="md:col-span-2">
        <TextInput autoComplete="off" maxLength={500} {...register('location')} />
      </Field>
      <Field label="Description" optional>
        <TextArea rows={3} maxLength={4000} {...register('description')} />
      </Field>
      <Field label="Notes" optional>
        <TextArea rows={3} maxLength={10_000} {...register('notes')} />
      </Field>
    </div>
  )
}

type TitleProps = Form & { isCallOnly: boolean; isOwn: boolean }

/* A component of its own, so that the form registers its fields in their order on screen, and focuses the first invalid one. */
const Title = ({ register, errors, isCallOnly, isOwn }: TitleProps) => (
  <Field
    label="Title"
    required={!isCallOnly}
    optional={isCallOnly}
    error={errors.title?.message}
    help={isOwn ? undefined : 'Filled in from the horses and their work until you change it'}
    className="md:col-span-2"
  >
    <TextInput
      autoComplete="off"
      maxLength={200}
      placeholder={isOwn ? 'Dentist' : 'Solo, full set refit'}
      {...register('title', validate('title'))}
    />
  </Field>
)

type WhomProps = Form & Pick<Props, 'visitId' | 'onHorse'> & { isCallOnly: boolean }

const Whom = ({ control, errors, isCallOnly, visitId, onHorse }: WhomProps) => (
  <>
    <Field label="Client" required={!isCallOnly} optional={isCallOnly} error={errors.clientId?.message}>
      <Controller
        control={control}
        name="clientId"
        rules={validate('clientId')}
        render={({ field }) => <ClientPicker adds {...field} onChange={(id) => field.onChange(id ?? '')} />}
      />
    </Field>
    <Field label="Yard" optional>
      <Controller
        control={control}
        name="yardId"
        render={({ field }) => <YardPicker adds {...field} onChange={(id) => field.onChange(id ?? '')} />}
      />
    </Field>
    <HorsesField control={control} visitId={visitId} onHorse={onHorse} />
  </>
)

type WhenProps = Form & Pick<Props, 'warnings' | 'numbers'> & { isCallOnly: boolean; isOwn: boolean }

const When = ({ isCallOnly, isOwn, warnings, numbers, ...form }: WhenProps) => {
  const { control, register, errors } = form
  return (
    <div className="grid content-start gap-4 md:col-span-2 md:grid-cols-3">
      {!isOwn && (
        <div className="md:col-span-3">
          <Checkbox
            label="Call Only"
            help="A stop without a time: a number in the morning or afternoon"
            {...register('isCallOnly', { deps: REQUIRED_OF_A_VISIT })}
          />
        </div>
      )}
      <Field label="Date" required error={errors.onDay?.message}>
        <DateInput {...register('onDay', validate('onDay'))} />
      </Field>
      {isCallOnly ? <Call {...form} numbers={numbers} /> : <Times {...form} />}
      <Controller
        control={control}
        name="memberId"
        render={({ field }) => <MemberPicker label="Who goes" value={field.value} onChange={field.onChange} className="md:col-span-3" />}
      />
      <div className="empty:hidden md:col-span-3">{warnings}</div>
    </div>
  )
}

const Times = ({ register, errors }: Form) => (
  <div className="grid grid-cols-2 gap-4 md:col-span-2">
    <Field label="Start time" required error={errors.start?.message}>
      <TimeInput {...register('start', validate('start'))} />
    </Field>
    <Field label="End time" required error={errors.end?.message}>
      <TimeInput {...register('end', validate('end'))} />
    </Field>
  </div>
)

const Call = ({ control, register, errors, numbers: { takenBy, next, take } }: Form & Pick<Props, 'numbers'>) => (
  <div className="grid grid-cols-2 gap-4 md:col-span-2">
    <Field label="Call number" error={errors.callNumber?.message}>
      <NumberInput min={LOWEST_CALL_NUMBER} max={HIGHEST_CALL_NUMBER} {...register('callNumber', validate('callNumber'))} />
    </Field>
    <Field label="Call period">
      <Controller
        control={control}
        name="callPeriod"
        render={({ field }) => <Segmented label="Call period" value={field.value} onChange={field.onChange} options={PERIODS} />}
      />
    </Field>
    {takenBy && (
      <Note tone="due" live className="col-span-2">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p>{`That number is taken by ${takenBy}. They go one after the other.`}</p>
          <Button size="sm" onClick={take}>{`Take number ${next}`}</Button>
        </div>
      </Note>
    )}
  </div>
)

const PERIODS = [
  { value: 'AM', label: 'AM' },
  { value: 'PM', label: 'PM' },
] as const
