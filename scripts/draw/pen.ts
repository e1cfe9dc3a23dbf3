/** A place on the picture: right and down, in pixels. */
export type Point = readonly [x: number, y: number]
/** A line that can be walked along, from 0 to 1. */
export type Curve = (part: number) => Point

/** Random numbers from 0 up to 1, the same for the same seed on every machine. */
export type Random = () => number
export function randomOf(seed: string): Random {
  let state = 2_166_136_261
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16_777_619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const mix = (from: number, to: number, part: number): number => from + (to - from) * part
const between = ([ax, ay]: Point, [bx, by]: Point, part: number): Point => [mix(ax, bx, part), mix(ay, by, part)]
export const add = ([ax, ay]: Point, [bx, by]: Point): Point => [ax + bx, ay + by]
const clamp = (value: number, least = 0, most = 1) => Math.min(most, Math.max(least, value))

/** A straight line, or a bent one by its handles. */
export const line =
  (from: Point, to: Point): Curve =>
  (part) =>
    between(from, to, part)
export const bend =
  (a: Point, b: Point, c: Point, d: Point): Curve =>
  (t) => {
    const [p, q, r, s] = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t ** 3]
    return [p * a[0] + q * b[0] + r * c[0] + s * d[0], p * a[1] + q * b[1] + r * c[1] + s * d[1]]
  }

/** A smooth line through points, evenly walked from one to the next. */
export function through(points: readonly Point[]): Curve {
  const at = (place: number): Point => points[clamp(place, 0, points.length - 1)] ?? [0, 0]
  return (part) => {
    const whole = clamp(part) * (points.length - 1)
    const place = Math.min(points.length - 2, Math.floor(whole))
    const t = whole - place
    const axis = (n: 0 | 1) => {
      const [a, b, c, d] = [at(place - 1)[n], at(place)[n], at(place + 1)[n], at(place + 2)[n]]
      return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t ** 3)
    }
    return [axis(0), axis(1)]
  }
}

/** A surface between four lines (a Coons patch): `across` from the left line to the right one, `down` from the top line to the bottom one. */
export type Patch = (across: number, down: number) => Point
export function patchOf(sides: { top: Curve; bottom: Curve; left: Curve; right: Curve }): Patch {
  const { top, bottom, left, right } = sides
  return (u, v) => {
    const corner = between(between(top(0), top(1), u), between(bottom(0), bottom(1), u), v)
    const [rows, sidesAt] = [between(top(u), bottom(u), v), between(left(v), right(v), u)]
    return [rows[0] + sidesAt[0] - corner[0], rows[1] + sidesAt[1] - corner[1]]
  }
}

/** The points of a line, for a path. */
export const walk = (curve: Curve, steps = 40, from = 0, to = 1): Point[] =>
  Array.from({ length: steps + 1 }, (_, at) => curve(mix(from, to, at / steps)))

const number = (value: number) => String(Math.round(value * 10) / 10)
export const pathOf = (points: readonly Point[], isClosed = false): string =>
  `M${points.map(([x, y]) => `${number(x)} ${number(y)}`).join('L')}${isClosed ? 'Z' : ''}`

/** A colour by red, green and blue; `times` makes it darker or lighter. */
export type Colour = readonly [red: number, green: number, blue: number]
export const times = ([r, g, b]: Colour, by: number): Colour => [r * by, g * by, b * by]
export const blend = (a: Colour, b: Colour, part: number): Colour => [mix(a[0], b[0], part), mix(a[1], b[1], part), mix(a[2], b[2], part)]
export const hex = (colour: Colour): string =>
  `#${colour
    .map((value) =>
      Math.round(clamp(value, 0, 255))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

type Look = Record<string, string | number>
const attributes = (look: Look) =>
  Object.entries(look)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')

/** An element of the drawing. */
export const element = (name: string, look: Look, inner = ''): string =>
  inner ? `<${name}${attributes(look)}>${inner}</${name}>` : `<${name}${attributes(look)}/>`
export const area = (points: readonly Point[], fill: string, look: Look = {}): string =>
  element('path', { d: pathOf(points, true), fill, ...look })
export const stroke = (points: readonly Point[], colour: string, width: number, look: Look = {}): string =>
  element('path', { d: pathOf(points), fill: 'none', stroke: colour, 'stroke-width': number(width), 'stroke-linecap': 'round', ...look })

/** A value that wavers slowly, around 0 and at most about 1 either way. */
export function waver(random: Random, waves = 4): (part: number) => number {
  const parts = Array.from({ length: waves }, (_, at) => ({ turns: (at + 1) * (0.6 + random()), from: random() * 7, much: 1 / (at + 1.2) }))
  return (part) => parts.reduce((sum, { turns, from, much }) => sum + Math.sin(part * turns * 6.283 + from) * much, 0) / 1.6
}

/** Many strokes of a few colours, each colour one path: thousands of hairs in a file of some kilobytes. */
export function brush(look: Look = {}) {
  const paths = new Map<string, string[]>()
  return {
    add(points: readonly Point[], colour: string, width: number) {
      const key = `${colour} ${number(width)}`
      const one = paths.get(key) ?? []
      one.push(pathOf(points))
      paths.set(key, one)
    },
    drawn: () =>
      [...paths]
        .map(([key, all]) => {
          const [colour = '', width = ''] = key.split(' ')
          return element('path', {
            d: all.join(''),
            fill: 'none',
            stroke: colour,
            'stroke-width': width,
            'stroke-linecap': 'round',
            ...look,
          })
        })
        .join(''),
  }
}
