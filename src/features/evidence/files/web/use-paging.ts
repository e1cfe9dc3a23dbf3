import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/** So far a finger moves for the next picture, in pixels; less is a tap. */
const SWIPE = 50

/**
 * Turns pictures by the arrow keys, in the dialog that contains `body` and not in one above it, and by a swipe. Spread the returned props
 * on the body, which takes the focus.
 */
export function usePaging(body: RefObject<HTMLElement | null>, step: (by: 1 | -1) => void, isOff: boolean) {
  const startX = useRef<number>(undefined)
  const turn = useEffectEvent((event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : undefined
    if (by && !isOff && isIn(event.target, body.current)) step(by)
  })
  useEffect(() => {
    // Where the arrows turn pictures from the start, and not in the choice under them.
    body.current?.focus({ preventScroll: true })
    document.addEventListener('keydown', turn)
    return () => document.removeEventListener('keydown', turn)
  }, [body])
  return {
    tabIndex: -1,
    onPointerDown: ({ pointerType, clientX }: PointerEvent) => {
      startX.current = pointerType === 'touch' && !isOff ? clientX : undefined
    },
    onPointerUp: ({ clientX }: PointerEvent) => {
      const moved = startX.current === undefined ? 0 : clientX - startX.current
      startX.current = undefined
      if (Math.abs(moved) >= SWIPE) step(moved < 0 ? 1 : -1)
    },
  }
}

/** Not where the arrows mean something else. */
function isIn(target: EventTarget | null, body: HTMLElement | null): boolean {
  if (!(target instanceof Element) || !body || target.closest('select, input, video')) return false
  return target.closest('[role="dialog"]')?.contains(body) ?? false
}
