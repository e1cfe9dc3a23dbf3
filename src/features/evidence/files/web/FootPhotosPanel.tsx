import { Camera as CameraIcon } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { FOOT_VIEWS, type FootView, isOfWork, overTime, type PhotosOf, photoFileName, VIEW_LABELS } from '#features/evidence/files/views.ts'
import { type KnownFile, keepHorseFile, useFilesOf } from '#features/evidence/files/web/data.ts'
import { Thumbnail } from '#features/evidence/files/web/Thumbnail.tsx'
import { capital } from '#lib/capital.ts'
import { currentTime, machineMs } from '#lib/clock.ts'
import { mayHaveCamera } from '#platform/web/device/camera.ts'
import { PhotoInput } from '#platform/web/device/PhotoInput.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { useToday } from '#platform/web/use-today.ts'

const Camera = lazy(() => import('#features/evidence/files/web/Camera.tsx').then((module) => ({ default: module.Camera })))
const PhotoViewer = lazy(() => import('#features/evidence/files/web/PhotoViewer.tsx').then((module) => ({ default: module.PhotoViewer })))

type Props = {
  horse: { id: string; name: string }
  foot: NonNullable<KnownFile['foot']>
  /** `near fore`, in the practice's words. */
  footName: string
  /** What the photos are filed with besides the horse. */
  of: PhotosOf
}

/** A place for a photo of the foot from each side: what was taken for this work, and the way to take one. Kept on the device at once. */
export function FootPhotosPanel({ horse, foot, footName, of }: Props) {
  const files = useFilesOf(horse.id) ?? []
  const { own, keep } = useFiling(horse, foot, of)
  const picker = useRef<HTMLInputElement>(null)
  const [wanted, want] = useState<FootView>()
  const [isCamera, setCamera] = useState(false)
  const [looked, lookAt] = useState<{ photos: readonly KnownFile[]; id: string }>()
  const [fault, setFault] = useState<string>()
  const before = wanted && overTime(files, foot, wanted)
  const take = (view: FootView) => {
    want(view)
    setFault(undefined)
    if (mayHaveCamera()) setCamera(true)
    else picker.current?.click()
  }
  const takeInstead = () => {
    picker.current?.click()
    setCamera(false)
  }
  const keepPicked = async (picked: readonly File[]) => {
    for (const file of picked) if (wanted) setFault(await keep(wanted, file))
  }
  return (
    <fieldset>
      <legend className="font-medium">Photos</legend>
      <ul className="mt-1.5 grid grid-cols-5 gap-1.5">
        {FOOT_VIEWS.map((view) => (
          <Slot
            key={view}
            view={view}
            footName={footName}
            photos={overTime(files.filter(own), foot, view)}
            onTake={() => take(view)}
            onLook={(photos) => lookAt({ photos, id: photos.at(-1)?.id ?? '' })}
          />
        ))}
      </ul>
      {fault && (
        <p role="alert" className="mt-1 text-flag-ink">
          {fault}
        </p>
      )}
      <PhotoInput ref={picker} label={`Photo of the ${footName} of ${horse.name}`} onPick={(photos) => void keepPicked(photos)} />
      <Suspense>
        {isCamera && wanted && (
          <Camera
            title={`${capital(footName)}, ${VIEW_LABELS[wanted].toLowerCase()}`}
            horseName={horse.name}
            last={before?.at(-1)}
            onKeep={(photo) => keep(wanted, photo)}
            onInstead={takeInstead}
            onClose={() => setCamera(false)}
          />
        )}
        {looked && (
          <PhotoViewer
            photos={looked.photos}
            others={overTime(files, foot).toReversed()}
            firstId={looked.id}
            onClose={() => lookAt(undefined)}
          />
        )}
      </Suspense>
    </fieldset>
  )
}

/** Which photos are of this work, and how another is filed with it. */
function useFiling(horse: Props['horse'], foot: Props['foot'], of: PhotosOf) {
  const user = useSession<CurrentUser>().user
  const today = useToday()
  const memberId = user?.memberId ?? ''
  const tied = { ...(of.appointmentId && { appointmentId: of.appointmentId }), ...(of.workEntryId && { workEntryId: of.workEntryId }) }
  return {
    own: (file: KnownFile) => isOfWork(file, of, { today, memberId }),
    keep: (view: FootView, photo: Blob) => {
      const at = currentTime()
      const name = { horse: horse.name, foot, view, at, zone: user?.practice.zone ?? 'Europe/London', mime: photo.type }
      const file = photo instanceof File ? photo : new File([photo], photoFileName(name), { type: photo.type, lastModified: machineMs() })
      return keepHorseFile(horse, { file, type: 'image', description: '', memberId, about: { ...tied, foot, view } })
    },
  }
}

type SlotProps = {
  view: FootView
  footName: string
  /** The oldest first. */
  photos: readonly KnownFile[]
  onTake: () => void
  onLook: (photos: readonly KnownFile[]) => void
}

/** An empty place is all button; a filled one shows its last photo, and under it the way to another. */
function Slot({ view, footName, photos, onTake, onLook }: SlotProps) {
  const last = photos.at(-1)
  const name = VIEW_LABELS[view]
  return (
    <li className="grid min-w-0 grid-rows-[1fr_auto] gap-1">
      <div className="grid h-27 grid-rows-[minmax(0,1fr)_auto] overflow-hidden rounded-md border border-line-2">
        {last && (
          <button
            type="button"
            aria-label={`Open ${photos.length === 1 ? 'the photo' : `${photos.length} photos`} of the ${footName}, ${name.toLowerCase()}`}
            onClick={() => onLook(photos)}
            className="relative grid size-full min-h-0 place-items-center overflow-hidden bg-sunken"
          >
            <Thumbnail key={last.id} photo={last} />
            {photos.length > 1 && (
              <span className="absolute top-1 right-1 min-w-6 rounded-full bg-ink px-1.5 text-14 text-surface tabular-nums">
                {photos.length}
              </span>
            )}
          </button>
        )}
        <button
          type="button"
          aria-label={`Take ${last ? 'another' : 'a'} photo of the ${footName}, ${name.toLowerCase()}`}
          onClick={onTake}
          className={
            last
              ? 'grid h-12 place-items-center bg-surface hover:bg-sunken'
              : 'row-span-2 grid place-items-center bg-surface hover:bg-sunken'
          }
        >
          <CameraIcon size={20} aria-hidden />
        </button>
      </div>
      <span aria-hidden className="truncate text-center text-14">
        {name}
      </span>
    </li>
  )
}
