import { CircleDot, CloudUpload } from 'lucide-react'
import { Link } from 'wouter'
import { Note } from '#ui/Note.tsx'

type Props = {
  isPending: boolean
  needsAttention: boolean
  /** Where the change waits for its decision: `offlineHref`. */
  href: string
  className?: string
}

/** The status of one opened record with the server, in words; nothing when it is saved there. */
export function SyncNote({ isPending, needsAttention, href, className }: Props) {
  if (needsAttention)
    return (
      <Note tone="due" icon={CircleDot} {...(className && { className })}>
        A change here wasn't accepted.{' '}
        <Link href={href} className="link">
          Decide what to keep
        </Link>
      </Note>
    )
  if (isPending)
    return (
      <p className={`flex items-center gap-2 text-14 text-ink-2 ${className ?? ''}`}>
        <CloudUpload size={16} aria-hidden className="shrink-0" />
        Saved on this device, waiting to be sent.
      </p>
    )
  return null
}
