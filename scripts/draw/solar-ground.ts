import { DARK_STRIPE, HORNS, type Look } from './look.ts'
import {
  add,
  area,
  blend,
  brush,
  type Colour,
  type Curve,
  element,
  hex,
  mix,
  type Point,
  pathOf,
  randomOf,
  stroke,
  through,
  times,
  walk,
  waver,
} from './pen.ts'
import { type At, inward, MIDDLE } from './solar-shape.ts'

/** The cut edge of the wall, and the white line. */
export function wallBand(look: Look, outer: Curve, ring: (by: number) => Point[]): string {
  const random = randomOf(`${look.seed} band`)
  const horn = HORNS[look.horn]
  const isFresh = look.state === 'trimmed' || look.state === 'shod'
  const cut: Colour = isFresh ? blend(times(horn, 1.02), [214, 198, 164], 0.42) : times(horn, 0.72)
  const stripe = waver(random, 7)
  const fine = brush({ opacity: 0.34 })
  for (let n = 0; n < 340; n++) {
    const part = random()
    const dark = look.horn === 'striped' && stripe(part * 2) > 0.1 ? DARK_STRIPE : times(cut, mix(0.6, 1.3, Math.round(random() * 5) / 5))
    const foot = outer(part)
    fine.add([foot, inward(foot, MIDDLE, 34)], hex(dark.map((value) => Math.round(value / 14) * 14) as unknown as Colour), 2.2)
  }
  return [
    area(walk(outer, 120), hex(times(horn, 0.42)), { stroke: '#15110e', 'stroke-width': 3 }),
    area(ring(5), hex(cut)),
    fine.drawn(),
    // The white line: soft horn, and the line a nail must stay outside of.
    element('path', { d: pathOf(ring(37)), fill: 'none', stroke: isFresh ? '#d9c79a' : '#6b5a44', 'stroke-width': 7, opacity: 0.85 }),
    element('path', { d: pathOf(ring(42)), fill: 'none', stroke: '#3d3022', 'stroke-width': 2.4, opacity: 0.5 }),
  ].join('')
}

/** The sole: dished, pared by the knife where it was just done. */
export function sole(look: Look, ring: (by: number) => Point[], at: At): string {
  const isFresh = look.state === 'trimmed' || look.state === 'shod'
  const tone: Colour = isFresh
    ? look.horn === 'dark'
      ? [176, 160, 134]
      : [205, 188, 156]
    : look.horn === 'dark'
      ? [112, 98, 80]
      : [150, 132, 102]
  const clip = 'sole'
  const edge = ring(44)
  const random = randomOf(`${look.seed} sole`)
  const knife = brush({ opacity: 0.3 })
  for (let n = 0; n < (isFresh ? 90 : 30); n++) {
    const turn = mix(-2.7, -0.45, random())
    const far = mix(120, 235, random())
    const [x, y] = [Math.cos(turn) * far, Math.sin(turn) * far + 10]
    knife.add([at(x - 26, y + 5), at(x, y - 4), at(x + 26, y + 3)], random() > 0.45 ? '#fff2d2' : '#6a573e', 2)
  }
  const [cx, cy] = at(0, 30)
  return [
    element('clipPath', { id: clip }, element('path', { d: pathOf(edge, true) })),
    element(
      'radialGradient',
      { id: 'dish', gradientUnits: 'userSpaceOnUse', cx, cy, r: 300 },
      element('stop', { offset: 0, 'stop-color': hex(times(tone, 0.56)) }) +
        element('stop', { offset: 0.5, 'stop-color': hex(times(tone, 0.86)) }) +
        element('stop', { offset: 0.9, 'stop-color': hex(times(tone, 1.06)) }) +
        element('stop', { offset: 1, 'stop-color': hex(tone) }),
    ),
    element(
      'g',
      { 'clip-path': `url(#${clip})` },
      [
        area(edge, 'url(#dish)'),
        element('g', { opacity: isFresh ? 0.26 : 0.6 }, area(edge, '#2a2015', { filter: 'url(#flake)' })),
        knife.drawn(),
        element('path', { d: pathOf(edge, true), fill: 'none', stroke: '#1f170f', 'stroke-width': 16, opacity: 0.3, filter: 'url(#soft)' }),
        bars(at, tone),
      ].join(''),
    ),
  ].join('')
}

/** The wall turned in at the heels, beside the frog. */
const bars = (at: At, tone: Colour): string =>
  [-1, 1]
    .map((to) => {
      const shape = through([at(to * 150, 232), at(to * 112, 130), at(to * 62, 34)])
      return (
        stroke(walk(shape), hex(times(tone, 1.2)), 15, { opacity: 0.75 }) +
        stroke(
          walk((part) => add(shape(part), [-to * 11, 3])),
          '#21180f',
          11,
          { opacity: 0.6, filter: 'url(#soft)' },
        )
      )
    })
    .join('')
