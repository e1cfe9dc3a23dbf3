import { fringe, hairs } from './hair.ts'
import { clench, horn, steel } from './horn.ts'
import { isShod } from './lateral-shape.ts'
import { COATS, type Look, WIDTH } from './look.ts'
import {
  add,
  area,
  bend,
  type Curve,
  element,
  hex,
  line,
  mix,
  type Patch,
  type Point,
  patchOf,
  randomOf,
  stroke,
  through,
  times,
  walk,
  waver,
} from './pen.ts'
import { contactShadow, frame } from './scene.ts'

const GROUND = 770
const SHOE = 27

type Hoof = { wall: Patch; coronet: Curve; sole: Curve; left: Curve; right: Curve; width: number }

/** A foot from in front, the camera on the ground. */
export function drawDorsal(look: Look): string {
  const hoof = hoofOf(look)
  const leg = legOf(look, hoof)
  const mirror = look.side === 'off' ? { transform: `translate(${WIDTH} 0) scale(-1 1)` } : {}
  const [from, to] = [hoof.sole(0)[0], hoof.sole(1)[0]]
  const inner = [
    contactShadow([from - 14, to + 14], GROUND + 2),
    heels(look, hoof),
    isShod(look) ? shoe(look, hoof) : '',
    wall(look, hoof),
    isShod(look) ? clips(look, hoof) : '',
    hairs(leg, { ...look, seed: `${look.seed} leg`, from: 0.02, to: 1 }),
    fringe(hoof.coronet, { ...look, seed: `${look.seed} fringe`, lean: [0, 0.9], many: 640 }),
    look.hasFeather
      ? fringe((part) => add(hoof.coronet(part), [0, -36]), {
          ...look,
          seed: `${look.seed} long`,
          lean: [0.02, 1],
          length: 112,
          many: 1300,
        })
      : '',
  ].join('')
  return frame(look, element('g', mirror, inner), GROUND - 130)
}

function hoofOf(look: Look): Hoof {
  const size = look.size ?? 1
  const isLong = look.state === 'overgrown' || look.state === 'worn'
  const ground = GROUND - (isShod(look) ? SHOE : 0)
  const tall = (look.state === 'overgrown' ? 330 : isLong ? 312 : 286) * size
  const top = ground - tall
  // The inside is the steeper: it is nearer to the other foot.
  const [wide, narrow] = [(look.isHind ? 205 : 222) * size, (look.isHind ? 166 : 176) * size]
  const middle = WIDTH / 2
  const flare = (look.flare ?? 0) * 52 * size + (isLong ? 14 : 0)
  const side = (to: 1 | -1, out: number): Curve => {
    const [upper, lower]: [Point, Point] = [
      [middle + to * narrow, top + 66 * size],
      [middle + to * (wide + out), ground],
    ]
    return bend(
      upper,
      [mix(upper[0], lower[0], 0.36), mix(upper[1], ground, 0.36)],
      [mix(upper[0], lower[0], 0.62) - to * out * 0.5, mix(upper[1], ground, 0.72)],
      lower,
    )
  }
  const [left, right] = [side(-1, flare + 10 * size), side(1, flare * 0.35 - 8 * size)]
  const coronet = bend(left(0), [middle - narrow * 0.86, top - 26 * size], [middle + narrow * 0.86, top - 26 * size], right(0))
  const sole = bend(left(1), [middle - wide * 0.5, ground + 13 * size], [middle + wide * 0.5, ground + 13 * size], right(1))
  return { wall: patchOf({ top: coronet, bottom: sole, left, right }), coronet, sole, left, right, width: wide * 2 }
}

function legOf(look: Look, { coronet }: Hoof): Patch {
  const size = look.size ?? 1
  const outline = (to: 1 | -1): Curve => {
    const foot = coronet(to > 0 ? 1 : 0)
    const p = (out: number, up: number): Point => [WIDTH / 2 + to * out * size, foot[1] - up * size]
    return through([
      add(foot, [-to * 4, -2]),
      p(161, 56),
      p(138, 128),
      p(126, 205),
      p(150, 300),
      p(172, 372),
      p(166, 440),
      p(138, 540),
      p(128, 800),
    ])
  }
  const [left, right] = [outline(-1), outline(1)]
  return patchOf({ top: coronet, bottom: line(left(1), right(1)), left, right })
}

