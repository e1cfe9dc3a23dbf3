import type { Post } from '#features/office/posts/contract.ts'
import { hasLeft, mayPost } from '#features/office/posts/rules.ts'
import { useHorses } from '#features/records/horses/web/data.ts'
import type { PhotoConsent } from '#features/records/photo-consents/contract.ts'
import { usePhotoConsents } from '#features/records/photo-consents/web/data.ts'
import { useRows } from '#platform/web/use-rows.ts'
import { useToday } from '#platform/web/use-today.ts'

/** How many posts are taken down once a consent of a client is withdrawn: those that no other of theirs allows. */
export function usePostsUnder(clientId: string): (consent: Pick<PhotoConsent, 'id'>) => number {
  const today = useToday()
  const consents = usePhotoConsents(clientId) ?? []
  const posts = useRows<Post>('posts', { clientId }) ?? []
  const horses = useHorses() ?? []
  return ({ id }) => {
    const left = consents.filter((one) => one.id !== id)
    return posts.filter(({ state, horseId }) => {
      const horse = state === 'posting' ? horses.find((one) => one.id === horseId) : undefined
      return horse !== undefined && !hasLeft(horse, today) && mayPost(consents, horse, today) && !mayPost(left, horse, today)
    }).length
  }
}
