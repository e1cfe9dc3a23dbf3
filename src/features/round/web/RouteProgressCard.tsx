import type { RoundDay } from '#features/round/round-day.ts'
import { Card } from '#ui/Card.tsx'
import { Meter } from '#ui/Meter.tsx'

/** Spec §2 Public stop queue, non-public mode: how far the day is. */
export function RouteProgressCard({ round: { progress } }: { round: RoundDay }) {
  const { completed, total, remaining, percent } = progress
  const isOver = total > 0 && remaining === 0
  return (
    <Card title="Route Progress" action={<b className="tabular-nums">{`${completed} of ${total}`}</b>}>
      <div className="grid gap-2 p-4">
        <Meter value={percent} label="Route Progress" tone={isOver ? 'ok' : 'now'} />
        <p className="flex justify-between gap-3 text-ink-2">
          <span className="tabular-nums">{percent}% complete</span>
          <span>{isOver ? 'All stops completed' : `${remaining} ${remaining === 1 ? 'stop' : 'stops'} remaining`}</span>
        </p>
      </div>
    </Card>
  )
}
