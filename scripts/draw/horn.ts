import { DARK_STRIPE, HORNS, type Look } from './look.ts'
import {
  add,
  area,
  blend,
  brush,
  type Colour,
  element,
  hex,
  mix,
  type Patch,
  type Point,
  pathOf,
  randomOf,
  stroke,
  times,
  walk,
  waver,
} from './pen.ts'

type Wall = {
  look: Look
  /** From the coronet (0) down to the ground (1), and from one side to the other. */
  patch: Patch
  outline: readonly Point[]
  shades: (across: number) => number
  marks: string
}

/** The wall of a hoof: horn in tubules from the coronet down, rings of growth, a pale band at the top, light and dirt. */
export function horn({ look, patch, outline, shades, marks }: Wall): string {
  const clip = `wall-${look.seed.replace(/\W/g, '')}`
  const inner = [
    tubules(look, patch, shades),
    band(look, patch),
    rings(look, patch),
    light(patch),
    dirt(look, outline),
    rasped(look, patch),
    marks,
  ]
  return [
    element('clipPath', { id: clip }, element('path', { d: pathOf(outline, true) })),
    area(outline, hex(times(HORNS[look.horn], 0.5)), { stroke: '#1c1815', 'stroke-width': 3, 'stroke-opacity': 0.5 }),
    element('g', { 'clip-path': `url(#${clip})` }, inner.join('')),
  ].join('')
}

const STRIPS = 110

function tubules(look: Look, patch: Patch, shades: (across: number) => number): string {
  const random = randomOf(`${look.seed} horn`)
  const base = HORNS[look.horn]
  const [stripes, tint] = [waver(random, 7), waver(random, 5)]
  const colourAt = (across: number): Colour => {
    const striped = look.horn === 'striped' ? blend(base, DARK_STRIPE, Math.min(1, Math.max(0, stripes(across * 1.7) * 2.2 + 0.42))) : base
    return times(striped, shades(across) * (1 + tint(across * 2) * 0.06))
  }
  const strips = Array.from({ length: STRIPS }, (_, at) => {
    const [a, b] = [at / STRIPS, (at + 1.25) / STRIPS]
    const side = (across: number) => walk((down) => patch(across, down), 12)
    return area([...side(a), ...side(b).toReversed()], hex(colourAt((a + b) / 2)))
  })
  const fine = brush({ opacity: 0.2 })
  for (let n = 0; n < 620; n++) {
    const across = (1 - Math.cos(Math.PI * random())) / 2
    const [from, to] = [random() * 0.8, 0.25 + random() * 0.8]
    const colour = random() > 0.5 ? times(colourAt(across), 0.55) : times(colourAt(across), 1.5)
    fine.add(
      walk((part) => patch(across + Math.sin(part * 5 + n) * 0.001, mix(from, Math.max(from + 0.1, to), part)), 8),
      hex(colour.map((value) => Math.round(value / 16) * 16) as unknown as Colour),
      random() > 0.8 ? 2 : 1.2,
    )
  }
  return element('g', { filter: 'url(#hint)' }, strips.join('')) + fine.drawn()
}

/** The soft new horn below the hair, which dries paler. */
function band(look: Look, patch: Patch): string {
  const strip = (to: number, opacity: number) =>
    area(
      [...walk((across) => patch(across, 0)), ...walk((across) => patch(across, to)).toReversed()],
      look.horn === 'dark' ? '#a69a8b' : '#efe3c6',
      { opacity, filter: 'url(#soft)' },
    )
  return strip(0.16, 0.16) + strip(0.09, 0.2)
}

function rings(look: Look, patch: Patch): string {
  const random = randomOf(`${look.seed} rings`)
  const count = look.hasLaminiticRings ? 10 : 9
  const drawn = Array.from({ length: count }, (_, at) => {
    const down = (at + 0.7 + (random() - 0.5) * 0.7) / count
    const wave = waver(random, 5)
    // After laminitis the heel grows faster than the toe, so its rings fan out.
    const place = (across: number) => (look.hasLaminiticRings ? down ** mix(1.35, 0.72, across) : down) + wave(across * 1.4) * 0.006
    const strength = (look.hasLaminiticRings ? 0.3 : 0.13) * mix(0.3, 1.35, random())
    const points = (by: number) => walk((across) => add(patch(across, place(across)), [0, by]), 46)
    const width = look.hasLaminiticRings ? 7 : 3.4 + random() * 2
    return (
      stroke(points(0), '#120d0a', width, { opacity: strength.toFixed(2) }) +
      stroke(points(-width), '#fff4dd', width * 0.8, { opacity: (strength * 0.75).toFixed(2) })
    )
  })
  return element('g', { filter: 'url(#hint)' }, drawn.join(''))
}

