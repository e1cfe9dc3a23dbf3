import { CircleDot, CloudCheck, CloudUpload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

type Props = {
  isPending: boolean
  needsAttention: boolean
  /** Shows it in words next to the shape, where a row has room. */
  wordy?: boolean
}

/** The mark of one row that shows several records: the worst of them. A record without a status counts as saved. */
export const RowMark = ({ of }: { of: readonly object[] }) => (
  <PendingMark isPending={of.some((row) => 'isPending' in row && row.isPending === true)} needsAttention={of.some(needsDecision)} />
)

const needsDecision = (row: object) => 'needsAttention' in row && row.needsAttention === true

/** How long a record the server has just accepted shows so. */
const SAVED_MS = 4000

/**
 * A record's status with the server: a cloud while it waits, a tick for a moment once it is saved there, an amber dot when it needs a
 * decision.
 */
export function PendingMark({ isPending, needsAttention, wordy = false }: Props) {
  const isJustSaved = useJustSaved(isPending || needsAttention)
  if (needsAttention) return <Mark icon={CircleDot} word="For you to decide" short="to decide" wordy={wordy} className="text-due-ink" />
  if (isPending) return <Mark icon={CloudUpload} word="Waiting to be sent" short="waiting to send" wordy={wordy} className="text-ink-2" />
  if (isJustSaved) return <Mark icon={CloudCheck} word="Saved" short="saved" wordy={wordy} className="text-ok-ink" />
  return null
}

type MarkProps = { icon: typeof CloudCheck; word: string; short: string; wordy: boolean; className: string }

const Mark = ({ icon: Icon, word, short, wordy, className }: MarkProps) =>
  wordy ? (
    <span className={`inline-flex shrink-0 items-center gap-1 text-14 font-normal ${className}`}>
      <Icon size={16} aria-hidden className="shrink-0" />
      {short}
    </span>
  ) : (
    <Icon size={16} role="img" aria-label={word} className={`inline shrink-0 ${className}`} />
  )

function useJustSaved(isUnsaved: boolean): boolean {
  const wasUnsaved = useRef(isUnsaved)
  const [isJustSaved, setJustSaved] = useState(false)
  useEffect(() => {
    const hasArrived = wasUnsaved.current && !isUnsaved
    wasUnsaved.current = isUnsaved
    setJustSaved(hasArrived)
    if (!hasArrived) return
    const timer = setTimeout(() => setJustSaved(false), SAVED_MS)
    return () => clearTimeout(timer)
  }, [isUnsaved])
  return isJustSaved
}
