import { cannon, longPastern, mm, navicular, pedal, sesamoid, shortPastern } from './bones.ts'
import { area, element, stroke, through, walk } from './pen.ts'

/** A radiograph of a lower limb from the side. */
export type Film = {
  side: 'near' | 'off'
  /** The letters that lie on the plate. */
  marker: string
  isShod: boolean
  /** How many degrees the pedal bone has come away from the wall. */
  rotation: number
  seed: number
}

export const FILM = { columns: 960, rows: 1040 }
/** Dense is light, as on the plate; in grey. */
export function drawFilm(film: Film): string {
  const mirror = film.side === 'off' ? { transform: `translate(${FILM.columns} 0) scale(-1 1)` } : {}
  const inner = [
    softTissue(),
    cannon(),
    longPastern(),
    sesamoid(),
    shortPastern(),
    navicular(),
    pedal(film.rotation),
    film.isShod ? shoe() : wire(),
  ].join('')
  const letters = {
    x: film.side === 'near' ? 46 : FILM.columns - 190,
    y: 76,
    fill: '#f4f4f4',
    'font-family': 'sans-serif',
    'font-weight': 'bold',
    'font-size': 38,
  }
  return element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width: FILM.columns, height: FILM.rows, viewBox: `0 0 ${FILM.columns} ${FILM.rows}` },
    [
      defs(film.seed),
      element('rect', { width: FILM.columns, height: FILM.rows, fill: '#070707' }),
      element('rect', { x: 20, y: 18, width: FILM.columns - 40, height: FILM.rows - 36, fill: '#121212' }),
      element('g', mirror, inner),
      element('text', letters, film.marker),
      element('text', { ...letters, y: 112, 'font-size': 24, opacity: 0.8 }, 'DRAWN'),
      element('rect', { width: FILM.columns, height: FILM.rows, filter: 'url(#quantum)', opacity: 0.1 }),
    ].join(''),
  )
}

function defs(seed: number): string {
  const blur = (id: string, much: number) =>
    element('filter', { id, x: '-20%', y: '-20%', width: '140%', height: '140%' }, element('feGaussianBlur', { stdDeviation: much }))
  const specks = (id: string, frequency: string, from: number, matrix: string) =>
    element(
      'filter',
      { id, x: 0, y: 0, width: '100%', height: '100%', 'color-interpolation-filters': 'sRGB' },
      element('feTurbulence', { type: 'fractalNoise', baseFrequency: frequency, numOctaves: 3, seed: from, result: 'n' }) +
        element('feColorMatrix', { in: 'n', type: 'matrix', values: matrix, result: 'm' }) +
        element('feComposite', { in: 'm', in2: 'SourceGraphic', operator: 'in' }),
    )
  const dark = '0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 2.6 0 0 -1.05'
  const light = '0 0 0 0 1  0 0 0 0 1  0 0 0 0 1  0 2.6 0 0 -1.1'
  return element(
    'defs',
    {},
    [
      blur('edge', 1.3),
      blur('rim', 2.4),
      blur('soft', 5),
      blur('wide', 15),
      specks('spongy', '0.16 0.2', seed, dark),
      specks('quantum', '0.5', seed + 9, light),
    ].join(''),
  )
}

/** The hoof and the leg: hardly more than air lets through, thickest in the middle. */
function softTissue(): string {
  const front = walk(through([mm(0, 1), mm(28, 36), mm(55, 71), mm(70, 96), mm(104, 146), mm(124, 176), mm(132, 226)]), 40)
  const back = walk(
    through([mm(216, 226), mm(222, 178), mm(196, 138), mm(164, 104), mm(156, 74), mm(158, 50), mm(146, 24), mm(126, 1)]),
    40,
  )
  const hoof = walk(through([mm(0, 1), mm(28, 36), mm(55, 71), mm(110, 58), mm(152, 38), mm(126, 1)]), 40)
  return [
    area([...front, ...back], '#2b2b2b', { filter: 'url(#edge)' }),
    area(
      [
        ...walk(through([mm(40, 30), mm(96, 108), mm(140, 172), mm(150, 226)]), 20),
        ...walk(through([mm(200, 226), mm(196, 170), mm(152, 108), mm(138, 40)]), 20),
      ],
      '#454545',
      { filter: 'url(#wide)' },
    ),
    area(hoof, '#3a3a3a', { opacity: 0.55, filter: 'url(#soft)' }),
  ].join('')
}

/** A shoe and its nails stop all rays. */
function shoe(): string {
  const nails = [34, 50, 66, 82].map((x, at) =>
    stroke([mm(x, -2), mm(x + 5 + at, 12), mm(x + 9 + at, 25 + at)], '#fff', 7, { filter: 'url(#edge)' }),
  )
  const bar = area([mm(-3, 0), mm(134, 0), mm(133, -9), mm(5, -9), mm(-3, -5)], '#fdfdfd', { filter: 'url(#edge)' })
  const clip = area([mm(-2, 0), mm(5, 0), mm(14, 17), mm(9, 16)], '#f6f6f6', { filter: 'url(#edge)' })
  return bar + clip + nails.join('')
}

/** A wire along the wall, and the block the foot stands on with a wire in it: what the vet measures from. */
const wire = (): string =>
  stroke([mm(8, 12), mm(54, 70)], '#fff', 4) +
  area([mm(-16, -1), mm(150, -1), mm(150, -22), mm(-16, -22)], '#262626', { filter: 'url(#edge)' }) +
  stroke([mm(-10, -1.6), mm(146, -1.6)], '#fff', 4)
