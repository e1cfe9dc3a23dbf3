import { HEIGHT, type Look, WIDTH } from './look.ts'
import { type Colour, element, hex, mix, randomOf, times } from './pen.ts'

const FLOORS: Readonly<Record<Look['ground'], { floor: Colour; back: Colour }>> = {
  concrete: { floor: [172, 167, 158], back: [132, 130, 124] },
  rubber: { floor: [74, 73, 74], back: [140, 116, 92] },
  brick: { floor: [134, 126, 116], back: [150, 98, 78] },
}

/** The whole picture: what is behind, out of focus; the floor; what stands on it; light, and the dark corners of a lens. */
export function frame(look: Look, inner: string, horizon: number): string {
  const { floor, back } = FLOORS[look.ground]
  const random = randomOf(`${look.seed} scene`)
  const grain = Math.floor(random() * 90)
  const warm = random()
  return element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width: WIDTH, height: HEIGHT, viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
    [
      defs({ floor, back, grain, horizon }),
      element('rect', { width: WIDTH, height: HEIGHT, fill: 'url(#back)' }),
      element('g', { filter: 'url(#far)' }, behind(look, horizon, random)),
      element('rect', { y: horizon, width: WIDTH, height: HEIGHT - horizon, fill: 'url(#floor)' }),
      element('rect', {
        y: horizon,
        width: WIDTH,
        height: HEIGHT - horizon,
        filter: `url(#${look.ground === 'rubber' ? 'mat' : 'grit'})`,
        opacity: look.ground === 'rubber' ? 0.4 : 0.3,
      }),
      element('rect', { y: horizon - 16, width: WIDTH, height: 34, fill: 'url(#join)' }),
      inner,
      element('rect', { width: WIDTH, height: HEIGHT, fill: warm > 0.5 ? '#ffb35c' : '#8fb4e0', opacity: 0.05 + warm * 0.03 }),
      element('rect', { width: WIDTH, height: HEIGHT, filter: 'url(#grain)', opacity: 0.07 }),
      element('rect', { width: WIDTH, height: HEIGHT, fill: 'url(#lens)' }),
    ].join(''),
  )
}

function defs({ floor, back, grain, horizon }: { floor: Colour; back: Colour; grain: number; horizon: number }): string {
  const stop = (offset: number, colour: string, opacity = 1) => element('stop', { offset, 'stop-color': colour, 'stop-opacity': opacity })
  const down = { x1: 0, y1: 0, x2: 0, y2: 1 }
  const gradients = [
    element(
      'linearGradient',
      { id: 'back', ...down },
      stop(0, hex(times(back, 0.62))) + stop(horizon / HEIGHT, hex(times(back, 1.06))) + stop(1, hex(back)),
    ),
    element(
      'linearGradient',
      { id: 'floor', ...down },
      stop(0, hex(times(floor, 0.8))) + stop(0.45, hex(times(floor, 1.02))) + stop(1, hex(times(floor, 0.86))),
    ),
    element('linearGradient', { id: 'join', ...down }, stop(0, '#000', 0) + stop(0.5, '#000', 0.3) + stop(1, '#000', 0)),
    element('radialGradient', { id: 'lens', cx: 0.46, cy: 0.46, r: 0.78 }, stop(0.55, '#000', 0) + stop(1, '#000', 0.36)),
  ]
  const blur = (id: string, much: number) =>
    element('filter', { id, x: '-20%', y: '-20%', width: '140%', height: '140%' }, element('feGaussianBlur', { stdDeviation: much }))
  return element(
    'defs',
    {},
    [
      ...gradients,
      blur('far', 13),
      blur('soft', 2.2),
      blur('hint', 0.7),
      blur('shade', 16),
      blur('glow', 26),
      noise('grit', '0.09 0.2', grain, 6),
      noise('mat', '0.32 0.5', grain, 3),
      noise('dirt', '0.03 0.03', grain + 7, 6),
      noise('grain', '0.7 0.7', grain + 1, 2),
      noise('flake', '0.03 0.022', grain + 3, 5),
    ].join(''),
  )
}

/** Dark and light specks over what it fills. */
const noise = (id: string, frequency: string, seed: number, octaves: number) =>
  element(
    'filter',
    { id, x: 0, y: 0, width: '100%', height: '100%', 'color-interpolation-filters': 'sRGB' },
    element('feTurbulence', { type: 'fractalNoise', baseFrequency: frequency, numOctaves: octaves, seed, result: 'n' }) +
      element('feColorMatrix', { in: 'n', type: 'matrix', values: '0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 2.4 0 0 -0.95', result: 'm' }) +
      element('feComposite', { in: 'm', in2: 'SourceGraphic', operator: 'in' }),
  )

/** A wall, boards or bricks, so far off that only their shades are left. */
function behind(look: Look, horizon: number, random: () => number): string {
  const { back } = FLOORS[look.ground]
  if (look.ground === 'brick') {
    const rows = Math.ceil(horizon / 58)
    return Array.from({ length: rows * 8 }, (_, at) => {
      const [row, place] = [Math.floor(at / 8), at % 8]
      return element('rect', {
        x: place * 168 - (row % 2) * 84 - 40,
        y: row * 58 + 3,
        width: 158,
        height: 50,
        fill: hex(times(back, mix(0.72, 1.18, random()))),
      })
    }).join('')
  }
  if (look.ground === 'rubber') {
    return Array.from({ length: 9 }, (_, at) =>
      element('rect', {
        x: at * 150 - 60 + random() * 12,
        y: 0,
        width: 140,
        height: horizon,
        fill: hex(times(back, mix(0.62, 1.1, random()))),
      }),
    ).join('')
  }
  const rows = Math.ceil(horizon / 150)
  return Array.from({ length: rows * 4 }, (_, at) => {
    const [row, place] = [Math.floor(at / 4), at % 4]
    return element('rect', {
      x: place * 380 - (row % 2) * 190 - 60,
      y: row * 150 + 4,
      width: 368,
      height: 138,
      fill: hex(times(back, mix(0.9, 1.14, random()))),
    })
  }).join('')
}

/** The shadow under what stands on the ground, darkest where it touches. */
export const contactShadow = ([from, to]: readonly [number, number], y: number): string =>
  element('ellipse', {
    cx: (from + to) / 2 + 34,
    cy: y + 20,
    rx: (to - from) / 2 + 70,
    ry: 44,
    fill: '#000',
    opacity: 0.42,
    filter: 'url(#shade)',
  }) +
  element('ellipse', { cx: (from + to) / 2, cy: y + 3, rx: (to - from) / 2, ry: 10, fill: '#000', opacity: 0.62, filter: 'url(#soft)' })
