export type Spot = { x: number; y: number }
type Size = { width: number; height: number }

/** So that the cut edge, which is no coast, is out of sight. */
const BEYOND = 10

/** A ring cut to a frame, edge by edge (Sutherland and Hodgman): a coast seen from close by stays a few points. */
export function clipped(ring: readonly Spot[], { width, height }: Size): Spot[] {
  const edges: readonly [keyof Spot, number, 1 | -1][] = [
    ['x', -BEYOND, 1],
    ['x', width + BEYOND, -1],
    ['y', -BEYOND, 1],
    ['y', height + BEYOND, -1],
  ]
  return edges.reduce<Spot[]>((points, [axis, border, side]) => cutAt(points, axis, border, side), [...ring])
}

function cutAt(points: readonly Spot[], axis: keyof Spot, border: number, side: 1 | -1): Spot[] {
  const isIn = (spot: Spot) => (spot[axis] - border) * side >= 0
  return points.flatMap((spot, at) => {
    const before = points[(at + points.length - 1) % points.length] ?? spot
    const crossed = isIn(before) === isIn(spot) ? [] : [between(before, spot, (border - before[axis]) / (spot[axis] - before[axis]))]
    return isIn(spot) ? [...crossed, spot] : crossed
  })
}

const between = (a: Spot, b: Spot, part: number): Spot => ({ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part })
