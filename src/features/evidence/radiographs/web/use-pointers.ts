import { type PointerEvent as ReactPointerEvent, useRef } from 'react'
import { drawnTo, type Film, moved, placeAt, pressed, released, viewOf, zoomed } from '#features/evidence/radiographs/film.ts'
import type { MarkKind } from '#features/evidence/radiographs/measure.ts'
import { onScreen, type Place, type Size } from '#features/evidence/radiographs/view.ts'
import { draggedWindow } from '#features/evidence/radiographs/window.ts'

/** What one finger does. Two always move and zoom. */
export type Tool = 'move' | 'light' | MarkKind
export type Change = (change: (film: Film) => Film) => void

/** Nearer than this two presses are one place. */
const APART = 8

/** What fingers and the mouse do to a film. */
export function usePointers({ tool, picture, isTurned, change }: { tool: Tool; picture: Size; isTurned: boolean; change: Change }) {
  const down = useRef(new Map<number, Place>())

  const onPointerDown = (event: ReactPointerEvent<HTMLElement>) => {
    if (event.button > 1) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const pixel = pixelOf(event)
    down.current.set(event.pointerId, pixel)
    if (down.current.size > 1) change((film) => ({ ...film, drawing: null }))
    else if (isMeasuring(tool) && event.button === 0) change((film) => pressed(film, tool, placeAt(film, picture, pixel)))
  }

  const onPointerMove = (event: ReactPointerEvent<HTMLElement>) => {
    const pixel = pixelOf(event)
    const from = down.current.get(event.pointerId)
    // A mouse that hovers takes the last place along.
    if (!from) return change((film) => drawnTo(film, placeAt(film, picture, pixel)))
    const [other] = [...down.current].flatMap(([id, place]) => (id === event.pointerId ? [] : [place]))
    down.current.set(event.pointerId, pixel)
    const by = { x: pixel.x - from.x, y: pixel.y - from.y }
    if (other) change((film) => pinched(film, picture, { from, to: pixel, other }))
    else if (isMeasuring(tool) && event.buttons === 1) change((film) => drawnTo(film, placeAt(film, picture, pixel)))
    else if (tool === 'light' && event.buttons === 1)
      change((film) => ({ ...film, window: draggedWindow(film.window, by.x, -by.y, isTurned) }))
    else change((film) => moved(film, picture, by))
  }

  const onPointerUp = (event: ReactPointerEvent<HTMLElement>) => {
    const wasAlone = down.current.delete(event.pointerId) && down.current.size === 0
    if (wasAlone && isMeasuring(tool)) change((film) => released(film, isApart(film, picture)))
  }
  const onPointerCancel = (event: ReactPointerEvent<HTMLElement>) => void down.current.delete(event.pointerId)
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel }
}

/** Whether it is a tool that draws measurements. */
export const isMeasuring = (tool: Tool): tool is MarkKind => tool === 'length' || tool === 'angle'

/** Where in an element a pointer is. */
function pixelOf({
  clientX,
  clientY,
  currentTarget,
}: Pick<ReactPointerEvent<HTMLElement>, 'clientX' | 'clientY' | 'currentTarget'>): Place {
  const { left, top } = currentTarget.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}

/* One finger of two has moved: the picture goes with the middle of them and grows with what lies between. */
function pinched(film: Film, picture: Size, { from, to, other }: { from: Place; to: Place; other: Place }): Film {
  const between = (one: Place) => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y))
  const middle = { x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 }
  const by = { x: (to.x - from.x) / 2, y: (to.y - from.y) / 2 }
  return zoomed(moved(film, picture, by), picture, between(to) / between(from), middle)
}

function isApart(film: Film, picture: Size): boolean {
  const [last, before] = [film.drawing?.places.at(-1), film.drawing?.places.at(-2)]
  if (!last || !before) return false
  const [one, other] = [last, before].map((place) => onScreen(place, viewOf(film, picture), film.screen ?? picture)) as [Place, Place]
  return Math.hypot(one.x - other.x, one.y - other.y) >= APART
}
