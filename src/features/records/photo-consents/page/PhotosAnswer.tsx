import { Ban, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PhotosShown } from '#features/records/photo-consents/photos-page.ts'
import { buttonClass } from '#ui/button-style.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Note } from '#ui/Note.tsx'

type Props = {
  shown: PhotosShown
  /** Where its forms go; absent: to the page itself. */
  action?: string
  /** What else its forms send. */
  children?: ReactNode
  /** Why nothing can be agreed to now; what was given can be withdrawn still. */
  isClosed?: boolean
}

/** A question about photos as its owner reads and answers it, by a link or in the portal. */
export function PhotosAnswer({ shown, action, children, isClosed = false }: Props) {
  const { wording, is } = shown
  const isOpen = is === 'asked' && !isClosed
  return (
    <>
      <Status shown={shown} />
      <form method="post" {...(action && { action })} className="grid gap-3 [overflow-wrap:anywhere]">
        {children}
        <p>{wording.opening}</p>
        {isOpen ? (
          <fieldset className="grid gap-1">
            <legend className="sr-only">What you agree to</legend>
            {wording.uses.map(({ use, words }) => (
              <Checkbox key={use} name="use" value={use} label={words} />
            ))}
          </fieldset>
        ) : (
          <ul className="list-disc pl-5">
            {wording.uses.map(({ use, words }) => (
              <li key={use}>{words}</li>
            ))}
          </ul>
        )}
        <p className="text-14 text-ink-2">{wording.closing}</p>
        {isOpen && (
          <>
            <button type="submit" name="says" value="yes" className={buttonClass({ variant: 'primary', size: 'lg', block: true })}>
              Yes to what I’ve ticked
            </button>
            <button type="submit" name="says" value="no" className={buttonClass({ size: 'lg', block: true })}>
              No, thank you
            </button>
          </>
        )}
        {is === 'given' && <TakenDown posts={shown.posts ?? 0} />}
        {is === 'given' && (
          <button type="submit" name="says" value="stop" className={buttonClass({ variant: 'danger', size: 'lg', block: true })}>
            Withdraw it now
          </button>
        )}
      </form>
    </>
  )
}

/** Said before: what is posted goes with the consent. */
const TakenDown = ({ posts }: { posts: number }) =>
  posts > 0 && (
    <p className="font-medium">
      {posts === 1
        ? 'One post on social media shows your horse. It’s taken down when you withdraw this.'
        : `${posts} posts on social media show your horses. They’re taken down when you withdraw this.`}
    </p>
  )

function Status({ shown: { is, on, how, withdrawnBy } }: { shown: PhotosShown }) {
  switch (is) {
    case 'asked':
      return null
    case 'given':
      return (
        <Note tone="ok" icon={CircleCheck} live>
          <b className="block">{how === 'said' || how === 'written' ? 'Your farrier noted that you agree.' : 'You have agreed.'}</b>
          {`${WAYS[how ?? 'link']} on ${on}. Not right, or not any more? Withdraw it below.`}
        </Note>
      )
    case 'refused':
      return (
        <Note tone="due" icon={Ban} live>
          <b className="block">You said no.</b>
          {`On ${on}. No photos are used because of it.`}
        </Note>
      )
    case 'withdrawn':
      return (
        <Note tone="due" icon={Ban} live>
          <b className="block">{withdrawnBy === 'owner' ? 'You have withdrawn this.' : 'Your farrier has withdrawn this.'}</b>
          {`On ${on}. Changed your mind? Ask your farrier.`}
        </Note>
      )
  }
}

const WAYS = { link: 'On this page', portal: 'In your portal', said: 'Said', written: 'In writing' } as const
