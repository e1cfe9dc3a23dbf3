import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Controller, useFieldArray, useWatch } from 'react-hook-form'
import { BookingStatusField } from '#features/day/booking/web/BookingStatusField.tsx'
import { type HorseValue, REQUIRED_OF_A_VISIT, validate } from '#features/day/booking/web/booking-form.ts'
import { HorsesField } from '#features/day/booking/web/HorsesField.tsx'
import type { CallNumbers } from '#features/day/booking/web/use-call-number.ts'
import { useHorseLook } from '#features/day/booking/web/use-horse-look.ts'
import { type BookingFormParts, WhenFields } from '#features/day/booking/web/WhenFields.tsx'
import { WhoField } from '#features/day/booking/web/WhoField.tsx'
import { YardPicker } from '#features/records/yards/web/YardPicker.tsx'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/Field.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { TextInput } from '#ui/TextInput.tsx'

type Props = BookingFormParts & {
  visitId: string | undefined
  /** The location when none is typed. */
  place: string | null
  /** A horse was chosen: its owner and yard are taken where none is chosen yet. */
  onHorse: (horseId: string) => void
  /** Of a stop without a time. */
  numbers: CallNumbers
  /** What speaks against the day and the time. */
  warnings: ReactNode
  /** Something under *More* has been filled in already. */
  opensMore: boolean
}

const WHAT = [
  { value: 'visit', label: 'Visit' },
  { value: 'own', label: 'Own entry' },
] as const

/** Spec §3 Appointment, §5: who, when, the work of each horse, and a title that follows from them; the rest under *More*. */
export function AppointmentFields({ visitId, place, onHorse, warnings, numbers, opensMore, ...form }: Props) {
  const { control } = form
  const [isCallOnly, isOwn, onDay] = useWatch({ control, name: ['isCallOnly', 'isOwn', 'onDay'] })
  const { fields, append, remove } = useFieldArray({ control, name: 'horses' })
  const look = useHorseLook(onDay, visitId)
  const add = (horseIds: readonly string[]) => {
    const values = horseIds.map((horseId): HorseValue => ({ horseId, plannedWork: look.usualWork(horseId) }))
    append(values, { shouldFocus: false })
    for (const horseId of horseIds) onHorse(horseId)
  }
  return (
    <div className="grid gap-3">
      <div className="grid gap-2 md:grid-cols-[minmax(0,1fr)_auto] md:gap-x-3">
        <What control={control} isOwn={isOwn} />
        {isOwn ? (
          <p className="self-center text-ink-2 md:order-first">For you only: no client, and nobody is told.</p>
        ) : (
          <WhoField
            control={control}
            isOptional={isCallOnly}
            error={form.errors.clientId?.message}
            onDay={onDay}
            horseIds={fields.map(({ horseId }) => horseId)}
            look={look}
            onHorses={add}
          />
        )}
      </div>
      <WhenFields {...form} isCallOnly={isCallOnly && !isOwn} isOwn={isOwn} warnings={warnings} numbers={numbers} />
      {!isOwn && fields.length > 0 && <HorsesField control={control} fields={fields} look={look} onRemove={remove} />}
      <Title {...form} isCallOnly={isCallOnly} isOwn={isOwn} />
      <More {...form} isOwn={isOwn} place={place} opensMore={opensMore} />
    </div>
  )
}

const What = ({ control, isOwn }: Pick<Props, 'control'> & { isOwn: boolean }) => (
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
        className={cx('max-md:w-full', !isOwn && 'md:mt-[26px] md:self-start')}
      />
    )}
  />
)

type TitleProps = BookingFormParts & { isCallOnly: boolean; isOwn: boolean }

/* A component of its own, so that the form registers its fields in their order on screen, and focuses the first invalid one. */
const Title = ({ register, errors, isCallOnly, isOwn }: TitleProps) => (
  <Field label="Title" required={!isCallOnly} optional={isCallOnly} error={errors.title?.message}>
    <TextInput
      autoComplete="off"
      maxLength={200}
      placeholder={isOwn ? 'Dentist' : 'Filled in from the horses and their work'}
      {...register('title', validate('title'))}
    />
  </Field>
)

function More({ control, register, isOwn, place, opensMore }: BookingFormParts & { isOwn: boolean } & Pick<Props, 'place' | 'opensMore'>) {
  const [isOpen, setOpen] = useState(opensMore)
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        icon={ChevronDown}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className={cx('-ml-2 w-fit', isOpen && '[&>svg]:rotate-180')}
      >
        {isOwn ? 'More: place and notes' : 'More: yard, place, notes, how sure'}
      </Button>
      {isOpen && (
        <div className="grid gap-3 md:grid-cols-2">
          {!isOwn && (
            <Field label="Yard" optional>
              <Controller
                control={control}
                name="yardId"
                render={({ field }) => <YardPicker adds {...field} onChange={(id) => field.onChange(id ?? '')} />}
              />
            </Field>
          )}
          <Field label="Location" optional help={place && !isOwn && `Left empty: ${place}`} className={isOwn ? 'md:col-span-2' : ''}>
            <TextInput autoComplete="off" maxLength={500} {...register('location')} />
          </Field>
          <Field label="Description" optional>
            <TextArea rows={2} maxLength={4000} {...register('description')} />
          </Field>
          <Field label="Notes" optional>
            <TextArea rows={2} maxLength={10_000} {...register('notes')} />
          </Field>
          {!isOwn && <BookingStatusField control={control} />}
        </div>
      )}
    </>
  )
}
