import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { FootName } from '#features/core/practice/foot-names.ts'
import { useFootScheme } from '#features/core/practice/web/use-foot-scheme.ts'
import type { KnownFile } from '#features/evidence/files/web/data.ts'
import { altTextOf } from '#features/office/posts/web/alt-text.ts'
import { ComposePanel } from '#features/office/posts/web/ComposePanel.tsx'
import { addPost } from '#features/office/posts/web/data.ts'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { useWorkOf } from '#features/visits/work/web/data.ts'
import { useSession } from '#platform/web/session/session.ts'

type Props = {
  horse: KnownHorse
  /** The picture, as it was drawn on this device, and where it is shown from. */
  drawn: { picture: Blob; url: string }
  of: { foot: FootName; before: KnownFile; after: KnownFile }
  /** Words that were typed beside it already. */
  words: string
  onClose: () => void
}

/** A post of a picture that was just made of two photos of a foot. */
export function NewPostPanel({ horse, drawn, of: { foot, before, after }, words, onClose }: Props) {
  const memberId = useSession<CurrentUser>().user?.memberId ?? ''
  const scheme = useFootScheme()
  const work = useWorkOf(horse.id)
  if (!work) return null
  const workOf = (workEntryId: string) => work.find(({ id }) => id === workEntryId)?.serviceType
  return (
    <ComposePanel
      horse={horse}
      url={drawn.url}
      hasPicture
      start={{ text: words, altText: altTextOf({ foot, scheme, before, after, workOf }), networks: null }}
      onKeep={async (composed) => {
        const made = { horse, picture: drawn.picture, beforeId: before.id, afterId: after.id, memberId }
        return (await addPost(made, composed)) !== false
      }}
      onClose={onClose}
    />
  )
}
