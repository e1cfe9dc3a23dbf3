import { type RefObject, useLayoutEffect, useRef } from 'react'

const PRESSED = 'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=radio], [role=option]'
/** Higher than its usual place by so much at a time. */
const STEP = 24
/** From the top of the window it keeps clear of the bar there. */
const TOP = 68

/**
 * Moves what shows toasts up from its usual place to where it lies on nothing that can be pressed; where there is no such place, to where it
 * lies on least. What is pressed next is thus never under the news of what was pressed last.
 */
export function useFreePlace(): RefObject<HTMLOListElement | null> {
  const viewport = useRef<HTMLOListElement>(null)
  useLayoutEffect(() => {
    const element = viewport.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      element.style.translate = ''
      if (element.offsetHeight > 0) element.style.translate = `0 ${-riseOf(element)}px`
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return viewport
}

function riseOf(element: HTMLElement): number {
  const box = element.getBoundingClientRect()
  const boxes = [...document.querySelectorAll<HTMLElement>(PRESSED)]
    .filter((each) => !element.contains(each) && !each.closest('[aria-hidden=true], [inert]') && each.checkVisibility())
    .map((each) => each.getBoundingClientRect())
    .filter((each) => each.left < box.right && each.right > box.left && each.bottom > 0 && each.top < window.innerHeight)
  const coveredAt = (rise: number) =>
    boxes.reduce((sum, each) => sum + Math.max(0, Math.min(each.bottom, box.bottom - rise) - Math.max(each.top, box.top - rise)), 0)
  let best = { rise: 0, covered: coveredAt(0) }
  for (let rise = STEP; best.covered > 0 && box.top - rise >= TOP; rise += STEP) {
    const covered = coveredAt(rise)
    if (covered < best.covered) best = { rise, covered }
  }
  return best.rise
}
