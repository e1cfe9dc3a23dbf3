import { type RefObject, useLayoutEffect, useState } from 'react'
import { useIsPhone } from '#ui/use-width.ts'

/** Days side by side; one under the other, each with its visits beside its name; or on a phone one long list. */
export type GridShape = 'columns' | 'rows' | 'list'

/** In a column narrower than this no visit can be read. */
const NARROWEST_COLUMN = 120
/** What the days that are left out take at the right. */
const WEEKEND_WIDTH = 56

/** How the days of a week are laid out in the width of the grid. */
export function useGridShape(grid: RefObject<HTMLElement | null>, days: number, hasWeekend: boolean): GridShape {
  const isPhone = useIsPhone()
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const element = grid.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth)
    // Before the first paint, or the days would jump.
    measure()
    const changes = new ResizeObserver(measure)
    changes.observe(element)
    return () => changes.disconnect()
  }, [grid])
  if (isPhone) return 'list'
  return (width - (hasWeekend ? WEEKEND_WIDTH : 0)) / days < NARROWEST_COLUMN ? 'rows' : 'columns'
}
