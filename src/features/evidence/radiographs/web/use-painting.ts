import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Film, viewOf } from '#features/evidence/radiographs/film.ts'
import type { Size, View } from '#features/evidence/radiographs/view.ts'
import type { Reader } from '#features/evidence/radiographs/web/reader.ts'
import type { PaintOrder } from '#features/evidence/radiographs/web/wires.ts'

/** What the canvas shows at present; marks are laid over this, not over what is still being painted. */
export type Shown = { view: View; screen: Size }
/** Finer than this no eye sees, and each step costs four times the points. */
const FINEST = 2

/**
 * Keeps the canvas in step with the film's state. The worker paints one order at a time, and of the orders that arrive in the meantime only
 * the last: a drag is never more than one picture behind the finger.
 */
export function usePainting(canvas: RefObject<HTMLCanvasElement | null>, reader: Reader, film: Film, picture: Size) {
  const [shown, setShown] = useState<Shown>()
  const [problem, setProblem] = useState<string>()
  const painter = useRef<((order: PaintOrder, shown: Shown) => void) | undefined>(undefined)
  useEffect(() => {
    painter.current = latestOnly(async (order, next) => {
      try {
        const painted = await reader.paint(order)
        if (canvas.current) put(canvas.current, painted)
        setShown(next)
        setProblem(undefined)
      } catch (error) {
        setProblem(error instanceof Error ? error.message : String(error))
      }
    })
    return () => {
      painter.current = undefined
    }
  }, [canvas, reader])
  const { screen, window: levels, isInverted, frame } = film
  const { x, y, zoom } = viewOf(film, picture)
  useEffect(() => {
    if (!screen) return
    const fine = Math.min(FINEST, window.devicePixelRatio)
    const pixels = { width: Math.max(1, Math.round(screen.width * fine)), height: Math.max(1, Math.round(screen.height * fine)) }
    const order = { screen: pixels, view: { x, y, zoom: zoom * fine }, window: levels, isInverted, frame }
    painter.current?.(order, { view: { x, y, zoom }, screen })
  }, [x, y, zoom, screen, levels, isInverted, frame])
  return { shown, problem }
}

function put(canvas: HTMLCanvasElement, { size, pixels }: { size: Size; pixels: Uint8ClampedArray<ArrayBuffer> }) {
  // To set them empties it.
  if (canvas.width !== size.width) canvas.width = size.width
  if (canvas.height !== size.height) canvas.height = size.height
  canvas.getContext('2d')?.putImageData(new ImageData(pixels, size.width, size.height), 0, 0)
}

function latestOnly(work: (order: PaintOrder, shown: Shown) => Promise<void>) {
  let waiting: [PaintOrder, Shown] | undefined
  let isBusy = false
  return async (...order: [PaintOrder, Shown]) => {
    waiting = order
    if (isBusy) return
    isBusy = true
    while (waiting) {
      const next: [PaintOrder, Shown] = waiting
      waiting = undefined
      await work(...next)
    }
    isBusy = false
  }
}
