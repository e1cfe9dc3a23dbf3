import { isShod } from './lateral-shape.ts'
import { type Look, WIDTH } from './look.ts'
import { add, area, element, type Point, walk } from './pen.ts'
import { frame } from './scene.ts'
import { bulbs, frog, pastern } from './solar-frog.ts'
import { sole, wallBand } from './solar-ground.ts'
import { inward, MIDDLE, outlineOf } from './solar-shape.ts'
import { shoe } from './solar-shoe.ts'

/** A foot held up, from below: the toe at the top, as the farrier sees it over the knee. */
export function drawSolar(look: Look): string {
  const size = (look.size ?? 1) * 1.08
  const at = (x: number, y: number): Point => [MIDDLE[0] + x * size, MIDDLE[1] + y * size]
  const outer = outlineOf(look, at)
  const ring = (by: number) => walk((part) => inward(outer(part), at(0, 20), by), 120)
  const mirror = look.side === 'off' ? { transform: `translate(${WIDTH} 0) scale(-1 1)` } : {}
  const inner = [
    element(
      'g',
      { filter: 'url(#shade)', opacity: 0.75 },
      area(
        walk(outer, 80).map((point) => add(point, [26, 34])),
        '#000',
      ),
    ),
    pastern(look, at),
    bulbs(look, at),
    wallBand(look, outer, ring),
    sole(look, ring, at),
    frog(look, at),
    isShod(look) ? shoe(look, outer, at) : '',
  ].join('')
  return frame({ ...look, ground: look.ground }, element('g', mirror, inner), 0)
}
