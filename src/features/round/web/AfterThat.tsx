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
import { ArrowDown, ArrowUp, Undo2 } from 'lucide-react'
import { ranksForMove } from '#features/appointments/rules.ts'
import { type RoundDay, type RoundStop, whenInWords, workInWords } from '#features/round/round-day.ts'
import { ranksToShift } from '#features/round/rules.ts'
import { reopen, reorder } from '#features/round/web/data.ts'
import { holeOf } from '#features/round/web/RoundHead.tsx'
import { sayDone } from '#features/round/web/say.ts'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { Hole } from '#ui/Track.tsx'

/** The open stops after the one at hand: dragged by their hole, or moved by their arrows. */
export function AfterThat({ round }: { round: RoundDay }) {
  const rest = round.stops.filter((stop) => !stop.visit.isCallComplete && stop !== round.next)
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }), useSensor(KeyboardSensor))
  if (rest.length === 0) return null
  const order = round.stops.map((stop) => stop.visit)
  const drop = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return
    const index = order.findIndex((visit) => visit.id === over.id)
    void reorder(ranksForMove(order, String(active.id), index))
  }
  return (
    <section aria-labelledby="after-that" className="grid gap-2">
      <h2 id="after-that">After that</h2>
      <DndContext sensors={sensors} onDragEnd={drop}>
        <ol className="grid divide-y divide-line rounded-lg border border-line bg-surface">
          {rest.map((stop) => (
            <Row key={stop.visit.id} stop={stop} round={round} />
          ))}
        </ol>
      </DndContext>
    </section>
  )
}

function Row({ stop, round }: { stop: RoundStop; round: RoundDay }) {
  const { id } = stop.visit
  const drag = useDraggable({ id })
  const place = useDroppable({ id })
  const y = drag.transform?.y
  const isTarget = place.isOver && !drag.isDragging
  return (
    <li
      ref={place.setNodeRef}
      style={y ? { transform: `translateY(${y}px)` } : undefined}
      className={cx(
        'flex items-center gap-2 py-2 pr-2 pl-1',
        drag.isDragging && 'relative z-10 bg-surface shadow-drag',
        isTarget && 'bg-ember-tint',
      )}
    >
      <button
        type="button"
        ref={drag.setNodeRef}
        {...drag.listeners}
        {...drag.attributes}
        aria-label={`Stop ${stop.number}, drag ${stop.name}`}
        className="grid size-12 shrink-0 cursor-grab touch-none place-items-center rounded-lg"
      >
        <Hole state={holeOf(stop, round)} number={stop.number} />
      </button>
      <StopWords stop={stop} />
      <Shift round={round} stop={stop} by={-1} />
      <Shift round={round} stop={stop} by={1} />
    </li>
  )
}

const StopWords = ({ stop }: { stop: RoundStop }) => (
  <span className="min-w-0 flex-1">
    <b className="block">{stop.name}</b>
    <span className="block text-14 text-ink-2">{[whenInWords(stop.visit), workInWords(stop)].filter(Boolean).join(', ')}</span>
  </span>
)

function Shift({ round, stop, by }: { round: RoundDay; stop: RoundStop; by: -1 | 1 }) {
  const ranks = ranksToShift(
    round.stops.map(({ visit }) => visit),
    stop.visit.id,
    by,
  )
  return (
    <Button
      variant="quiet"
      size="icon"
      icon={by < 0 ? ArrowUp : ArrowDown}
      aria-label={`${stop.name} ${by < 0 ? 'earlier' : 'later'}`}
      disabled={ranks.length === 0}
      onClick={() => void reorder(ranks)}
    />
  )
}

/** What is finished today, to be opened again when it was not. */
export function DoneToday({ round }: { round: RoundDay }) {
  const done = round.stops.filter((stop) => stop.visit.isCallComplete)
  if (done.length === 0) return null
  return (
    <section aria-labelledby="done-today" className="grid gap-2">
      <h2 id="done-today">Done</h2>
      <ul className="grid divide-y divide-line rounded-lg border border-line bg-surface">
        {done.map((stop) => (
          <li key={stop.visit.id} className="flex items-center gap-3 px-3 py-2">
            <Hole state={holeOf(stop, round)} number={stop.number} />
            <StopWords stop={stop} />
            <Button
              variant="quiet"
              size="sm"
              icon={Undo2}
              aria-label={`Reopen ${stop.name}`}
              onClick={() => void sayDone('Opened again', `${stop.name} is to do again.`, () => reopen(stop))}
            >
              Reopen
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
