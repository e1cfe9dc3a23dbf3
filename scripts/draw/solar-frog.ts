import { hairs } from './hair.ts'
import type { Look } from './look.ts'
import {
  add,
  area,
  brush,
  type Colour,
  element,
  hex,
  line,
  mix,
  type Point,
  patchOf,
  pathOf,
  randomOf,
  stroke,
  through,
  times,
  walk,
} from './pen.ts'
import type { At } from './solar-shape.ts'

/** The frog with its grooves; narrow and black in its cleft with thrush. */
export function frog(look: Look, at: At): string {
  const random = randomOf(`${look.seed} frog`)
  const tone: Colour = look.hasThrush ? [66, 58, 50] : look.horn === 'white' ? [150, 128, 102] : [112, 98, 84]
  const narrow = look.hasThrush ? 0.64 : 0.8
  const side = (to: 1 | -1): Point[] =>
    walk(
      through([
        at(0, -92),
        at(to * 18, -78),
        at(to * 42 * narrow, 10),
        at(to * 74 * narrow, 112),
        at(to * 104 * narrow, 206),
        at(to * 122 * narrow, 268),
      ]),
      30,
    )
  const [left, right] = [side(-1), side(1)]
  const rear = walk(
    through([at(-122 * narrow, 268), at(-80, 296), at(-26, 278), at(0, 250), at(26, 278), at(80, 296), at(122 * narrow, 268)]),
    30,
  )
  const shape = [...left, ...rear, ...right.toReversed()]
  const groove = (points: readonly Point[]) =>
    element('path', {
      d: pathOf(points),
      fill: 'none',
      stroke: '#0f0b08',
      'stroke-width': look.hasThrush ? 26 : 19,
      opacity: 0.78,
      filter: 'url(#soft)',
    })
  const cleft = walk(through([at(0, 62), at(2, 120), at(-2, 190), at(0, 258)]), 20)
  const skin = brush({ opacity: 0.25 })
  for (let n = 0; n < 130; n++) {
    const [row, out] = [random(), random() - 0.5]
    const [x, y] = [out * mix(16, 220, row) * narrow, mix(-80, 270, row)]
    skin.add([at(x, y), at(x + out * 26, y + 30)], random() > 0.5 ? '#e4d2b4' : '#1d1610', 2)
  }
  return [
    groove(left),
    groove(right),
    area(shape, hex(tone), { stroke: '#1a130d', 'stroke-width': 2 }),
    element('g', { opacity: 0.5 }, area(shape, '#241a12', { filter: 'url(#flake)' })),
    skin.drawn(),
    stroke(
      left.map((point) => add(point, [9, 2])),
      '#f0e0c0',
      7,
      { opacity: 0.34, filter: 'url(#soft)' },
    ),
    stroke(
      right.map((point) => add(point, [-8, 2])),
      '#000',
      8,
      { opacity: 0.3, filter: 'url(#soft)' },
    ),
    stroke(cleft, '#0e0a07', look.hasThrush ? 22 : 13, { opacity: 0.82, filter: 'url(#soft)' }),
    look.hasThrush ? stroke(cleft, '#040303', 9, { opacity: 0.9 }) : '',
  ].join('')
}

/** The heels and, behind them out of focus, the pastern that hangs down from the hand. */
export function bulbs(look: Look, at: At): string {
  const skin: Colour = look.sock ? [176, 146, 124] : [84, 70, 62]
  return [-1, 1]
    .map((to) => {
      const [cx, cy] = at(to * 84, 262)
      const light = element('ellipse', { cx: cx - 18, cy: cy + 22, rx: 46, ry: 26, fill: '#fff', opacity: 0.3, filter: 'url(#shade)' })
      return element('ellipse', { cx, cy, rx: 108, ry: 82, fill: hex(times(skin, to < 0 ? 1 : 0.84)), filter: 'url(#soft)' }) + light
    })
    .join('')
}

/** Behind them, the pastern. */
export function pastern(look: Look, at: At): string {
  const [left, right] = [
    through([at(-178, 220), at(-170, 330), at(-150, 420), at(-150, 620)]),
    through([at(178, 220), at(170, 330), at(150, 420), at(150, 620)]),
  ]
  const patch = patchOf({ top: line(left(0), right(0)), bottom: line(left(1), right(1)), left, right })
  return element(
    'g',
    { filter: 'url(#soft)' },
    hairs(patch, { ...look, sock: look.sock ? Math.max(0.5, look.sock) : 0, seed: `${look.seed} pastern`, from: 0.1, to: 1 }),
  )
}
