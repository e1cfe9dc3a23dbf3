import { useState } from 'react'
import type { KnownFile } from '#features/evidence/files/web/data.ts'
import { usePhoto } from '#features/evidence/files/web/use-photo.ts'
import { dayTaken, usePhotoName } from '#features/evidence/files/web/use-photo-name.ts'

/** How a photo is framed where it is looked at. */
const FRAME = 'grid min-h-60 w-full place-items-center overflow-hidden rounded-lg bg-sunken'

/** A photo as large as the dialog lets it. */
export function Large({ photo }: { photo: KnownFile }) {
  const photoName = usePhotoName()
  const url = usePhoto(photo, 'picture')
  return (
    <div className={FRAME}>
      {url && <img src={url} alt={photoName(photo)} className="max-h-[65dvh] max-w-full object-contain" />}
      {url === null && <p className="p-6 text-center text-ink-2">This photo is on the server. Open it when you have signal.</p>}
    </div>
  )
}

/** Two photos in one frame, one drawn back over the other. */
export function BeforeAfter({ before, after }: { before: KnownFile; after: KnownFile }) {
  const photoName = usePhotoName()
  const [share, setShare] = useState(50)
  const [was, is] = [usePhoto(before, 'picture'), usePhoto(after, 'picture')]
  if (was === null || is === null) return <Large photo={was === null ? before : after} />
  return (
    <div className="grid gap-2">
      <div className={`${FRAME} relative h-[45dvh]`}>
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
          aria-label="How much of the earlier photo is shown"
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
