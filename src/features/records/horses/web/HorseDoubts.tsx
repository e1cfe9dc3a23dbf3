import { TriangleAlert } from 'lucide-react'
import { type Control, useWatch } from 'react-hook-form'
import { useLocation } from 'wouter'
import { findLike } from '#features/records/horses/likeness.ts'
import { microchipDoubt, uelnDoubt } from '#features/records/horses/numbers.ts'
import { useHorses } from '#features/records/horses/web/data.ts'
import { horseHref } from '#features/records/horses/web/HorseLink.tsx'
import type { HorseValues } from '#features/records/horses/web/horse-form.ts'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/Note.tsx'

type Props = { control: Control<HorseValues> }

/** What is odd about the UELN typed, under its box. It is still saved. */
export const UelnDoubt = ({ control }: Props) => <Doubt of={uelnDoubt(useWatch({ control, name: 'ueln' }))} />

/** The same of the microchip. */
export const MicrochipDoubt = ({ control }: Props) => <Doubt of={microchipDoubt(useWatch({ control, name: 'microchip' }))} />

const Doubt = ({ of }: { of: string | undefined }) =>
  of ? (
    <span role="status" className="flex items-start gap-1.5 text-due-ink">
      <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
      <span>{of} You can still save it.</span>
    </span>
  ) : (
    '15 of them, from the passport'
  )

/** Shows when a horse on record may be the one being entered, with a link to it; saving is not blocked. */
export function LikeHorse({ control, id, onOpen }: Props & { id: string | undefined; onOpen: () => void }) {
  const [name, clientId, ueln, microchip] = useWatch({ control, name: ['name', 'clientId', 'ueln', 'microchip'] })
  const like = findLike(useHorses() ?? [], { id, name, clientId, ueln, microchip })
  const [, navigate] = useLocation()
  if (!like) return null
  const { horse, shared } = like
  return (
    <Note tone="due" icon={TriangleAlert} live className="mt-4">
      <p>
        <b>{horse.name}</b>
        {horse.client && ` of ${horse.client.name}`} has the same {shared}.
      </p>
      <Button
        size="sm"
        className="mt-2"
        onClick={() => {
          onOpen()
          navigate(horseHref(horse.id))
        }}
      >
        Open {horse.name}
      </Button>
    </Note>
  )
}
