import { Pencil } from 'lucide-react'
import type { ComponentType } from 'react'
import { ClientLink } from '#features/clients/web/ClientLink.tsx'
import { CycleBar } from '#features/horses/web/CycleBar.tsx'
import type { KnownHorse } from '#features/horses/web/data.ts'
import { HorseFlagsBadge } from '#features/horses/web/HorseFlagsBadge.tsx'
import { HorseAvatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Note } from '#ui/Note.tsx'
import { RecordPanel } from '#ui/RecordPanel.tsx'

type Props = {
  horse: KnownHorse
  onClose: () => void
  /** Absent for those who may not change it. */
  onEdit?: (() => void) | undefined
  /** What was done to a horse, from the work feature. */
  Work: ComponentType<{ horseId: string }>
}

/** Spec §2 Horses, view: '{horse} - Work History' with details, owner and recent work. */
export const HorseRecord = ({ horse, onClose, onEdit, Work }: Props) => (
  <RecordPanel
    title={`${horse.name} - Work History`}
    onClose={onClose}
    footer={
      onEdit && (
        <Button icon={Pencil} onClick={onEdit}>
          Edit
        </Button>
      )
    }
  >
    <div className="grid gap-4">
      <div className="flex items-center gap-4">
        <HorseAvatar color={horse.color} size="lg" />
        <div className="min-w-0">
          <p className="text-18">{looksOf(horse)}</p>
          <p className="text-ink-2">
            <ClientLink id={horse.clientId} />
            {horse.client?.businessName && `, ${horse.client.businessName}`}
          </p>
        </div>
      </div>
      <HorseFlagsBadge flags={horse.flags} />
      <CycleBar horse={horse} />
      {horse.specialNotes && <Note className="max-h-64 overflow-y-auto whitespace-pre-line">{horse.specialNotes}</Note>}
      <Facts facts={factsOf(horse)} />
      <Work horseId={horse.id} />
    </div>
  </RecordPanel>
)

/** `Bay Welsh Section D, 9 years`. */
const looksOf = ({ breed, color, age }: KnownHorse): string => {
  const coat = [color, breed].filter(Boolean).join(' ')
  return [coat && coat[0]?.toUpperCase() + coat.slice(1), age === null ? null : `${age} ${age === 1 ? 'year' : 'years'}`]
    .filter(Boolean)
    .join(', ')
}

const factsOf = (horse: KnownHorse) =>
  [
    ['Stands at', horse.yardName],
    ['Temperament', horse.temperament],
    ['Markings', horse.markings],
    ['Cycle', horse.cycleDays && weeks(horse.cycleDays)],
    ['Paid by', horse.payerClientId && <ClientLink id={horse.payerClientId} />],
    ['Vet', horse.vetName],
    ["Vet's phone", horse.vetPhone && <PhoneLink number={horse.vetPhone} />],
    ['UELN', horse.ueln],
    ['Microchip', horse.microchip],
  ] as const

const PhoneLink = ({ number }: { number: string }) => (
  <a href={`tel:${number.replace(/[^\d+]/g, '')}`} className="link">
    {number}
  </a>
)

const weeks = (days: number) => (days % 7 === 0 ? `${days / 7} weeks` : `${days} days`)
