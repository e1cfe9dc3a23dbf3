import { Pencil, Siren } from 'lucide-react'
import { Badge } from '#ui/Badge.tsx'
import type { Examples } from '#ui/examples.ts'
import { type Status, StatusBadge } from '#ui/StatusBadge.tsx'

const STATUSES: Status[] = ['current', 'due-soon', 'overdue', 'none', 'pending', 'complete', 'skipped', 'emergency']

export const examples: Examples = {
  name: 'Badge, StatusBadge',
  states: [
    {
      title: 'States of a horse and a visit',
      render: () => (
        <div className="flex flex-wrap gap-2">
          {STATUSES.map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
          <StatusBadge status="overdue">7 days over</StatusBadge>
        </div>
      ),
    },
    {
      title: 'Tones',
      render: () => (
        <div className="flex flex-wrap gap-2">
          <Badge tone="now">Next</Badge>
          <Badge tone="soft" icon={Pencil}>
            Changed
          </Badge>
          <Badge tone="flag" icon={Siren}>
            Emergency £50 + 1.75x
          </Badge>
          <Badge tone="line">AM, stop only</Badge>
        </div>
      ),
    },
  ],
}
