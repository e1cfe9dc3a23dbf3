import { type RefObject, useLayoutEffect, useState } from 'react'

/** How far below the top of the page an element begins, kept true while what stands above it changes. */
export function usePlaceOnPage(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const look = () => element.current && setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY))
    look()
    const watch = new ResizeObserver(look)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [element])
  return top
}
