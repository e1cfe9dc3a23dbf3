import { usePostsUnder } from '#features/office/posts/web/use-posts-under.ts'
import { PhotoConsentsCard } from '#features/records/photo-consents/web/PhotoConsentsCard.tsx'

/** An owner's consents to photos in public; withdrawing one says how many posts are taken down. */
export const PhotoConsentsOf = (of: { clientId: string; horseId?: string }) => (
  <PhotoConsentsCard {...of} postsUnder={usePostsUnder(of.clientId)} />
)
