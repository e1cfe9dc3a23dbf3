import { type Look, WIDTH } from './look.ts'
import { bend, type Curve, line, mix, type Patch, type Point, patchOf, through } from './pen.ts'

/** Where the foot stands on the picture, and how thick its shoe is. */
export const GROUND = 745
export const SHOE = 30

/** The lines of a foot from the side. */
export type Hoof = {
  toe: Point
  heel: Point
  toeTop: Point
  heelTop: Point
  wall: Patch
  dorsal: Curve
  coronet: Curve
  back: Curve
  sole: Curve
}

export const isShod = ({ state }: Look): boolean => state === 'shod' || state === 'worn'
const isLong = ({ state }: Look): boolean => state === 'worn' || state === 'overgrown'

export function hoofOf(look: Look): Hoof {
  const size = look.size ?? 1
  const shoeUp = isShod(look) ? SHOE : 0
  const [long, hind] = [isLong(look), look.isHind ?? false]
  const angle = ((hind ? 54 : 52) - (long ? (look.state === 'overgrown' ? 6 : 3) : 0)) * (Math.PI / 180)
  const length = (long ? (look.state === 'overgrown' ? 408 : 384) : 352) * size
  const base = (long ? 524 : 494) * size
  const heelUp = (long ? 150 : 140) * size
  const ground = GROUND - shoeUp
  const toe: Point = [WIDTH / 2 - 385 * size - (long ? 22 : 0), ground]
  const heel: Point = [toe[0] + base, ground]
  const toeTop: Point = [toe[0] + Math.cos(angle) * length, ground - Math.sin(angle) * length]
  const heelTop: Point = [heel[0] + heelUp / Math.tan(angle + 0.1), ground - heelUp]
  const flare = look.flare ?? 0
  const dorsal = bend(
    toeTop,
    [mix(toeTop[0], toe[0], 0.34) + flare * 18, mix(toeTop[1], toe[1], 0.34)],
    [mix(toeTop[0], toe[0], 0.7) + flare * 46, mix(toeTop[1], toe[1], 0.7)],
    [toe[0] - flare * 30, toe[1]],
  )
  const back = bend(heelTop, [heelTop[0] - 2, heelTop[1] + heelUp * 0.4], [heel[0] + heelUp * 0.32, heel[1] - heelUp * 0.3], heel)
  const coronet = bend(
    toeTop,
    [mix(toeTop[0], heelTop[0], 0.3), toeTop[1] + (heelTop[1] - toeTop[1]) * 0.14],
    [mix(toeTop[0], heelTop[0], 0.66), toeTop[1] + (heelTop[1] - toeTop[1]) * 0.62],
    heelTop,
  )
  const sole = line([toe[0] - flare * 30, toe[1]], heel)
  const wall = patchOf({ top: coronet, bottom: sole, left: dorsal, right: back })
  return { toe: sole(0), heel, toeTop, heelTop, wall, dorsal, coronet, back, sole }
}

/** From the coronet up to the fetlock at the picture's edge. */
export function legOf(look: Look, { toeTop, heelTop, coronet }: Hoof): Patch {
  const size = look.size ?? 1
  const p = (x: number, y: number): Point => [toeTop[0] + x * size, toeTop[1] + y * size]
  const dorsal = through([toeTop, p(52, -92), p(116, -188), p(166, -276), p(190, -360), p(196, -470), p(196, -700)])
  const heelAt: Point = [heelTop[0] - 6, heelTop[1] + 2]
  const h = (x: number, y: number): Point => [heelTop[0] + x * size, heelTop[1] + y * size]
  const palmar = through([
    heelAt,
    h(4, -40),
    h(-14, -100),
    h(-12, -168),
    h(26, -262),
    h(104, -372),
    h(134, -452),
    h(112, -560),
    h(84, -820),
  ])
  const top = line(dorsal(1), palmar(1))
  return patchOf({ top: coronet, bottom: top, left: dorsal, right: palmar })
}
