/** More rows than this are thinned before they are drawn. */
export const MOST_ROWS = 200_000
/** Each becomes two points, far more than any screen has across. */
const BUCKETS = 20_000

/**
 * Fewer points of the same look: of each stretch the least and the greatest value, in the order in which they came, so that no peak is lost.
 * `x` gives each stretch its beginning and its middle.
 */
export function thin(x: readonly number[], columns: readonly (readonly number[])[]): { x: number[]; columns: number[][] } {
  const edges = Array.from({ length: BUCKETS + 1 }, (_, at) => Math.floor((at * x.length) / BUCKETS))
  const stretches = edges.slice(1).map((end, at) => [edges[at] ?? 0, end] as const)
  return {
    x: stretches.flatMap(([start, end]) => [x[start] ?? Number.NaN, x[(start + end) >> 1] ?? Number.NaN]),
    columns: columns.map((values) => stretches.flatMap(([start, end]) => extremes(values, start, end))),
  }
}

function extremes(values: readonly number[], start: number, end: number): [number, number] {
  let least = -1
  let greatest = -1
  for (let at = start; at < end; at++) {
    const value = values[at] ?? Number.NaN
    if (Number.isNaN(value)) continue
    if (least < 0 || value < (values[least] ?? 0)) least = at
    if (greatest < 0 || value > (values[greatest] ?? 0)) greatest = at
  }
  const [first, second] = least < greatest ? [least, greatest] : [greatest, least]
  return [values[first] ?? Number.NaN, values[second] ?? Number.NaN]
}
