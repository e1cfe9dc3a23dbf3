import {
  type Active,
  type Announcements,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type KeyboardCoordinateGetter,
  type Modifier,
} from '@dnd-kit/core'
import { type ReactNode, useState } from 'react'
import { SNAP_MINUTES, type Span, snappedStart, spanOf } from '#features/day/diary/hours.ts'
import { useDragSensors } from '#features/day/diary/web/drag-sensors.ts'
import { HourFace } from '#features/day/diary/web/HourCard.tsx'
import { MINUTE_PX } from '#features/day/diary/web/HoursRuler.tsx'
import { MoveBar } from '#features/day/diary/web/MoveBar.tsx'
import type { Shown } from '#features/day/diary/web/use-diary.ts'
import { useHeldKey } from '#features/day/diary/web/use-held-key.ts'
import { useMove } from '#features/visits/appointments/web/use-move.ts'
import { type Day, minutesOf, type WallTime } from '#lib/dates.ts'

type Props = { day: Day /** `dropped`: where the dragged visit would be dropped. */; children: (dropped: Span | null) => ReactNode }
type Held = { shown: Shown; start: WallTime }

const shownOf = ({ active }: { active: Active | null }) => (active?.data.current as { shown?: Shown } | undefined)?.shown
const startAfter = (shown: Shown, pixels: number) => snappedStart(spanOf(shown.visit), Math.round(pixels / MINUTE_PX))

/** Where visits of one day can be dragged between its hours: by mouse, by a long press, or with Space, up and down and Space. */
export function HoursDrag({ day, children }: Props) {
  const move = useMove()
  const [held, setHeld] = useState<Held>()
  const isSilent = useHeldKey('Shift', held !== undefined)
  const sensors = useDragSensors(quarterOn)
  const drop = (event: DragEndEvent) => {
    const shown = shownOf(event)
    setHeld(undefined)
    const start = shown && startAfter(shown, event.delta.y)
    if (start && start !== shown.visit.localStart) move(shown.visit.id, day, !isSilent, start)
  }
  return (
    <DndContext
      sensors={sensors}
      modifiers={UPRIGHT}
      accessibility={{ announcements: ANNOUNCEMENTS, screenReaderInstructions: INSTRUCTIONS }}
      onDragStart={(event) => {
        const shown = shownOf(event)
        setHeld(shown && { shown, start: shown.visit.localStart })
      }}
      onDragMove={(event) => {
        const shown = shownOf(event)
        const start = shown && startAfter(shown, event.delta.y)
        setHeld((now) => (!start || now?.start === start ? now : { shown, start }))
      }}
      onDragEnd={drop}
      onDragCancel={() => setHeld(undefined)}
    >
      {children(held ? dropSpan(held) : null)}
      <DragOverlay dropAnimation={null}>
        {held && (
          <div className="h-full -rotate-[0.5deg] cursor-grabbing overflow-hidden rounded-md shadow-drag">
            <HourFace shown={held.shown} />
          </div>
        )}
      </DragOverlay>
      {held && <MoveBar visit={held.shown.visit} day={day} time={held.start} isSilent={isSilent} />}
      <p className="sr-only" aria-live="assertive">
        {held && `Over ${held.start}.`}
      </p>
    </DndContext>
  )
}

function dropSpan({ shown, start }: Held): Span {
  const { from, to } = spanOf(shown.visit)
  return { from: minutesOf(start), to: minutesOf(start) + to - from }
}

/** It stays in its day: only up and down. */
const UPRIGHT: Modifier[] = [({ transform }) => ({ ...transform, x: 0 })]

const quarterOn: KeyboardCoordinateGetter = (event, { currentCoordinates }) => {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.code]
  if (step === undefined) return undefined
  event.preventDefault()
  return { ...currentCoordinates, y: currentCoordinates.y + step * SNAP_MINUTES * MINUTE_PX }
}

const nameOf = (event: { active: Active | null }) => shownOf(event)?.title ?? 'Appointment'

const ANNOUNCEMENTS: Announcements = {
  onDragStart: (event) => `Picked up ${nameOf(event)}, at ${shownOf(event)?.visit.localStart}.`,
  onDragOver: () => undefined,
  onDragEnd: (event) => `${nameOf(event)} put down.`,
  onDragCancel: (event) => `${nameOf(event)} stays where it was.`,
}

const INSTRUCTIONS = {
  draggable: `Press Enter for details. To move to another time press Space, go up or down by ${SNAP_MINUTES} minutes with the arrow keys, and press Space again; hold Shift to move without texting; Escape puts it back.`,
}
