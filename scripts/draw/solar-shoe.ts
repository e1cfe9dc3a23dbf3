import type { Look } from './look.ts'
import { add, area, brush, type Curve, element, mix, type Point, randomOf, stroke, walk } from './pen.ts'
import { type At, inward } from './solar-shape.ts'

/** A keg shoe: two branches from the toe to the heels, the fuller with its nails, a clip's edge at the toe. */
export function shoe(look: Look, outer: Curve, at: At): string {
  const isWorn = look.state === 'worn'
  const centre = at(0, 20)
  const [from, to] = [0.012, 0.988]
  const rim = (by: number) => walk((part) => inward(outer(mix(from, to, part)), centre, by), 110)
  const web = (part: number) => 62 - 10 * Math.abs(part - 0.5)
  const inside = walk((part) => inward(outer(mix(from, to, part)), centre, web(part)), 110)
  const shape = [...rim(-5), ...inside.toReversed()]
  const bar = look.hasBar
    ? area([at(-128, 226), at(128, 226), at(120, 276), at(-120, 276)], isWorn ? '#746a61' : '#aeb3b8', {
        stroke: '#26282b',
        'stroke-width': 2,
      })
    : ''
  const pad = look.hasPad
    ? area([...walk((part) => inward(outer(mix(from, to, part)), centre, 40), 80)], '#6b4527') +
      element('g', { opacity: 0.4 }, area(rim(40), '#2a180c', { filter: 'url(#flake)' }))
    : ''
  const [light, dark] = isWorn ? ['#8f8377', '#4a423c'] : ['#d5d9dc', '#858b91']
  const id = 'web'
  const gradient = element(
    'linearGradient',
    { id, x1: 0, y1: 0, x2: 1, y2: 1 },
    element('stop', { offset: 0, 'stop-color': light }) +
      element('stop', { offset: 0.55, 'stop-color': dark }) +
      element('stop', { offset: 1, 'stop-color': isWorn ? '#332d29' : '#5d6268' }),
  )
  const fuller = [
    [0.1, 0.41],
    [0.59, 0.9],
  ].map(([a = 0, b = 1]) => {
    const groove = walk((part) => inward(outer(mix(a, b, part)), centre, 19), 40)
    return (
      stroke(groove, '#1b1c1e', 12, { opacity: 0.75, 'stroke-linecap': 'butt' }) +
      stroke(
        groove.map((point) => add(point, [2, 4])),
        '#fff',
        2,
        { opacity: 0.3 },
      )
    )
  })
  return [
    pad,
    element(
      'g',
      { filter: 'url(#soft)', opacity: 0.55 },
      stroke(
        inside.map((point) => add(point, [3, 7])),
        '#000',
        15,
      ),
    ),
    gradient,
    area(shape, `url(#${id})`, { stroke: '#17181a', 'stroke-width': 2, 'stroke-linejoin': 'round' }),
    stroke(rim(-2), '#fff', 2.6, { opacity: isWorn ? 0.2 : 0.55 }),
    bar,
    wear(look, outer, centre),
    ...fuller,
    ...nails(look, outer, centre),
  ].join('')
}

function wear({ state, seed }: Look, outer: Curve, centre: Point): string {
  const random = randomOf(`${seed} wear`)
  const isWorn = state === 'worn'
  const scratches = brush({ opacity: isWorn ? 0.4 : 0.24 })
  for (let n = 0; n < 190; n++) {
    const part = mix(0.02, 0.98, random())
    const foot = inward(outer(part), centre, random() * 54)
    scratches.add(
      [foot, add(foot, [(random() - 0.5) * 34, (random() - 0.5) * 34])],
      random() > 0.5 ? '#fff' : isWorn ? '#5a2f14' : '#26282b',
      1.2,
    )
  }
  const toe = walk((part) => inward(outer(mix(0.43, 0.57, part)), centre, 8), 20)
  return scratches.drawn() + (isWorn ? stroke(toe, '#c9c3bb', 22, { opacity: 0.4, filter: 'url(#soft)' }) : '')
}

const HOLES = [0.14, 0.21, 0.28, 0.35, 0.65, 0.72, 0.79, 0.86]

function nails(look: Look, outer: Curve, centre: Point): string[] {
  const isWorn = look.state === 'worn'
  // The toe nail inside is often left out, and a worn shoe may have lost one.
  return HOLES.map((part, at) => {
    const [place, next] = [inward(outer(part), centre, 19), inward(outer(part + 0.01), centre, 19)]
    const turn = (Math.atan2(next[1] - place[1], next[0] - place[0]) * 180) / Math.PI
    const isEmpty = at === 7 || (isWorn && at === 2)
    const head = isEmpty
      ? element('rect', { x: -7, y: -4, width: 14, height: 8, fill: '#050505' })
      : element('rect', {
          x: -12,
          y: -7.5,
          width: 24,
          height: 15,
          rx: 2.5,
          fill: isWorn ? '#8a7a68' : '#c3c7ca',
          stroke: '#141414',
          'stroke-width': 2,
        }) + element('rect', { x: -8, y: -4.6, width: 14, height: 4, fill: '#fff', opacity: isWorn ? 0.25 : 0.6 })
    return element('g', { transform: `translate(${place[0].toFixed(1)} ${place[1].toFixed(1)}) rotate(${turn.toFixed(1)})` }, head)
  })
}
