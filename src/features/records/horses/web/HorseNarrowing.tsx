import { Funnel, X } from 'lucide-react'
import { ClientPicker } from '#features/records/clients/web/ClientPicker.tsx'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { breedsOf, type HorseQuery } from '#features/records/horses/web/horse-list.ts'
import { YardPicker } from '#features/records/yards/web/YardPicker.tsx'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { Popover } from '#ui/Popover.tsx'
import { Select } from '#ui/Select.tsx'

type By = 'yard' | 'owner' | 'breed'
type Props = { horses: readonly KnownHorse[]; query: HorseQuery; onNarrow: (by: By, to: string | null) => void }

/** Filters the list by yard, owner or breed; each active filter is shown with a button that removes it. */
export function HorseNarrowing({ horses, query: { yardId, ownerId, breed }, onNarrow }: Props) {
  const narrowed: { by: By; to: string }[] = [
    ...(yardId ? [{ by: 'yard' as const, to: horses.find((horse) => horse.yardId === yardId)?.yardName ?? 'One yard' }] : []),
    ...(ownerId ? [{ by: 'owner' as const, to: horses.find((horse) => horse.clientId === ownerId)?.client?.name ?? 'One owner' }] : []),
    ...(breed ? [{ by: 'breed' as const, to: breedsOf(horses).find((one) => one.value === breed)?.label ?? breed }] : []),
  ]
  return (
    <>
      {narrowed.map(({ by, to }) => (
        <button
          key={by}
          type="button"
          aria-label={`Any ${by}, not just ${to}`}
          onClick={() => onNarrow(by, null)}
          className="inline-flex min-h-12 max-w-full items-center gap-1.5 rounded-full border border-ink bg-ink px-4 text-14 font-medium text-surface max-lg:order-2 md:min-h-[34px] md:px-3"
        >
          <span className="truncate">{to}</span>
          <X size={16} aria-hidden className="shrink-0" />
        </button>
      ))}
      <Popover
        label="Show only"
        align="end"
        trigger={
          <Button variant="quiet" size="icon" icon={Funnel} aria-label="Show only a yard, an owner or a breed" className="lg:ml-auto" />
        }
      >
        <div className="grid gap-3">
          <Field label="Yard">
            <YardPicker value={yardId} onChange={(id) => onNarrow('yard', id)} placeholder="Any yard" />
          </Field>
          <Field label="Owner">
            <ClientPicker value={ownerId} onChange={(id) => onNarrow('owner', id)} placeholder="Any owner" />
          </Field>
          <Field label="Breed">
            <Select
              placeholder="Any breed"
              options={breedsOf(horses)}
              value={breed ?? ''}
              onChange={(event) => onNarrow('breed', event.target.value || null)}
            />
          </Field>
        </div>
      </Popover>
    </>
  )
}
