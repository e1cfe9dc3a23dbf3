import { ImageOff } from 'lucide-react'
import { useFootScheme } from '#features/core/practice/web/use-foot-scheme.ts'
import { photoWords } from '#features/day/visit-card/card.ts'
import type { VisitPhoto } from '#features/day/visit-card/web/use-visit-card.ts'
import { shareFile } from '#features/evidence/files/web/data.ts'
import { usePhoto } from '#features/evidence/files/web/use-photo.ts'
import { PendingMark } from '#ui/PendingMark.tsx'
import { Switch } from '#ui/Switch.tsx'

/** The photos of a visit, and which of them its owners see. It works without a signal, as every change does. */
export function ShownPhotosPanel({ photos }: { photos: readonly VisitPhoto[] }) {
  return (
    <section aria-labelledby="shown-photos" className="grid gap-1">
      <h3 id="shown-photos">Photos on the card</h3>
      {photos.length === 0 ? (
        <p className="text-ink-2">No photo was taken on this visit.</p>
      ) : (
        <ul className="grid divide-y divide-line">
          {photos.map((photo) => (
            <Photo key={photo.file.id} {...photo} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Photo({ file, horse }: VisitPhoto) {
  const scheme = useFootScheme()
  const url = usePhoto(file, 'thumbnail')
  return (
    <li className="flex items-center gap-3 py-2">
      <span className="flex h-14 w-18 shrink-0 items-center justify-center overflow-hidden rounded-md border border-line bg-sunken">
        {url === null && <ImageOff size={20} aria-hidden className="text-ink-2" />}
        {url && <img src={url} alt="" className="size-full object-cover" />}
      </span>
      <div className="min-w-0 flex-1">
        <Switch
          label={photoWords(horse, file, scheme)}
          help={file.shownToOwner ? 'The owner sees it' : 'Only you see it'}
          checked={file.shownToOwner}
          onChange={(isShown) => void shareFile(file.id, isShown)}
        />
      </div>
      <PendingMark isPending={file.isPending} needsAttention={file.needsAttention} />
    </li>
  )
}
