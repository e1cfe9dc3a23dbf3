import { lazy, Suspense, useState } from 'react'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import { type KnownPost, usePosts } from '#features/office/posts/web/data.ts'
import { PostRow } from '#features/office/posts/web/PostRow.tsx'
import { useNetworks } from '#features/office/posts/web/use-networks.ts'
import { useHorses } from '#features/records/horses/web/data.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#ui/Button.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

const DraftPanel = lazy(() => import('#features/office/posts/web/DraftPanel.tsx').then((module) => ({ default: module.DraftPanel })))

/** So many posts at once, and so many more on request: of a horse few, as its photos come below them. */
const AT_ONCE = { ofOne: 3, ofAll: 10 }

type Props = {
  /** Those of a horse; without, of all. */
  horseId?: string
  /** Those at a network alone. */
  network?: string
  title?: string
  /** Shown where there is none; without, nothing is. */
  empty?: string
}

/** Posts on social media, newest first, and how each stands where it was posted. Kept on the device, so it is read without a signal. */
export function PostsPanel({ horseId, network, title = 'Posts', empty }: Props) {
  const posts = usePosts(horseId)?.filter((post) => !network || isAt(post, network))
  if (!posts?.length && !empty) return null
  return (
    <section aria-label={title} className="grid gap-2">
      <h3 className="text-16">{title}</h3>
      {!posts ? (
        <SkeletonRows label="Loading the posts..." />
      ) : posts.length === 0 ? (
        <p className="text-ink-2">{empty}</p>
      ) : (
        <Rows posts={posts} isOfOne={horseId !== undefined} />
      )}
    </section>
  )
}

function Rows({ posts, isOfOne }: { posts: readonly KnownPost[]; isOfOne: boolean }) {
  const atOnce = isOfOne ? AT_ONCE.ofOne : AT_ONCE.ofAll
  const user = useSession<CurrentUser>().user
  const { networks } = useNetworks()
  const horses = useHorses()
  const [most, setMost] = useState(atOnce)
  const [editing, setEditing] = useState<string>()
  const edited = posts.find(({ id, state }) => id === editing && state === 'draft')
  if (!user) return null
  return (
    <>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {posts.slice(0, most).map((post) => (
          <PostRow
            key={post.id}
            post={post}
            zone={user.practice.zone}
            nameOf={(id) => networks?.find((one) => one.id === id)?.name ?? NAMES[id] ?? id}
            horseName={isOfOne ? undefined : horses?.find(({ id }) => id === post.horseId)?.name}
            mayChange={may(user.role, 'changeRecords')}
            onEdit={() => setEditing(post.id)}
          />
        ))}
      </ul>
      {posts.length > most && (
        <Button block onClick={() => setMost(most + atOnce)}>
          {`Show more of ${posts.length.toLocaleString('en-GB')}`}
        </Button>
      )}
      <Suspense>{edited && <DraftPanel post={edited} onClose={() => setEditing(undefined)} />}</Suspense>
    </>
  )
}

const isAt = ({ state, networks, targets }: KnownPost, network: string) =>
  targets[network] !== undefined || (state !== 'down' && networks.includes(network))

/** Where this device was never told. */
const NAMES: Readonly<Record<string, string>> = { facebook: 'Facebook', instagram: 'Instagram', bluesky: 'Bluesky' }
