import { PhotosAnswer } from '#features/records/photo-consents/page/PhotosAnswer.tsx'
import type { PhotosPage } from '#features/records/photo-consents/photos-page.ts'
import { Note } from '#ui/Note.tsx'
import { OwnerFrame } from '#ui/OwnerFrame.tsx'

type Props = { page: PhotosPage; fault?: string | undefined }

/** Whether photos of an owner's horses may be used, their answer, and its end. It needs no script. */
export const PhotosAnswerPage = ({ page, fault }: Props) => (
  <OwnerFrame name={page.practiceName} picture={page.picture}>
    {fault && (
      <Note tone="late" live>
        {fault}
      </Note>
    )}
    <header className="border-b border-line-2 pb-4">
      <h1 className="text-30 tracking-[-0.025em]">Photos in public</h1>
      <p className="mt-2 text-14 text-ink-2">{`For ${page.ownerName}`}</p>
    </header>
    <PhotosAnswer shown={page} />
    <p className="text-14 text-ink-2">
      We keep what you agreed to, when and how, as proof. Questions? Contact your farrier directly. Anyone with this link can answer for
      you.
    </p>
  </OwnerFrame>
)
