import type { Colour } from './pen.ts'

export const WIDTH = 1200
export const HEIGHT = 900

/** What a picture shows. Everything not set here follows from `seed`. */
export type Look = {
  view: 'lateral' | 'dorsal' | 'solar'
  /** The side of the horse: its near feet point to the left. */
  side: 'near' | 'off'
  isHind?: boolean
  horn: Horn
  coat: Coat
  /** White hair above the coronet, up to so much of the pastern. */
  sock?: number
  hasFeather?: boolean
  /** `shod`: just done. `worn`: shod and due. `trimmed`: just done, bare. `overgrown`: bare and long due. */
  state: 'shod' | 'worn' | 'trimmed' | 'overgrown'
  clips?: 'toe' | 'quarters' | 'none'
  hasPad?: boolean
  hasBar?: boolean
  /** How far the wall runs out at the ground, 0 to 1. */
  flare?: number
  /** How far up a crack runs, 0 to 1. */
  crack?: number
  /** Rings wider at the heel than at the toe, as after laminitis. */
  hasLaminiticRings?: boolean
  hasThrush?: boolean
  ground: 'concrete' | 'rubber' | 'brick'
  /** 1: a riding horse. */
  size?: number
  seed: string
}

export type Horn = 'dark' | 'striped' | 'white'
type Coat = keyof typeof COATS

export const HORNS: Readonly<Record<Horn, Colour>> = {
  dark: [98, 88, 78],
  striped: [150, 130, 102],
  white: [208, 190, 156],
}
export const DARK_STRIPE: Colour = [84, 74, 64]

/** The hair of a leg. Bays and duns have black ones. */
export const COATS = {
  bay: [58, 44, 38],
  dun: [88, 76, 64],
  chestnut: [142, 84, 50],
  liver: [94, 58, 42],
  black: [48, 45, 46],
  grey: [158, 156, 152],
  white: [222, 216, 205],
  palomino: [196, 160, 108],
} as const satisfies Record<string, Colour>
