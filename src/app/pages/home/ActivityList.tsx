import { Undo2 } from 'lucide-react'
import { useUndo } from '#app/pages/home/use-undo.ts'
import type { ActivityItem } from '#features/day/round/contract.ts'
import { type Day, dayOf, shortDay, timeOf } from '#lib/dates.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Button } from '#ui/Button.tsx'
import { List, ListRow } from '#ui/List.tsx'

type Props = { label: string; items: readonly ActivityItem[]; zone: string; today: Day; isLive: boolean }

/** What was done, each with its undo where it can be undone; that needs the server, so without it there is no button. */
export function ActivityList({ label, items, zone, today, isLive }: Props) {
  const undo = useUndo()
  return (
    <List label={label}>
      {items.map((item) => (
        <ListRow
          key={item.id}
          title={item.title}
          detail={item.description}
          aside={
            <span className="flex shrink-0 items-center gap-1 self-start">
              {isLive && item.canUndo && (
                <Button
                  size="sm"
                  variant="quiet"
                  icon={Undo2}
                  aria-label={`Undo: ${item.title}`}
                  busy={undo.isPending && undo.variables.id === item.id}
                  busyLabel="Undoing..."
                  disabled={undo.isPending}
                  onClick={() => pressed(undo, item)}
                  className="max-md:-my-2 md:-my-1"
                >
                  Undo
                </Button>
              )}
              <time dateTime={item.time} className="min-w-11 text-right text-14 text-ink-2 tabular-nums">
                {whenOf(item.time, zone, today)}
              </time>
            </span>
          }
        />
      ))}
    </List>
  )
}

/** Today by the clock, earlier by the day. */
export function whenOf(instant: string | number, zone: string, today: Day): string {
  const day = dayOf(instant, zone)
  return day === today ? timeOf(instant, zone) : shortDay(day)
}