/** The sky's light on the round of the wall. */
const light = (patch: Patch): string =>
  area([...walk((down) => patch(0.24, down), 12, 0.1, 0.72), ...walk((down) => patch(0.36, down), 12, 0.1, 0.72).toReversed()], '#fff8ea', {
    opacity: 0.3,
    filter: 'url(#glow)',
  })

const dirt = (look: Look, outline: readonly Point[]): string => {
  const much = look.state === 'trimmed' || look.state === 'shod' ? 0.1 : 0.24
  return element('g', { opacity: much }, area(outline, '#2b2118', { filter: 'url(#dirt)' }))
}

/** A file has just gone round the lower edge. */
function rasped(look: Look, patch: Patch): string {
  if (look.state !== 'trimmed' && look.state !== 'shod') return ''
  const random = randomOf(`${look.seed} rasp`)
  const from = look.state === 'shod' ? 0.9 : 0.93
  const ground = area([...walk((across) => patch(across, from)), ...walk((across) => patch(across, 1.02)).toReversed()], '#e9d9b6', {
    opacity: look.horn === 'dark' ? 0.34 : 0.42,
    filter: 'url(#soft)',
  })
  const marks = brush({ opacity: 0.3 })
  for (let n = 0; n < 150; n++) {
    const across = random()
    const down = mix(from, 1, random())
    marks.add([patch(across, down), patch(across + 0.022, down + 0.012)], random() > 0.5 ? '#fff3d6' : '#5a4a38', 1.2)
  }
  return ground + marks.drawn()
}

/** The end of a nail, turned over and filed flush; risen, it stands away and is brown with rust. */
export function clench(at: Point, next: Point, { isRisen, hasMoved }: { isRisen: boolean; hasMoved: boolean }): string {
  const turn = (Math.atan2(next[1] - at[1], next[0] - at[0]) * 180) / Math.PI
  const long = isRisen ? 21 : 17
  const face = isRisen ? '#8b6d52' : '#d4d7d8'
  const inner = [
    element('rect', { x: -8, y: -4, width: long, height: 17, rx: 3, fill: '#0d0a08', opacity: isRisen ? 0.62 : 0.4, filter: 'url(#soft)' }),
    element('rect', {
      x: -8,
      y: hasMoved ? -16 : -7,
      width: long,
      height: hasMoved ? 20 : 13,
      rx: 2.4,
      fill: face,
      stroke: '#2d2a27',
      'stroke-width': 1.2,
    }),
    element('rect', { x: -6, y: hasMoved ? -14 : -5.4, width: long - 5, height: 3, rx: 1.4, fill: '#fff', opacity: isRisen ? 0.3 : 0.75 }),
  ]
  return element('g', { transform: `translate(${at[0].toFixed(1)} ${at[1].toFixed(1)}) rotate(${turn.toFixed(1)})` }, inner.join(''))
}

type Steel = { isWorn: boolean; seed: string; box: readonly [left: number, top: number, right: number, bottom: number] }

/** A bar of steel seen from its edge: bright where it is new, thin and brown where it has done its six weeks. */
export function steel(outline: readonly Point[], { isWorn, seed, box: [left, top, right, bottom] }: Steel): string {
  const random = randomOf(`${seed} steel`)
  const [high, mid, low] = isWorn ? ['#8d7f72', '#5d5149', '#352e2a'] : ['#d9dde0', '#9aa0a6', '#565b61']
  const id = `steel-${seed.replace(/\W/g, '')}`
  const stops = [
    [0, high],
    [0.16, high],
    [0.3, mid],
    [0.75, low],
    [1, '#26282b'],
  ] as const
  const gradient = element(
    'linearGradient',
    { id, x1: 0, y1: 0, x2: 0, y2: 1 },
    stops.map(([offset, colour]) => element('stop', { offset, 'stop-color': colour })).join(''),
  )
  const scratches = brush({ opacity: 0.35 })
  for (let n = 0; n < 90; n++) {
    const [x, y] = [mix(left, right, random()), mix(top + 4, bottom - 4, random())]
    scratches.add(
      [
        [x, y],
        [x + 12 + random() * 40, y + random() * 2],
      ],
      random() > 0.4 ? '#fff' : '#1d1f22',
      0.9,
    )
  }
  const rust = isWorn ? area(outline, '#7a3f1a', { filter: 'url(#dirt)', opacity: 0.7 }) : ''
  return (
    gradient +
    area(outline, `url(#${id})`, { stroke: '#1d1e20', 'stroke-width': 1.6, 'stroke-linejoin': 'round' }) +
    scratches.drawn() +
    rust
  )
}
