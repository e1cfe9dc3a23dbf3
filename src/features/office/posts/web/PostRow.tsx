import { useState } from 'react'
import { usePhoto } from '#features/evidence/files/web/use-photo.ts'
import { type KnownPost, removeDraft, takeDown, usePictureOf } from '#features/office/posts/web/data.ts'
import { TargetLine } from '#features/office/posts/web/TargetLine.tsx'
import { joinNames, targetsOf, whereItIs } from '#features/office/posts/web/target-words.ts'
import { HorseLink } from '#features/records/horses/web/HorseLink.tsx'
import { dayAndYear, dayOf, timeOf } from '#lib/dates.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { RowMark } from '#ui/PendingMark.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = {
  post: KnownPost
  zone: string
  nameOf: (network: string) => string
  /** Of a list of several horses' posts. */
  horseName?: string | undefined
  mayChange: boolean
  onEdit: () => void
}

/** A post: its picture and words, how it stands at each network, and what can be done with it. */
export function PostRow({ post, zone, nameOf, horseName, mayChange, onEdit }: Props) {
  const picture = usePictureOf(post)
  const url = usePhoto(picture, 'thumbnail')
  const lines = post.state === 'draft' ? [] : targetsOf(post)
  return (
    <li className="grid gap-2 px-3 py-3">
      <div className="flex items-start gap-3">
        <span className="grid h-16 w-24 shrink-0 place-items-center overflow-hidden rounded-md bg-sunken">
          {url && <img src={url} alt="" className="size-full object-cover" />}
        </span>
        <span className="grid min-w-0 flex-1 gap-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {horseName && <HorseLink id={`${post.horseId}&tab=photos`}>{horseName}</HorseLink>}
            {post.state === 'draft' && <Badge tone="line">Draft</Badge>}
            <RowMark of={[post]} />
            <span className="text-14 text-ink-2">{whenOf(post, zone)}</span>
          </span>
          {post.text && <LongWords>{post.text}</LongWords>}
        </span>
      </div>
      {lines.length > 0 && (
        <ul className="grid gap-2">
          {lines.map(([network, target]) => (
            <TargetLine
              key={network}
              postId={post.id}
              network={{ id: network, name: nameOf(network) }}
              target={target}
              mayAnswer={mayChange && !post.isPending}
            />
          ))}
        </ul>
      )}
      {mayChange && post.state !== 'down' && <Actions post={post} hasPicture={picture !== undefined} nameOf={nameOf} onEdit={onEdit} />}
    </li>
  )
}

function whenOf({ state, pressedAt, downAt, downBy }: KnownPost, zone: string): string {
  const moment = (at: string) => `${dayAndYear(dayOf(at, zone))}, ${timeOf(at, zone)}`
  if (state === 'down' && downAt)
    return `${downBy === 'consent' ? 'Taken down without the owner’s consent' : 'Taken down'}, ${moment(downAt)}`
  return pressedAt ? moment(pressedAt) : ''
}

/** So much of long words is shown at first. */
const MOST = 200

function LongWords({ children }: { children: string }) {
  const [isWhole, show] = useState(false)
  const isLong = children.length > MOST + 40
  const cut = children.slice(0, Math.max(children.lastIndexOf(' ', MOST), MOST / 2))
  return (
    <span className="[overflow-wrap:anywhere] whitespace-pre-line">
      {isLong && !isWhole ? `${cut} … ` : children}
      {isLong && !isWhole && (
        <button type="button" className="link min-h-12 md:min-h-0" onClick={() => show(true)}>
          All of it
        </button>
      )}
    </span>
  )
}

type ActionsProps = { post: KnownPost; hasPicture: boolean; nameOf: (network: string) => string; onEdit: () => void }

function Actions({ post, hasPicture, nameOf, onEdit }: ActionsProps) {
  const [isAsking, setAsking] = useState(false)
  const isDraft = post.state === 'draft'
  const end = async () => {
    const isDone = await (isDraft ? removeDraft(post, hasPicture) : takeDown(post.id)).catch(() => false)
    setAsking(false)
    if (!isDone) toast({ variant: 'destructive', title: 'Not saved', description: 'Try again.' })
  }
  return (
    <div className="flex flex-wrap gap-2">
      {isDraft && (
        <Button size="sm" onClick={onEdit}>
          Go on with it
        </Button>
      )}
      <Button size="sm" variant="danger" onClick={() => setAsking(true)}>
        {isDraft ? 'Remove' : 'Take down'}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={isDraft ? 'Remove this draft?' : 'Take this post down?'}
        keepLabel="Keep it"
        confirmLabel={isDraft ? 'Remove' : 'Take down'}
        onConfirm={end}
      >
        {isDraft ? 'Its words and its picture go. The two photos stay.' : downWords(whereItIs(post).map(nameOf))}
      </ConfirmDialog>
    </div>
  )
}

const downWords = (names: readonly string[]) =>
  names.length === 0
    ? 'It isn’t posted then, and this one can’t be again: make another.'
    : `It’s deleted there: ${joinNames(names)}. Its likes and comments go too, and it can’t be put back.`
