import { COATS, type Look } from './look.ts'
import { add, area, blend, brush, type Colour, type Curve, element, hex, mix, type Patch, type Point, randomOf, times } from './pen.ts'

type Coat = Pick<Look, 'coat' | 'sock' | 'seed'>
const WHITE: Colour = [218, 210, 198]

/** Whether a hair at so much of the way up is white. */
function colourAt({ coat, sock = 0 }: Coat, up: number, random: () => number): Colour {
  const isWhite = sock > 0 && up < sock + (random() - 0.5) * 0.06
  return isWhite ? WHITE : COATS[coat]
}

/** A leg: rounded by its shades, covered with hair that runs down it. `patch` goes from the coronet up. */
export function hairs(patch: Patch, look: Coat & { from: number; to: number }): string {
  const random = randomOf(look.seed)
  const shade = (across: number) => 0.5 + 0.72 * Math.sin(Math.PI * Math.min(1, across * 0.92 + 0.09)) ** 0.75 * (1 - 0.34 * across)
  const ground = Array.from({ length: 44 }, (_, at) => {
    const [a, b] = [at / 44, (at + 1.2) / 44]
    return Array.from({ length: 22 }, (_row, row) => {
      const [low, high] = [row / 22, (row + 1.15) / 22]
      const colour = times(
        colourAt(look, (low + high) / 2, () => 0.5),
        shade((a + b) / 2) * 0.92,
      )
      return area([patch(a, low), patch(b, low), patch(b, high), patch(a, high)], hex(colour))
    }).join('')
  })
  const lie = brush({ opacity: 0.5 })
  for (let n = 0; n < 5200; n++) {
    const [across, up] = [random(), mix(look.from, look.to, random())]
    const length = 0.03 + random() * 0.045
    const drift = (random() - 0.5) * 0.02
    const base = times(colourAt(look, up, random), shade(across) * mix(0.68, 1.36, Math.round(random() * 5) / 5))
    const rounded = base.map((value) => Math.round(value / 14) * 14) as unknown as Colour
    lie.add(
      [patch(across, up), patch(across + drift * 0.5, up - length * 0.5), patch(across + drift, Math.max(-0.01, up - length))],
      hex(rounded),
      n % 3 === 0 ? 2.4 : 1.5,
    )
  }
  return element('g', { filter: 'url(#hint)' }, ground.join('')) + lie.drawn()
}

type Fringe = Coat & { lean: Point; length?: number; many?: number }

/** Hair that hangs over an edge. */
export function fringe(edge: Curve, look: Fringe): string {
  const random = randomOf(look.seed)
  const { lean, length = 30, many = 760 } = look
  const lie = brush({ opacity: 0.6 })
  for (let n = 0; n < many; n++) {
    const part = random()
    const root = add(edge(part), [(random() - 0.5) * 10 - lean[0] * 14, 4 - random() * Math.max(24, length * 0.9)])
    const long = length * mix(0.45, 1.05, random())
    const side = lean[0] + (random() - 0.5) * 0.36
    const shade = mix(length > 60 ? 0.82 : 0.6, 1.25, Math.round(random() * 6) / 6) * (1.05 - 0.36 * part)
    const base = blend(colourAt(look, 0.01, random), [0, 0, 0], 0.06)
    const rounded = times(base, shade).map((value) => Math.round(value / 12) * 12) as unknown as Colour
    lie.add(
      [root, add(root, [side * long * 0.4, lean[1] * long * 0.55]), add(root, [side * long, lean[1] * long])],
      hex(rounded),
      n % 4 === 0 ? 2.6 : 1.7,
    )
  }
  return lie.drawn()
}
