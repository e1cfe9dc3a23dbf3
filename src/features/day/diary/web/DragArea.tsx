import {
  type Active,
  type Announcements,
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type DragStartEvent,
  type KeyboardCoordinateGetter,
  pointerWithin,
  rectIntersection,
} from '@dnd-kit/core'
import { type ReactNode, useState } from 'react'
import { useDragSensors } from '#features/day/diary/web/drag-sensors.ts'
import { MoveBar } from '#features/day/diary/web/MoveBar.tsx'
import type { Shown } from '#features/day/diary/web/use-diary.ts'
import { useHeldKey } from '#features/day/diary/web/use-held-key.ts'
import { VisitFace } from '#features/day/diary/web/VisitCard.tsx'
import { useMove } from '#features/visits/appointments/web/use-move.ts'
import { addDays, type Day, shortDay } from '#lib/dates.ts'

const shownOf = ({ active }: { active: Active | null }) => (active?.data.current as { shown?: Shown } | undefined)?.shown
const dayOf = (over: { id: string | number } | null) => (over ? String(over.id) : undefined)

/**
 * The area where visits can be dragged from day to day: by mouse, by a long press, or with Space, arrows and Space. With Shift held, no one
 * is texted.
 */
export function DragArea({ children }: { children: ReactNode }) {
  const move = useMove()
  const [held, setHeld] = useState<Shown>()
  const [over, setOver] = useState<Day>()
  const isSilent = useHeldKey('Shift', held !== undefined)
  const sensors = useDragSensors(nextDay)
  const lift = (event: DragStartEvent) => setHeld(shownOf(event))
  const lay = () => {
    setHeld(undefined)
    setOver(undefined)
  }
  const drop = (event: DragEndEvent) => {
    const [shown, day] = [shownOf(event), dayOf(event.over)]
    lay()
    if (!shown || !day || day === shown.visit.onDay) return
    move(shown.visit.id, day, !isSilent)
    // The button is about to leave with its visit; the focus stays where the visit went.
    if (event.activatorEvent instanceof KeyboardEvent) document.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={dayUnder}
      accessibility={{ announcements: ANNOUNCEMENTS, screenReaderInstructions: INSTRUCTIONS, restoreFocus: false }}
      onDragStart={lift}
      onDragOver={(event) => setOver(dayOf(event.over))}
      onDragEnd={drop}
      onDragCancel={lay}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {held && (
          <div className="-rotate-[1.5deg] cursor-grabbing rounded-md shadow-drag">
            <VisitFace shown={held} />
          </div>
        )}
      </DragOverlay>
      {held && <MoveBar visit={held.visit} day={over ?? held.visit.onDay} isSilent={isSilent} />}
    </DndContext>
  )
}

/**
 * The pointer names the day; the keyboard has none, so the dragged card's corner does, since one out of a list is wider than a day. Until an
 * arrow has moved it, it is on its own day: that list may lie over another.
 */
const dayUnder: CollisionDetection = (args) => {
  if (args.pointerCoordinates) return pointerWithin(args)
  const { active, collisionRect, droppableContainers } = args
  const { initial } = active.rect.current
  const isAtRest = initial && Math.hypot(initial.left - collisionRect.left, initial.top - collisionRect.top) < 1
  const own = shownOf({ active })?.visit.onDay
  if (isAtRest && own) return droppableContainers.filter(({ id }) => id === own).map(({ id }) => ({ id }))
  const corner = pointerWithin({ ...args, pointerCoordinates: { x: collisionRect.left, y: collisionRect.top } })
  return corner.length > 0 ? corner : rectIntersection(args)
}

const STEP: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

/** An arrow takes the card to the day before or after; up and down to the week before or after where the month is shown. */
const nextDay: KeyboardCoordinateGetter = (event, { context: { active, over, droppableRects } }) => {
  const from = dayOf(over) ?? shownOf({ active })?.visit.onDay
  const isUpright = event.code === 'ArrowUp' || event.code === 'ArrowDown'
  if (!from || !(event.code in STEP || isUpright)) return undefined
  event.preventDefault()
  const back = event.code === 'ArrowUp' ? -1 : 1
  // On a phone the days are one below the other; in a month a week further is below.
  const steps = isUpright ? [7 * back, back] : [STEP[event.code] ?? 0]
  const rect = steps.map((step) => droppableRects.get(addDays(from, step))).find((found) => found !== undefined)
  return rect && { x: rect.left + 4, y: rect.top + 8 }
}

const nameOf = (shown: Shown | undefined) => shown?.title ?? 'Appointment'

const ANNOUNCEMENTS: Announcements = {
  onDragStart: (event) => `Picked up ${nameOf(shownOf(event))}, on ${shortDay(shownOf(event)?.visit.onDay ?? '')}.`,
  onDragOver: (event) => {
    const [day, from] = [dayOf(event.over), shownOf(event)?.visit.onDay]
    if (!day) return 'Not over a day.'
    return day === from
      ? `Holding ${nameOf(shownOf(event))} over ${shortDay(day)}, where it already is.`
      : `Over ${shortDay(day)}. Drop here.`
  },
  onDragEnd: (event) =>
    event.over && dayOf(event.over) !== shownOf(event)?.visit.onDay
      ? `${nameOf(shownOf(event))} moved to ${shortDay(String(event.over.id))}.`
      : `${nameOf(shownOf(event))} stays where it was.`,
  onDragCancel: (event) => `${nameOf(shownOf(event))} stays where it was.`,
}

const INSTRUCTIONS = {
  draggable:
    'Press Enter for details. To move to another day press Space, choose the day with the arrow keys, and press Space again; hold Shift to move without texting; Escape puts it back.',
}
