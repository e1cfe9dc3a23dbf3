import { CircleDot, CloudUpload } from 'lucide-react'

type Props = { isPending: boolean; needsAttention: boolean }

/** How a record stands with the server: nothing when it is saved there, a cloud while it waits, an amber dot when it needs a decision. */
export function PendingMark({ isPending, needsAttention }: Props) {
  if (needsAttention) return <CircleDot size={16} role="img" aria-label="Needs your attention" className="inline shrink-0 text-due-ink" />
  if (isPending) return <CloudUpload size={16} role="img" aria-label="Waiting to be sent" className="inline shrink-0 text-ink-2" />
  return null
}
