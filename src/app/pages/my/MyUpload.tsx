import type { Upload } from '#app/my/horse-view.ts'
import { PICKED } from '#features/evidence/files/rules.ts'
import { buttonClass } from '#ui/button-style.ts'
import { Card } from '#ui/Card.tsx'

/** What an owner, or a sharer of a horse, may send (Spec §6). */
const PICTURES = [...PICKED.image, ...PICKED.video]
const TAKEN = { all: [...PICTURES, ...PICKED.document], pictures: PICTURES }

type Props = { slug: string; name: string; horseId: string; upload: Upload }

/** Where an owner sends a photo, a video or a document. It needs the script of the page, which shows it. */
export const MyUpload = ({ slug, name, horseId, upload }: Props) =>
  upload.state !== 'none' && (
    <Card title="Send something" padded>
      {upload.state !== 'open' ? (
        <p>Your farrier takes nothing in here just now. Ring them.</p>
      ) : (
        <>
          <noscript>
            <p>
              {upload.takes === 'all'
                ? 'To send photos, videos and documents, this page needs JavaScript. You can still send them to your farrier in a message.'
                : 'To send photos and videos, this page needs JavaScript.'}
            </p>
          </noscript>
          <div data-upload hidden data-slug={slug} data-horse={horseId} className="grid gap-3">
            <p>
              {upload.takes === 'all' ? 'A photo, a video or a document' : 'A photo or a video'} of {name}: your farrier finds it with the
              horse.
            </p>
            <label className={buttonClass({ block: true, className: 'cursor-pointer focus-within:outline-2' })}>
              Choose files
              <input type="file" multiple accept={TAKEN[upload.takes].join(',')} className="sr-only" />
            </label>
            <ul className="grid gap-2" />
            <p role="status" className="text-14 text-ink-2" />
          </div>
        </>
      )}
    </Card>
  )
