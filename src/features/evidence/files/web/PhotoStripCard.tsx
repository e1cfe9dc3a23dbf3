import { lazy, Suspense, useState } from 'react'
import type { KnownFile } from '#features/evidence/files/web/data.ts'
import { Thumbnail } from '#features/evidence/files/web/Thumbnail.tsx'
import { usePhotoName } from '#features/evidence/files/web/use-photo-name.ts'

const PhotoViewer = lazy(() => import('#features/evidence/files/web/PhotoViewer.tsx').then((module) => ({ default: module.PhotoViewer })))

type Props = {
  /** Photos, in the order they are looked through. */
  photos: readonly KnownFile[]
  /** What else one of them may be laid over. */
  others?: readonly KnownFile[]
}

/** Photos as small pictures; one opens over the whole screen. Nothing without any. */
export function PhotoStripCard({ photos, others = photos }: Props) {
  const photoName = usePhotoName()
  const [opened, open] = useState<string>()
  if (photos.length === 0) return null
  return (
    <>
      <ul aria-label="Photos" className="flex flex-wrap gap-2">
        {photos.map((photo) => (
          <li key={photo.id}>
            <button
              type="button"
              aria-label={`Open ${photoName(photo)}`}
              onClick={() => open(photo.id)}
              className="grid h-18 w-24 place-items-center overflow-hidden rounded-md border border-line bg-sunken"
            >
              <Thumbnail photo={photo} />
            </button>
          </li>
        ))}
      </ul>
      {opened && (
        <Suspense>
          <PhotoViewer photos={photos} others={others} firstId={opened} onClose={() => open(undefined)} />
        </Suspense>
      )}
    </>
  )
}
