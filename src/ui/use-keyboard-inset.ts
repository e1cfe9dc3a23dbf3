import { useLayoutEffect, useState } from 'react'

/**
 * How much of the bottom of the window the phone's keyboard covers, in px; 0 without one. Chrome shrinks the page on its own (index.html
 * requests it), Safari only shrinks the visual viewport.
 */
export function useKeyboardInset(): number {
  const [inset, setInset] = useState(0)
  useLayoutEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const measure = () => setInset(view.scale > 1 ? 0 : Math.max(0, Math.round(window.innerHeight - view.height - view.offsetTop)))
    measure()
    view.addEventListener('resize', measure)
    view.addEventListener('scroll', measure)
    return () => {
      view.removeEventListener('resize', measure)
      view.removeEventListener('scroll', measure)
    }
  }, [])
  return inset
}
