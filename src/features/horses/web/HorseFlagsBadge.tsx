import { TriangleAlert } from 'lucide-react'
import { flagLabel } from '#features/horses/rules.ts'
import { Badge } from '#ui/Badge.tsx'

/** What to know before touching the horse: one badge a flag, nothing without any. */
export const HorseFlagsBadge = ({ flags }: { flags: readonly string[] }) =>
  flags.length > 0 && (
    <span className="flex flex-wrap gap-1">
      {flags.map((flag) => (
        <Badge key={flag} tone="late" icon={TriangleAlert} className="whitespace-normal">
          {flagLabel(flag)}
        </Badge>
      ))}
    </span>
  )
