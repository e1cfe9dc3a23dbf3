import { pick } from '#db/cast-random.ts'
import type { FootName } from '#features/core/practice/foot-names.ts'
import { type Foot, isFront, isShod, NO_FEET, type Setup, setupOf } from '#features/visits/work/feet.ts'

/** A horse's shoes, the same at every visit; one in eight has a pad, and is shod for it. */
export function castSetup(horse: string, serviceType: string): Setup | null {
  const works = serviceType === 'Lost shoe refit' ? lostShoe(horse) : setupOf(serviceType)
  if (!works) return null
  const foot = (name: FootName): Foot => ({ ...works[name], ...(isShod(works[name]) && shoeOf(horse, name)) })
  return { NF: foot('NF'), OF: foot('OF'), NH: foot('NH'), OH: foot('OH') }
}

/** One front put back on; the other feet are left as they were. */
function lostShoe(horse: string): Setup {
  return { ...NO_FEET, [pick(`lost ${horse}`, ['NF', 'OF'])]: { work: 'refit', findings: ['Lost shoe'] } }
}

function shoeOf(horse: string, name: FootName): Omit<Foot, 'work'> {
  const size = pick(`size ${horse}`, SIZES)
  const hasPad = name === 'OF' && pick(`pad ${horse}`, [1, 2, 3, 4, 5, 6, 7, 8]) === 1
  return {
    shoe: 'Fullered',
    size: isFront(name) ? size : (SIZES[SIZES.indexOf(size) - 1] ?? size),
    clips: isFront(name) ? 'Toe clip' : 'Quarter clips',
    nails: pick(`nails ${horse}`, ['E4', 'E5', 'E6']),
    ...(hasPad && { pad: 'Leather pad' }),
    ...(!isFront(name) && pick(`studs ${horse}`, [1, 2, 3, 4, 5, 6]) === 1 && { studs: '2 holes' }),
  }
}

const SIZES = ['4½', '4¾', '5', '5¼', '5½', '5¾', '6']
