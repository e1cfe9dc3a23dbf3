import { useState } from 'react'
import { overTime, viewLabel, viewsOf } from '#features/evidence/files/views.ts'
import { BeforeAfter, Large } from '#features/evidence/files/web/BeforeAfter.tsx'
import { type KnownFile, useFilesOf } from '#features/evidence/files/web/data.ts'
import { Thumbnail } from '#features/evidence/files/web/Thumbnail.tsx'
import { dayTaken } from '#features/evidence/files/web/use-photo-name.ts'
import { Chip } from '#ui/Chip.tsx'
import { cx } from '#ui/cx.ts'
import { Dialog } from '#ui/Dialog.tsx'

type Props = {
  horse: { id: string; name: string }
  foot: NonNullable<KnownFile['foot']>
  /** `Near fore`, in the practice's words. */
  footName: string
  /** Begins with the photos from there. */
  view?: string | null | undefined
  onClose: () => void
}

/** All photos of a foot in the order they were taken; one is looked at, two are laid over each other. */
export function FootOverTimePanel({ horse, foot, footName, view: first, onClose }: Props) {
  const all = overTime(useFilesOf(horse.id) ?? [], foot)
  const views = viewsOf(all)
  const [view, setView] = useState(first ?? undefined)
  const photos = view === undefined ? all : all.filter((photo) => photo.view === view)
  const [chosenIds, choose] = useState<readonly string[]>()
  const chosen = photos.filter(({ id }) => (chosenIds ?? firstPair(photos)).includes(id))
  const [before, after] = chosen
  // A third takes the place of the one chosen longest ago.
  const press = (id: string) => {
    const now = chosenIds ?? firstPair(photos)
    choose(now.includes(id) ? now.filter((one) => one !== id) : [...now.slice(-1), id])
  }
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`${footName} over time`}
      description={`${horse.name}, ${photos.length} ${photos.length === 1 ? 'photo' : 'photos'}`}
    >
      <div className="grid gap-4">
        {views.length > 1 && (
          <fieldset className="flex flex-wrap gap-1.5">
            <legend className="sr-only">From where</legend>
            {[undefined, ...views].map((one) => (
              <Chip
                key={one ?? 'all'}
                pressed={one === view}
                onPressedChange={() => {
                  setView(one)
                  choose(undefined)
                }}
              >
                {one === undefined ? 'All' : viewLabel(one)}
              </Chip>
            ))}
          </fieldset>
        )}
        <ol aria-label="Photos, the oldest first" className="flex gap-2 overflow-x-auto pb-2">
          {photos.map((photo) => (
            <Taken key={photo.id} photo={photo} isChosen={chosen.includes(photo)} onPress={() => press(photo.id)} />
          ))}
        </ol>
        {before && after ? (
          <BeforeAfter key={`${before.id} ${after.id}`} before={before} after={after} />
        ) : before ? (
          <Large key={before.id} photo={before} />
        ) : (
          <p className="text-ink-2">Choose a photo to look at it, or two to see what's changed between them.</p>
        )}
      </div>
    </Dialog>
  )
}

function Taken({ photo, isChosen, onPress }: { photo: KnownFile; isChosen: boolean; onPress: () => void }) {
  return (
    <li className="shrink-0">
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onPress}
        className={cx('grid w-28 overflow-hidden rounded-md border-2 text-left', isChosen ? 'border-ember' : 'border-line')}
      >
        <span className="grid h-20 place-items-center bg-sunken">
          <Thumbnail photo={photo} />
        </span>
        <span className="grid px-1.5 py-1 text-14 leading-tight">
          <b>{dayTaken(photo)}</b>
          <span className="truncate text-ink-2">{photo.view ? viewLabel(photo.view) : 'View not given'}</span>
        </span>
      </button>
    </li>
  )
}

/** The first and the last from where the last was taken; the one there is. */
function firstPair(photos: readonly KnownFile[]): string[] {
  const last = photos.at(-1)
  const same = photos.filter(({ view }) => view === last?.view)
  return [...new Set([same[0]?.id, last?.id])].filter((id) => id !== undefined)
}
