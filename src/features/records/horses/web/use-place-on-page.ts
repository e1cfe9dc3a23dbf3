import { type RefObject, useLayoutEffect, useState } from 'react'

/** An element's distance from the top of the page, updated while the content above it changes. */
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
