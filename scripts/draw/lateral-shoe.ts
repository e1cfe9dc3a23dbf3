import { steel } from './horn.ts'
import { GROUND, type Hoof, SHOE } from './lateral-shape.ts'
import type { Look } from './look.ts'
import { area, type Patch, type Point, stroke } from './pen.ts'

/** A shoe from the side, and the pad under it. */
export function shoe(look: Look, { toe, heel }: Hoof): string {
  const isWorn = look.state === 'worn'
  const [from, to] = [toe[0] + 3, heel[0] + (isWorn ? -8 : 16)]
  const roll = isWorn ? 18 : 9
  const top = GROUND - SHOE
  const bottom = GROUND + 1
  const outline: Point[] = [
    [from, top - 1],
    [to, top - 1],
    [to + 3, top + 4],
    [to - 3, bottom],
    [from + roll + 8, bottom],
    [from + roll * 0.4, bottom - 7],
    [from - 2, top + 9],
  ]
  const bar = steel(outline, { isWorn, seed: look.seed, box: [from, top, to, bottom] })
  const pad = look.hasPad
    ? area(
        [
          [from + 4, top - 13],
          [to - 6, top - 13],
          [to - 2, top],
          [from, top],
        ],
        '#5b3a22',
      ) +
      stroke(
        [
          [from + 4, top - 12],
          [to - 8, top - 12],
        ],
        '#8a6242',
        2,
      )
    : ''
  return bar + pad
}

/** What is drawn up from the shoe over the wall. */
export function clips({ clips: kind = 'toe', state }: Look, { toe, wall, top }: { toe: Point; wall: Patch; top: number }): string {
  const light = state === 'worn' ? '#8f8a83' : '#c9ccce'
  if (kind === 'none') return ''
  if (kind === 'toe')
    return area(
      [
        [toe[0] - 3, top + 4],
        [toe[0] + 30, top + 2],
        [toe[0] + 48, top - 44],
        [toe[0] + 36, top - 50],
      ],
      light,
      { stroke: '#4b4d50', 'stroke-width': 1.5 },
    )
  return [0.16, 0.62]
    .map((across) => {
      const [x] = wall(across, 1)
      const [tip, y] = wall(across + 0.005, 0.85)
      return area(
        [
          [x - 25, top + 3],
          [x + 25, top + 3],
          [tip + 9, y + 4],
          [tip, y],
          [tip - 9, y + 4],
        ],
        light,
        { stroke: '#54565a', 'stroke-width': 1.5 },
      )
    })
    .join('')
}