function wall(look: Look, hoof: Hoof): string {
  const random = randomOf(`${look.seed} edge`)
  const outline = [...walk(hoof.coronet), ...walk(hoof.right), ...edge(look, hoof).toReversed(), ...walk(hoof.left).toReversed()]
  const shades = (across: number) =>
    through([
      [0, 0.4],
      [0.1, 0.74],
      [0.3, 1.12],
      [0.48, 1.1],
      [0.7, 0.84],
      [0.9, 0.5],
      [1, 0.3],
    ])(across)[1]
  const marks = [crack(look, hoof, random), isShod(look) ? clenches(look, hoof, random) : ''].join('')
  return horn({ look, patch: hoof.wall, outline, shades, marks })
}

function edge(look: Look, { sole }: Hoof): Point[] {
  const chips = waver(randomOf(`${look.seed} chips`), 9)
  return walk(sole, 70).map(([x, y], at) => (look.state === 'overgrown' ? [x, y - Math.max(0, chips(at / 70) - 0.3) * 40] : [x, y]))
}

function crack({ crack: much = 0 }: Look, { wall }: Hoof, random: () => number): string {
  if (much === 0) return ''
  let across = 0.43
  const points = Array.from({ length: 15 }, (_, at) => {
    across += (random() - 0.5) * 0.014
    return wall(across, 1 - (at / 14) * much)
  })
  const [foot] = points
  if (!foot) return ''
  const chip = area(
    [add(foot, [-22, 6]), add(foot, [-10, -22]), add(foot, [3, -34]), add(foot, [13, -12]), add(foot, [22, 6])],
    '#171210',
    { opacity: 0.9 },
  )
  const lit = stroke(
    points.map((point) => add(point, [3, 1])),
    '#d8c7a8',
    2.4,
    { opacity: 0.4 },
  )
  return (
    lit +
    points
      .slice(1)
      .map((point, at) => stroke([points[at] ?? point, point], '#15100d', mix(8, 1.6, at / 14), { opacity: 0.9 }))
      .join('') +
    chip
  )
}

const NAILS = [0.09, 0.17, 0.26, 0.74, 0.83, 0.91]

function clenches(look: Look, { wall }: Hoof, random: () => number): string {
  const isRisen = look.state === 'worn'
  return NAILS.map((across, at) => {
    const down = 0.68 + (random() - 0.5) * 0.03
    return clench(wall(across, down), wall(across + 0.03, down), { isRisen, hasMoved: isRisen && at === 4 })
  }).join('')
}

function shoe(look: Look, { sole }: Hoof): string {
  const isWorn = look.state === 'worn'
  const top = walk((part) => add(sole(part), [mix(-5, 5, part), -2]))
  const bottom = walk((part) => add(sole(part), [mix(1, -1, part), SHOE + (isWorn && Math.abs(part - 0.46) < 0.2 ? -7 : 0)]))
  const pad = look.hasPad
    ? area([...walk((part) => add(sole(part), [0, -12])), ...walk((part) => add(sole(part), [0, 2])).toReversed()], '#5b3a22')
    : ''
  return steel([...top, ...bottom.toReversed()], { isWorn, seed: look.seed, box: [sole(0)[0], sole(0)[1], sole(1)[0], GROUND + 8] }) + pad
}

function clips({ clips: kind = 'toe', state }: Look, { wall }: Hoof): string {
  if (kind === 'none') return ''
  const light = state === 'worn' ? '#8d857c' : '#c9ccce'
  return (kind === 'toe' ? [0.5] : [0.27, 0.73])
    .map((across) => {
      const [foot, tip] = [wall(across, 1.01), wall(across, 0.86)]
      const shape: Point[] = [add(foot, [-31, 1]), add(foot, [31, 1]), add(tip, [11, 6]), tip, add(tip, [-11, 6])]
      return (
        area(shape, light, { stroke: '#4b4d50', 'stroke-width': 1.6, 'stroke-linejoin': 'round' }) +
        stroke([add(foot, [-20, -4]), add(tip, [-5, 9])], '#fff', 3, { opacity: 0.45 })
      )
    })
    .join('')
}

/** What is seen of the heels behind the wall: only their shade on the ground. */
function heels(look: Look, { sole, width }: Hoof): string {
  const skin = hex(times(COATS[look.coat], 0.4))
  return element('ellipse', { cx: WIDTH / 2, cy: sole(0.5)[1] - 60, rx: width * 0.42, ry: 46, fill: skin, filter: 'url(#soft)' })
}
