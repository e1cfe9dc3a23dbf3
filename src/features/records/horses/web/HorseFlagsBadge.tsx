import { TriangleAlert } from 'lucide-react'
import { flagLabel } from '#features/records/horses/rules.ts'
import { Badge } from '#ui/Badge.tsx'

type Props = {
  flags: readonly string[]
  /** All in one badge of one line, cut where it ends: for a list whose rows must be equally high. */
  oneLine?: boolean
}

/** What to know before touching the horse: one badge a flag, nothing without any. */
export const HorseFlagsBadge = ({ flags, oneLine = false }: Props) =>
  flags.length > 0 && (
    <span className={oneLine ? 'flex' : 'flex flex-wrap gap-1'}>
      {(oneLine ? [flags] : flags.map((flag) => [flag])).map((some) => (
        <Badge key={some.join()} tone="late" icon={TriangleAlert} className={oneLine ? 'min-w-0 shrink!' : 'whitespace-normal'}>
          <span className={oneLine ? 'truncate' : undefined}>{some.map(flagLabel).join(', ')}</span>
        </Badge>
      ))}
    </span>
  )
