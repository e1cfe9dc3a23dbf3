import type { Ref } from 'react'
import { isGone } from '#features/records/horses/rules.ts'
import { type KnownHorse, useHorses } from '#features/records/horses/web/data.ts'
import type { Day } from '#lib/dates.ts'
import { canon } from '#lib/ids.ts'
import { memoLast } from '#lib/memo-last.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Combobox } from '#ui/Combobox.tsx'

type Props = {
  value: string | null | undefined
  onChange: (horseId: string | null) => void
  /** Only horses of this owner, or kept at this yard; with both, horses of either. */
  clientId?: string | null
  yardId?: string | null
  /** Horses not to offer, such as those already on the visit. */
  without?: readonly string[]
  placeholder?: string
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

/** One horse, by typing its name, owner or yard. Put it in a Field. Horses that are gone are not offered, but a chosen one is shown. */
export function HorsePicker({ value, onChange, clientId, yardId, without, placeholder = 'Horse or owner', ...rest }: Props) {
  const horses = useHorses()
  const today = useToday()
  const options =
    horses &&
    optionsOf(horses, today)
      .filter(({ horse }) => belongs(horse, clientId, yardId))
      .filter((option) => option.value === value || (!option.isGone && !without?.some((id) => canon(id) === option.value)))
  return (
    <Combobox
      {...rest}
      options={options}
      value={value ?? undefined}
      onChange={(chosen) => onChange(chosen ?? null)}
      placeholder={placeholder}
      emptyText={options?.length ? 'No horse by that name' : 'No horses yet'}
    />
  )
}

function belongs(horse: KnownHorse, clientId: string | null | undefined, yardId: string | null | undefined): boolean {
  if (!clientId && !yardId) return true
  return (Boolean(clientId) && horse.clientId === canon(clientId ?? '')) || (Boolean(yardId) && horse.yardId === canon(yardId ?? ''))
}

const optionsOf = memoLast((horses: readonly KnownHorse[], today: Day) =>
  horses.map((horse) => ({
    value: horse.id,
    label: horse.name,
    detail: [horse.client?.name, horse.yardName].filter(Boolean).join(', '),
    keywords: horse.client?.businessName ?? '',
    isGone: isGone(horse, today),
    horse,
  })),
)
