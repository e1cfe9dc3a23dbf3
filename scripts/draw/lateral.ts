import { fringe, hairs } from './hair.ts'
import { clench, horn } from './horn.ts'
import { GROUND, type Hoof, hoofOf, isShod, legOf, SHOE } from './lateral-shape.ts'
import { clips, shoe } from './lateral-shoe.ts'
import { COATS, type Look, WIDTH } from './look.ts'
import {
  add,
  area,
  bend,
  type Curve,
  element,
  hex,
  mix,
  type Patch,
  type Point,
  randomOf,
  stroke,
  through,
  times,
  walk,
  waver,
} from './pen.ts'
import { contactShadow, frame } from './scene.ts'

/** A foot from the side, on level ground: the pastern in line with the toe, the heel parallel to it. */
export function drawLateral(look: Look): string {
  const hoof = hoofOf(look)
  const leg = legOf(look, hoof)
  const mirror = look.side === 'off' ? { transform: `translate(${WIDTH} 0) scale(-1 1)` } : {}
  const inner = [
    contactShadow([hoof.toe[0] - 18, hoof.heel[0] + 40], GROUND + (isShod(look) ? 4 : 2)),
    bulb(look, hoof),
    isShod(look) ? shoe(look, hoof) : '',
    wall(look, hoof),
    isShod(look) ? clips(look, { ...hoof, top: GROUND - SHOE }) : '',
    hairs(leg, { ...look, seed: `${look.seed} leg`, from: 0.02, to: 1 }),
    fringe(hoof.coronet, { ...look, seed: `${look.seed} fringe`, lean: [-0.5, 0.95] }),
    look.hasFeather ? feather(look, hoof, leg) : '',
  ].join('')
  return frame(look, element('g', mirror, inner), GROUND - 92)
}

function wall(look: Look, hoof: Hoof): string {
  const random = randomOf(`${look.seed} edge`)
  const outline = [...walk(hoof.coronet), ...walk(hoof.back), ...edge(look, hoof).toReversed(), ...walk(hoof.dorsal).toReversed()]
  const shades = (across: number) =>
    through([
      [0, 0.8],
      [0.1, 1.02],
      [0.3, 1.14],
      [0.55, 0.98],
      [0.8, 0.72],
      [1, 0.5],
    ])(across)[1]
  const marks = [crack(look, hoof, random), isShod(look) ? clenches(look, hoof, random) : ''].join('')
  return horn({ look, patch: hoof.wall, outline, shades, marks })
}

/** The ground edge: level where it was just done, chipped where it is long due. */
function edge(look: Look, { sole }: Hoof): Point[] {
  const random = randomOf(`${look.seed} chips`)
  const chips = waver(random, 9)
  return walk(sole, 70).map(([x, y], at) => {
    if (look.state !== 'overgrown') return [x, y + (look.state === 'trimmed' ? chips(at / 70) * 1 : 0)]
    const bite = Math.max(0, chips(at / 70) - 0.28) * 34
    return [x, y - bite]
  })
}

function crack({ crack: much = 0 }: Look, { wall }: Hoof, random: () => number): string {
  if (much === 0) return ''
  let across = 0.3
  const points = Array.from({ length: 15 }, (_, at) => {
    across += (random() - 0.5) * 0.016
    return wall(across, 1 - (at / 14) * much)
  })
  const [foot] = points
  if (!foot) return ''
  const chip = area(
    [add(foot, [-20, 4]), add(foot, [-12, -15]), add(foot, [2, -30]), add(foot, [13, -12]), add(foot, [24, 4])],
    '#1b1512',
    { opacity: 0.88 },
  )
  return [
    stroke(
      points.map((point) => add(point, [3, 1])),
      '#d8c7a8',
      2.4,
      { opacity: 0.4 },
    ),
    ...points.slice(1).map((point, at) => stroke([points[at] ?? point, point], '#15100d', mix(8, 1.6, at / 14), { opacity: 0.9 })),
    chip,
  ].join('')
}

const NAILS = [0.2, 0.31, 0.42, 0.53]

function clenches(look: Look, { wall }: Hoof, random: () => number): string {
  const isRisen = look.state === 'worn'
  return NAILS.map((across, at) => {
    const down = 0.665 + at * 0.012 + (random() - 0.5) * 0.012
    const [point, next] = [wall(across, down), wall(across + 0.02, down)]
    return clench(point, next, { isRisen, hasMoved: isRisen && at === 2 })
  }).join('')
}

/** The soft heel behind the wall, which stands out over it. */
function bulb(look: Look, { heelTop, heel }: Hoof): string {
  const skin = times(look.sock ? [182, 154, 134] : COATS[look.coat], 0.78)
  const size = look.size ?? 1
  const round = bend(
    [heelTop[0] - 14, heelTop[1] - 34],
    [heelTop[0] + 30 * size, heelTop[1] + 4],
    [heelTop[0] + 26 * size, heelTop[1] + 84 * size],
    [heel[0] - 2, heel[1] - 22],
  )
  const points = [...walk(round), [heel[0] - 60, heel[1] - 60] as Point, [heelTop[0] - 80, heelTop[1]] as Point]
  const glow = walk((part) => add(round(mix(0.12, 0.62, part)), [-13, 4]))
  return area(points, hex(skin), { filter: 'url(#soft)' }) + stroke(glow, hex(times(skin, 1.45)), 9, { opacity: 0.4, filter: 'url(#soft)' })
}

function feather(look: Look, { coronet }: Hoof, leg: Patch): string {
  const back: Curve = (part) => leg(mix(0.95, 0.86, part), part * 0.42)
  return [
    fringe(back, { ...look, seed: `${look.seed} back`, lean: [0.16, 1], length: 120, many: 1100 }),
    fringe((part) => add(coronet(part), [0, -26]), { ...look, seed: `${look.seed} long`, lean: [-0.1, 1], length: 104, many: 1200 }),
  ].join('')
}
