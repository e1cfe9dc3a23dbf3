import { PhotosAnswer } from '#features/records/photo-consents/page/PhotosAnswer.tsx'
import type { PhotosShown } from '#features/records/photo-consents/photos-page.ts'

type Props = { slug: string; clientId: string; photos: readonly PhotosShown[]; isClosed: boolean }

/** What a client was asked about photos in public: their answers, and the end of each. Nothing where they were never asked. */
export function MyPhotosInPublic({ slug, clientId, photos, isClosed }: Props) {
  if (photos.length === 0) return null
  const current = photos.filter(({ is }) => is === 'asked' || is === 'given')
  const ended = photos.filter(({ is }) => is === 'refused' || is === 'withdrawn')
  const list = (shown: readonly PhotosShown[]) => (
    <ul className="grid gap-3">
      {shown.map((one) => (
        <li key={one.id} className="grid gap-3 rounded-lg border border-line bg-surface p-4">
          <PhotosAnswer shown={one} action={`/my/at/${slug}/sharing/photos`} isClosed={isClosed}>
            <input type="hidden" name="for" value={clientId} />
            <input type="hidden" name="id" value={one.id} />
          </PhotosAnswer>
        </li>
      ))}
    </ul>
  )
  return (
    <div id="photos" className="grid gap-3">
      <h3 className="text-18">Photos in public</h3>
      {current.length > 0 ? list(current) : <p className="text-ink-2">None of your photos may be used.</p>}
      {ended.length > 0 && (
        <details>
          <summary className="min-h-12 py-3 font-medium">{`Ended (${ended.length})`}</summary>
          {list(ended)}
        </details>
      )}
    </div>
  )
}
