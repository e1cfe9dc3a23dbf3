import {
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { type RoundStop, whenInWords, workInWords } from '#features/day/round/round-day.ts'
import { useKinds } from '#features/records/kinds/web/use-kinds.ts'
import { AnswerBadge } from '#features/visits/answers/web/AnswerBadge.tsx'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { RowMark } from '#ui/PendingMark.tsx'
import { Hole, type HoleState } from '#ui/Track.tsx'

/** A stop in a list that can be put in order. */
export type StopRow = { stop: RoundStop; number: number; hole: HoleState; aside?: ReactNode }

type Props = {
  rows: readonly StopRow[]
  /** Takes a stop to a place among the rows, from 0. */
  onMove: (id: string, index: number) => void
}

/** Stops dragged by their number, or moved by their arrows; on a keyboard either. */
export function StopRows({ rows, onMove }: Props) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }), useSensor(KeyboardSensor))
  const drop = ({ active, over }: DragEndEvent) => {
    const index = rows.findIndex(({ stop }) => stop.visit.id === over?.id)
    if (index >= 0 && active.id !== over?.id) onMove(String(active.id), index)
  }
  return (
    <DndContext sensors={sensors} onDragEnd={drop} accessibility={{ announcements: announcementsOf(rows) }}>
      <ol className="grid divide-y divide-line rounded-lg border border-line bg-surface">
        {rows.map((row, index) => (
          <Row key={row.stop.visit.id} row={row} index={index} count={rows.length} onMove={onMove} />
        ))}
      </ol>
    </DndContext>
  )
}

type RowProps = { row: StopRow; index: number; count: number; onMove: Props['onMove'] }

function Row({ row: { stop, number, hole, aside }, index, count, onMove }: RowProps) {
  const { id } = stop.visit
  const drag = useDraggable({ id })
  const place = useDroppable({ id })
  const y = drag.transform?.y
  const shift = (by: -1 | 1) => (
    <Button
      variant="quiet"
      size="icon"
      icon={by < 0 ? ArrowUp : ArrowDown}
      aria-label={`${stop.name} ${by < 0 ? 'earlier' : 'later'}`}
      disabled={index + by < 0 || index + by >= count}
      onClick={() => onMove(id, index + by)}
    />
  )
  return (
    <li
      ref={place.setNodeRef}
      style={y ? { transform: `translateY(${y}px)` } : undefined}
      className={cx(
        'flex items-center gap-1 py-2 pr-1 pl-1 first:rounded-t-lg last:rounded-b-lg',
        drag.isDragging && 'relative z-10 bg-surface shadow-drag',
        place.isOver && !drag.isDragging && 'bg-ember-tint',
      )}
    >
      <button
        type="button"
        ref={drag.setNodeRef}
        {...drag.listeners}
        {...drag.attributes}
        aria-label={`Stop ${number}, drag ${stop.name}`}
        className="grid size-12 shrink-0 cursor-grab touch-none place-items-center rounded-lg"
      >
        <Hole state={hole} number={number} />
      </button>
      <StopWords stop={stop} aside={aside} />
      <span className="flex shrink-0">
        {shift(-1)}
        {shift(1)}
      </span>
    </li>
  )
}

/** A stop in two lines: who, and when and what. */
export function StopWords({ stop, aside }: { stop: RoundStop; aside?: ReactNode }) {
  const { labelOf } = useKinds()
  return (
    <span className="min-w-0 flex-1">
      <span className="flex items-center gap-1.5">
        <b className="min-w-0">{stop.name}</b>
        <RowMark of={[stop.visit, ...stop.horses.map(({ line }) => line)]} />
        <AnswerBadge visit={stop.visit} isSmall />
      </span>
      <span className="block text-14 text-ink-2">{[whenInWords(stop.visit), workInWords(stop, labelOf)].filter(Boolean).join(', ')}</span>
      {aside}
    </span>
  )
}

function announcementsOf(rows: readonly StopRow[]) {
  const nameOf = (id: string | number | undefined) => rows.find(({ stop }) => stop.visit.id === id)?.stop.name ?? 'The stop'
  const placeOf = (id: string | number | undefined) => rows.findIndex(({ stop }) => stop.visit.id === id) + 1
  return {
    onDragStart: ({ active }: { active: { id: string | number } }) => `${nameOf(active.id)} picked up.`,
    onDragOver: ({ active, over }: { active: { id: string | number }; over: { id: string | number } | null }) =>
      over ? `${nameOf(active.id)} over place ${placeOf(over.id)} of ${rows.length}.` : `${nameOf(active.id)} not over a place.`,
    onDragEnd: ({ active, over }: { active: { id: string | number }; over: { id: string | number } | null }) =>
      over ? `${nameOf(active.id)} put at place ${placeOf(over.id)}.` : `${nameOf(active.id)} left where it was.`,
    onDragCancel: ({ active }: { active: { id: string | number } }) => `${nameOf(active.id)} left where it was.`,
  }
}
