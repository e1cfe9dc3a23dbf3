import { Plus, X } from 'lucide-react'
import { type Control, Controller, useFieldArray, useWatch } from 'react-hook-form'
import { together } from '#features/day/booking/proposing.ts'
import type { BookingValues, HorseValue } from '#features/day/booking/web/booking-form.ts'
import { useHorseLook } from '#features/day/booking/web/use-horse-look.ts'
import { WorkInput } from '#features/day/booking/web/WorkInput.tsx'
import { dueInWords } from '#features/records/horses/rules.ts'
import { HorseFlagsBadge } from '#features/records/horses/web/HorseFlagsBadge.tsx'
import { HorsePicker } from '#features/records/horses/web/HorsePicker.tsx'
import { addDays, shortDay } from '#lib/dates.ts'
import { useToday } from '#platform/web/use-today.ts'
import { HorseAvatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { Field, FieldSet } from '#ui/Field.tsx'

type Props = { control: Control<BookingValues>; visitId: string | undefined; onHorse: (horseId: string) => void }
type Look = ReturnType<typeof useHorseLook>

/** The horses of a visit, each with its owner, what to know of it and the planned work, and a box to add one. */
export function HorsesField({ control, visitId, onHorse }: Props) {
  const { fields, append, remove } = useFieldArray({ control, name: 'horses' })
  const [clientId, yardId, onDay] = useWatch({ control, name: ['clientId', 'yardId', 'onDay'] })
  const look = useHorseLook(onDay, visitId)
  const ids = fields.map((field) => field.horseId)
  const add = (horseIds: readonly string[]) => {
    const values = horseIds.map((horseId): HorseValue => ({ horseId, plannedWork: look.usualWork(horseId) }))
    append(values, { shouldFocus: false })
    for (const horseId of horseIds) onHorse(horseId)
  }
  return (
    <FieldSet legend="Horses" className="md:col-span-2">
      {fields.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {fields.map((field, at) => (
            <HorseLine key={field.id} control={control} at={at} horseId={field.horseId} look={look} onRemove={() => remove(at)} />
          ))}
        </ul>
      )}
      <DueHere yardId={yardId} onDay={onDay} without={ids} look={look} onAdd={add} />
      <Field label={fields.length ? 'Add another horse' : 'Add a horse'} optional>
        <HorsePicker
          key={fields.length}
          value={null}
          onChange={(horseId) => horseId && add([horseId])}
          clientId={clientId || null}
          yardId={yardId || null}
          without={ids}
        />
      </Field>
    </FieldSet>
  )
}

type LineProps = { control: Control<BookingValues>; at: number; horseId: string; look: Look; onRemove: () => void }

function HorseLine({ control, at, horseId, look, onRemove }: LineProps) {
  const { name, horse, owner, payer, warnings } = look.of(horseId)
  const today = useToday()
  const details = [
    owner,
    payer && `paid by ${payer}`,
    horse?.nextDue && `due ${shortDay(horse.nextDue)}, ${dueInWords(horse.nextDue, today)}`,
  ]
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 gap-y-2 p-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,240px)_auto]">
      <div className="flex min-w-0 gap-3">
        <HorseAvatar color={horse?.color ?? null} size="sm" />
        <div className="min-w-0">
          <p className="truncate font-bold">{name}</p>
          <p className="text-14 text-ink-2">{details.filter(Boolean).join(', ')}</p>
          {horse && horse.flags.length > 0 && <HorseFlagsBadge flags={horse.flags} />}
          {warnings.map((warning) => (
            <p key={warning} role="status" className="mt-1 rounded-sm bg-due-tint px-2 py-1 text-14 text-due-ink">
              {warning}
            </p>
          ))}
        </div>
      </div>
      <div className="max-sm:col-span-2 max-sm:row-start-2">
        <Controller
          control={control}
          name={`horses.${at}.plannedWork`}
          render={({ field }) => <WorkInput label={`Work for ${name}`} value={field.value} onChange={field.onChange} />}
        />
      </div>
      <Button
        variant="quiet"
        size="icon"
        icon={X}
        aria-label={`Take ${name} off`}
        className="-mt-2 -mr-2 sm:mt-5 sm:mr-0"
        onClick={onRemove}
      />
    </li>
  )
}

type DueProps = { yardId: string; onDay: string; without: readonly string[]; look: Look; onAdd: (horseIds: readonly string[]) => void }

/** One tap for the horses of a yard that fall due around the day of the visit. */
function DueHere({ yardId, onDay, without, look, onAdd }: DueProps) {
  if (!yardId || !onDay) return null
  const due = together(
    look.standingAt(yardId).filter((horse) => !without.includes(horse.id)),
    onDay < look.today ? look.today : addDays(onDay, 0),
  )
  if (due.length === 0) return null
  return (
    <Button size="sm" icon={Plus} className="w-fit" onClick={() => onAdd(due.map((horse) => horse.id))}>
      {due.length === 1 ? `Add ${due[0]?.name}, due here` : `Add the ${due.length} due here`}
    </Button>
  )
}
