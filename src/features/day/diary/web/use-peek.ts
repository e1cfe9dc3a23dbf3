import { type FocusEvent, type KeyboardEvent, type PointerEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react'

/** A mouse that crosses the diary opens nothing. */
const REST_MS = 350
/** The way from a visit to its details is not a leaving. */
const LEAVE_MS = 250

type Open = { id: string /** Shown by hovering or walking over it, not by pressing. */; isPeek: boolean }

/**
 * The visit whose details are open next to it (Spec §2 Calendar: hovering or clicking): pressed, they stay and take the focus; hovered or
 * reached by keyboard, they open after a moment and close with the pointer or the focus. `watch` goes around the buttons with `data-visit`,
 * `within` around the details.
 */
export function usePeek() {
  const [open, setOpen] = useState<Open | null>(null)
  const anchor = useRef<HTMLElement | null>(null)
  const shut = useRef<HTMLElement | null>(null)
  const isPointerDown = usePointerDown()
  const { later, stay } = useTimer()
  const now = useRef(open)
  now.current = open

  const hide = () => now.current?.isPeek && setOpen(null)
  const leave = () => later(hide, LEAVE_MS)
  const show = (button: HTMLElement, isPeek: boolean, id = button.dataset.visit ?? '') => {
    anchor.current = button
    setOpen({ id, isPeek })
  }
  const look = ({ target }: SyntheticEvent) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-visit]') : null
    const isShut = button !== null && button === shut.current
    if (!isShut) shut.current = null
    if (!button || isShut || isPointerDown.current) return leave()
    if (now.current && (!now.current.isPeek || button === anchor.current)) return stay()
    later(() => show(button, true), REST_MS)
  }
  return {
    open,
    anchor,
    /** Opens a visit beside the button that was pressed: its own, or one for several visits. */
    press: (button: HTMLElement, id?: string) => {
      stay()
      show(button, false, id)
    },
    /** Closed by hand, it stays closed until something else is looked at. */
    close: () => {
      stay()
      shut.current = anchor.current
      setOpen(null)
    },
    watch: {
      onPointerOver: (event: PointerEvent) => void (event.pointerType === 'mouse' && look(event)),
      onPointerLeave: leave,
      onFocus: (event: FocusEvent) => void (event.target.matches(':focus-visible') && look(event)),
      onBlur: leave,
      // What is picked up is moved and not looked at.
      onPointerDown: hide,
      onKeyDown: (event: KeyboardEvent) => void (event.key === ' ' && [stay(), hide()]),
    },
    within: {
      onPointerEnter: stay,
      onPointerLeave: leave,
      onPointerDownCapture: () => setOpen((one) => one && { ...one, isPeek: false }),
    },
  }
}

function useTimer() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const stay = () => clearTimeout(timer.current)
  const later = (act: () => void, ms: number) => {
    stay()
    timer.current = setTimeout(act, ms)
  }
  return { later, stay }
}

/** Whether a finger or a mouse button is down somewhere: then something may be being dragged. */
function usePointerDown() {
  const isDown = useRef(false)
  useEffect(() => {
    const note = ({ type }: Event) => {
      isDown.current = type === 'pointerdown'
    }
    const events = ['pointerdown', 'pointerup', 'pointercancel']
    for (const name of events) window.addEventListener(name, note, true)
    return () => {
      for (const name of events) window.removeEventListener(name, note, true)
    }
  }, [])
  return isDown
}
