import { createHash } from 'node:crypto'
import { drawDorsal } from './dorsal.ts'
import { drawLateral } from './lateral.ts'
import type { Look } from './look.ts'
import { drawSolar } from './solar.ts'

/** The metadata of each picture, in its own file. */
export const WORDS = 'Drawn for the demo of Pritchel'

const DRAW = { lateral: drawLateral, dorsal: drawDorsal, solar: drawSolar } as const

/** A hoof as an SVG, the same for the same look on every machine. */
export const drawHoof = (look: Look): string => DRAW[look.view](look)

/** So that a test sees whether what is committed is what these scripts draw. */
export const markOf = (svg: string): string => createHash('sha256').update(svg).digest('hex').slice(0, 16)
