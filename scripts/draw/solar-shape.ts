import { type Look, WIDTH } from './look.ts'
import { type Curve, type Point, randomOf, through, waver } from './pen.ts'

/** The middle of the picture, and of the foot. */
export const MIDDLE: Point = [WIDTH / 2, 440]

/** A place on the foot, from its middle. */
export type At = (x: number, y: number) => Point

/** So much nearer to the centre. */
export const inward = (point: Point, centre: Point, by: number): Point => {
  const [x, y] = [point[0] - centre[0], point[1] - centre[1]]
  const far = Math.hypot(x, y)
  return [point[0] - (x / far) * by, point[1] - (y / far) * by]
}

/** From the near heel round the toe to the other. A hind foot is narrower, and pointed. */
export function outlineOf(look: Look, at: At): Curve {
  const random = randomOf(`${look.seed} outline`)
  const wave = waver(random, 5)
  const rough = look.state === 'overgrown' ? 9 : 1.2
  const flare = (look.flare ?? 0) * 34
  const wide = look.isHind ? 0.9 : 1
  const long = (look.isHind ? 1 : 0.93) * (look.state === 'overgrown' ? 1.07 : 1)
  const half: Point[] = [
    [122, 262],
    [196, 214],
    [244, 112],
    [256, 0],
    [238, -118],
    [186, -222],
    [98, -290],
    [0, look.isHind ? -322 : -308],
  ]
  const right = half.map(
    ([x, y]): Point => [x * wide * (look.isHind && y < -150 ? 0.93 : 1) + (y < 60 && y > -200 ? flare * 0.3 : 0), y * (y < 0 ? long : 1)],
  )
  const left = half.map(
    ([x, y]): Point => [
      -x * wide * (look.isHind && y < -150 ? 0.93 : 1) * 1.035 - (y < 60 && y > -240 ? flare : 0),
      y * (y < 0 ? long : 1),
    ],
  )
  const smooth = through([...left, ...right.toReversed().slice(1)].map(([x, y]) => at(x, y)))
  return (part) => {
    const [x, y] = smooth(part)
    return inward([x, y], at(0, 20), wave(part * 2.4) * rough)
  }
}
