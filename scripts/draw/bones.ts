import { area, bend, element, type Point, pathOf, stroke, through, walk } from './pen.ts'

/** Millimetres a point. */
export const FILM_MM = 0.25
/** Where the toe stands on the plate, in its points. */
const TOE: Point = [58, 905]
const TURN = 52 * (Math.PI / 180)
const ALONG: Point = [Math.cos(TURN), Math.sin(TURN)]

/** A place in millimetres behind the toe and above the ground. */
export const mm = (x: number, y: number): Point => [TOE[0] + x / FILM_MM, TOE[1] - y / FILM_MM]

/** The middle of the coffin joint, which the pedal bone turns about, and the axis of the pastern through it. */
const JOINT: Point = [86, 57]
const onAxis = (far: number, out: number): Point =>
  mm(JOINT[0] + ALONG[0] * far + ALONG[1] * out, JOINT[1] + ALONG[1] * far - ALONG[0] * out)

/** A bone: spongy at its ends, with a dense rim, and where it is a shaft dark along its middle. */
function bone(outline: readonly Point[], shade: string, shaft?: readonly Point[]): string {
  return [
    area(outline, shade, { filter: 'url(#edge)' }),
    shaft ? area(shaft, '#5c5c5c', { opacity: 0.65, filter: 'url(#soft)' }) : '',
    element('g', { opacity: 0.2 }, area(outline, '#000', { filter: 'url(#spongy)' })),
    element('path', { d: pathOf(outline, true), fill: 'none', stroke: '#f2f2f2', 'stroke-width': 8, opacity: 0.42, filter: 'url(#rim)' }),
  ].join('')
}

const round = (points: readonly Point[]): Point[] => walk(through([...points, ...points.slice(0, 1)]), 90)

export function longPastern(): string {
  const a = onAxis
  const outline = round([
    a(52, -17),
    a(57, -20),
    a(76, -15.5),
    a(104, -15),
    a(124, -19),
    a(133, -22),
    a(136, -15),
    a(131, 0),
    a(135, 13),
    a(128, 22),
    a(104, 14),
    a(76, 13.5),
    a(58, 19),
    a(50, 15),
    a(54, 0),
  ])
  return bone(outline, '#9d9d9d', round([a(70, -8), a(104, -8), a(120, -8), a(120, 8), a(104, 7), a(70, 7)]))
}

export function shortPastern(): string {
  const a = onAxis
  return bone(
    round([
      a(3, -15),
      a(11, -20),
      a(26, -17.5),
      a(42, -22),
      a(48, -19),
      a(50, 0),
      a(46, 17),
      a(40, 21),
      a(25, 16),
      a(10, 19),
      a(2, 15),
      a(-2.5, 0),
    ]),
    '#a8a8a8',
    round([a(17, -7), a(34, -7), a(34, 7), a(17, 7)]),
  )
}

export function cannon(): string {
  const outline = round([
    mm(146, 184),
    mm(154, 178),
    mm(168, 174),
    mm(184, 178),
    mm(193, 188),
    mm(192, 206),
    mm(188, 222),
    mm(189, 250),
    mm(150, 250),
    mm(149, 222),
    mm(144, 204),
  ])
  return bone(outline, '#9a9a9a', round([mm(160, 214), mm(160, 250), mm(178, 250), mm(178, 214)]))
}

export const sesamoid = () => bone(round([mm(196, 196), mm(205, 190), mm(208, 176), mm(202, 163), mm(195, 166), mm(192, 180)]), '#949494')

export const navicular = () => bone(round([mm(103, 44), mm(110, 46), mm(113, 40), mm(109, 31), mm(104, 30), mm(100, 37)]), '#b2b2b2')

/** The pedal bone: its front runs with the wall, its sole stands a little up at the back. */
export function pedal(rotation: number): string {
  const turn = rotation * (Math.PI / 180)
  const p = (x: number, y: number): Point => {
    const [dx, dy] = [x - JOINT[0], y - JOINT[1]]
    return mm(JOINT[0] + dx * Math.cos(turn) - dy * Math.sin(turn), JOINT[1] + dx * Math.sin(turn) + dy * Math.cos(turn))
  }
  const front = walk(bend(p(34, 17), p(45, 32), p(60, 51), p(71, 66)), 20)
  const joint = walk(through([p(71, 66), p(75, 69), p(78, 62), p(84, 51), p(92, 44), p(100, 42)]), 24)
  const back = walk(
    through([p(100, 42), p(104, 37), p(112, 36), p(119, 30), p(114, 25), p(100, 23), p(76, 21), p(52, 18), p(38, 15.4), p(34, 17)]),
    40,
  )
  const channel = stroke(walk(through([p(74, 36), p(82, 33), p(92, 32)]), 12), '#4d4d4d', 9, { opacity: 0.5, filter: 'url(#soft)' })
  return bone([...front, ...joint, ...back], '#b4b4b4') + channel
}
