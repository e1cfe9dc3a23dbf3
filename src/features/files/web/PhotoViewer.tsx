import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { KnownFile } from '#features/files/web/data.ts'
import { photoName } from '#features/files/web/photo-name.ts'
import { usePhoto } from '#features/files/web/use-photo.ts'
import { dayAndYear } from '#lib/dates.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'

type Props = { photos: readonly KnownFile[]; others: readonly KnownFile[]; firstId: string; onClose: () => void }

/** One photo after the other, large; and one laid over another, to see what has changed between them. */
export function PhotoViewer({ photos, others, firstId, onClose }: Props) {
  const [at, setAt] = useState(() => photos.findIndex(({ id }) => id === firstId))
  const [otherId, setOther] = useState('')
  const photo = photos[at]
  if (!photo) return null
  const step = (by: number) => setAt((now) => Math.min(photos.length - 1, Math.max(0, now + by)))
  const turn = ({ key }: KeyboardEvent) => (key === 'ArrowLeft' ? step(-1) : key === 'ArrowRight' ? step(1) : undefined)
  const choices = others.filter(({ id }) => id !== photo.id)
  const other = choices.find(({ id }) => id === otherId)
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={photoName(photo)}
      description={`${dayTaken(photo)}, ${at + 1} of ${photos.length}`}
      footer={
        <>
          <Button icon={ChevronLeft} disabled={at === 0} onClick={() => step(-1)}>
            Previous
          </Button>
          <Button icon={ChevronRight} disabled={at === photos.length - 1} onClick={() => step(1)}>
            Next
          </Button>
        </>
      }
    >
      {/* The arrow keys turn pages here, as they do in a phone's own gallery. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons below do the same */}
      <div className="grid gap-3" onKeyDown={other ? undefined : turn}>
        {other ? <Compared before={other} after={photo} /> : <Large photo={photo} />}
        {choices.length > 0 && (
          <Field label="Compare with">
            <Select
              value={otherId}
              onChange={({ target }) => setOther(target.value)}
              options={[
                { value: '', label: 'Nothing' },
                ...choices.map((one) => ({ value: one.id, label: `${photoName(one)}, ${dayTaken(one)}` })),
              ]}
            />
          </Field>
        )}
      </div>
    </Dialog>
  )
}

const FRAME = 'grid min-h-60 w-full place-items-center overflow-hidden rounded-lg bg-sunken'

function Large({ photo }: { photo: KnownFile }) {
  const url = usePhoto(photo, 'picture')
  return (
    <div className={FRAME}>
      {url && <img src={url} alt={photoName(photo)} className="max-h-[65dvh] max-w-full object-contain" />}
      {url === null && <p className="p-6 text-center text-ink-2">This photo is on the server. Open it when you have a signal.</p>}
    </div>
  )
}

/** Two photos in one frame, one drawn back over the other. */
function Compared({ before, after }: { before: KnownFile; after: KnownFile }) {
  const [share, setShare] = useState(50)
  const [was, is] = [usePhoto(before, 'picture'), usePhoto(after, 'picture')]
  if (was === null || is === null) return <Large photo={was === null ? before : after} />
  return (
    <div className="grid gap-2">
      <div className={`${FRAME} relative h-[55dvh]`}>
        {is && <img src={is} alt={`Now: ${photoName(after)}`} className="absolute inset-0 size-full object-contain" />}
        {was && (
          <img
            src={was}
            alt={`Before: ${photoName(before)}`}
            className="absolute inset-0 size-full object-contain"
            style={{ clipPath: `inset(0 ${100 - share}% 0 0)` }}
          />
        )}
        <span aria-hidden className="absolute inset-y-0 w-0.5 bg-ember" style={{ left: `${share}%` }} />
      </div>
      <label className="grid gap-1 text-14">
        <span className="flex justify-between">
          <span>{`Before, ${dayTaken(before)}`}</span>
          <span>{`Now, ${dayTaken(after)}`}</span>
        </span>
        <input
          type="range"
          aria-label="How much of the photo before is shown"
          min={0}
          max={100}
          value={share}
          onChange={({ target }) => setShare(Number(target.value))}
          className="h-12 w-full accent-ember"
        />
      </label>
    </div>
  )
}

const dayTaken = ({ takenOn }: KnownFile): string => (takenOn ? dayAndYear(takenOn) : 'no date')
