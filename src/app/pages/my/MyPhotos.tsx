import type { Pair, Photo } from '#app/my/horse-view.ts'
import { cardDay } from '#features/day/visit-card/card.ts'
import { serverUrl } from '#platform/web/server-url.ts'
import { Card } from '#ui/Card.tsx'

/** How many photos are shown at once; the others are opened. */
const FIRST = 12

/** The photos of a horse, the latest first. `at`: the address that theirs begin with. */
export const MyPhotos = ({ at, name, photos, coming }: { at: string; name: string; photos: readonly Photo[]; coming: number }) =>
  photos.length + coming > 0 && (
    <Card title="Photos" padded>
      <PhotoGrid at={at} photos={photos.slice(0, FIRST)} />
      {photos.length > FIRST && (
        <details className="pt-2">
          <summary className="min-h-12 py-3 font-medium">Earlier photos ({photos.length - FIRST})</summary>
          <PhotoGrid at={at} photos={photos.slice(FIRST)} />
        </details>
      )}
      {coming > 0 && (
        <p className="pt-2 text-14 text-ink-2">
          {coming === 1 ? `A photo of ${name} is still on its way.` : `${coming} photos of ${name} are still on their way.`} Look again in a
          moment.
        </p>
      )}
    </Card>
  )

/** Photos side by side, each with its day; pressed, it is large. */
export const PhotoGrid = ({ at, photos }: { at: string; photos: readonly Photo[] }) => (
  <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
    {photos.map((photo) => (
      <li key={photo.id}>
        <OnePhoto at={at} photo={photo} detail={[cardDay(photo.day), photo.isOwn && 'yours'].filter(Boolean).join(', ')} />
      </li>
    ))}
  </ul>
)

/** Each foot from one side as it was, and as it is. */
export const MyPairs = ({ at, pairs }: { at: string; pairs: readonly Pair[] }) =>
  pairs.length > 0 && (
    <Card title="Before and after" padded>
      <div className="grid gap-4">
        {pairs.map(({ title, before, after }) => (
          <section key={title} aria-label={title} className="grid gap-1.5">
            <h3 className="text-14 font-medium text-ink-2">{title}</h3>
            <div className="grid grid-cols-2 gap-2">
              <OnePhoto at={at} photo={before} detail={`Before, ${cardDay(before.day)}`} />
              <OnePhoto at={at} photo={after} detail={`Now, ${cardDay(after.day)}`} />
            </div>
          </section>
        ))}
      </div>
    </Card>
  )

function OnePhoto({ at, photo: { id, words }, detail }: { at: string; photo: Photo; detail: string }) {
  const path = serverUrl(`${at}/files/${id}`)
  return (
    <a href={`${path}/large`} className="grid gap-1 text-ink no-underline">
      <img
        src={`${path}/small`}
        alt={words}
        loading="lazy"
        className="aspect-4/3 w-full overflow-hidden rounded-md border border-line bg-sunken object-cover"
      />
      <span className="text-14 text-ink-2">{detail}</span>
    </a>
  )
}
