import { X } from 'lucide-react'
import { type Control, Controller } from 'react-hook-form'
import type { BookingValues } from '#features/day/booking/web/booking-form.ts'
import type { useHorseLook } from '#features/day/booking/web/use-horse-look.ts'
import { WorkInput } from '#features/day/booking/web/WorkInput.tsx'
import { dueInWords } from '#features/records/horses/rules.ts'
import { HorseFlagsBadge } from '#features/records/horses/web/HorseFlagsBadge.tsx'
import { shortDay } from '#lib/dates.ts'
import { HorseAvatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { FieldSet } from '#ui/Field.tsx'

type Look = ReturnType<typeof useHorseLook>
type Props = {
  control: Control<BookingValues>
  fields: readonly { id: string; horseId: string }[]
  look: Look
  onRemove: (at: number) => void
}

/** The horses of a visit, each with its owner, what to know of it and the planned work. */
export const HorsesField = ({ control, fields, look, onRemove }: Props) => (
  <FieldSet legend="Work">
    <ul className="divide-y divide-line rounded-lg border border-line">
      {fields.map((field, at) => (
        <HorseLine key={field.id} control={control} at={at} horseId={field.horseId} look={look} onRemove={() => onRemove(at)} />
      ))}
    </ul>
  </FieldSet>
)

type LineProps = { control: Control<BookingValues>; at: number; horseId: string; look: Look; onRemove: () => void }

function HorseLine({ control, at, horseId, look, onRemove }: LineProps) {
  const { name, horse, owner, payer, warnings } = look.of(horseId)
  const details = [
    owner,
    payer && `paid by ${payer}`,
    horse?.nextDue && `due ${shortDay(horse.nextDue)}, ${dueInWords(horse.nextDue, look.today)}`,
  ]
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 px-3 py-1.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,240px)_auto]">
      <div className="flex min-w-0 items-center gap-3">
        <HorseAvatar color={horse?.color ?? null} size="sm" />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2">
            <span className="font-bold">{name}</span>
            {horse && horse.flags.length > 0 && <HorseFlagsBadge flags={horse.flags} />}
          </p>
          <p className="text-14 text-ink-2">{details.filter(Boolean).join(', ')}</p>
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
      <Button variant="quiet" size="icon" icon={X} aria-label={`Take ${name} off`} className="-mr-2 sm:mr-0" onClick={onRemove} />
    </li>
  )
}
