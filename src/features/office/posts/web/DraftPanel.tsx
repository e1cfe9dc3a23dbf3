import type { CurrentUser } from '#features/core/practice/contract.ts'
import { usePhoto } from '#features/evidence/files/web/use-photo.ts'
import { ComposePanel } from '#features/office/posts/web/ComposePanel.tsx'
import { changePost, type KnownPost, usePictureOf } from '#features/office/posts/web/data.ts'
import { useHorse } from '#features/records/horses/web/data.ts'
import { useSession } from '#platform/web/session/session.ts'

/** A draft, to be gone on with, and posted. */
export function DraftPanel({ post, onClose }: { post: KnownPost; onClose: () => void }) {
  const memberId = useSession<CurrentUser>().user?.memberId ?? ''
  const horse = useHorse(post.horseId)
  const url = usePhoto(usePictureOf(post), 'picture')
  if (!horse) return null
  const { text, altText, networks } = post
  return (
    <ComposePanel
      horse={horse}
      url={url}
      hasPicture={post.pictureId !== null}
      start={{ text, altText, networks: networks.length > 0 ? networks : null }}
      onKeep={(composed) => changePost(post.id, composed, memberId)}
      onClose={onClose}
    />
  )
}
