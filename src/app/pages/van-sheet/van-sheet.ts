import { FEET } from '#features/core/practice/foot-names.ts'
import { type Foot, isFront, isShod, type Setup } from '#features/visits/work/feet.ts'

/** A horse of the day and what it is about to get. */
export type VanHorse = { id: string; name: string; serviceType: string; setup: Setup | null }

/** So many of something. */
export type Load = { what: string; count: number }

/** What goes into the van for a day's horses; each list the most first. `unknown` names horses that need shoes of an unrecorded size. */
export type VanSheet = { fronts: Load[]; hinds: Load[]; pads: Load[]; studs: Load[]; nails: Load[]; unknown: string[] }

/** New shoes by size and kind, fronts apart from hinds; pads, studs and nails for every shod foot. */
export function vanSheet(horses: readonly VanHorse[]): VanSheet {
  const feet = horses.flatMap(({ name, setup }) => (setup ? FEET.map((foot) => ({ name, isFront: isFront(foot), ...setup[foot] })) : []))
  const fresh = feet.filter(({ work }) => work === 'new')
  const shod = feet.filter(isShod)
  return {
    fronts: counted(fresh.filter((foot) => foot.isFront).map(shoeOf)),
    hinds: counted(fresh.filter((foot) => !foot.isFront).map(shoeOf)),
    pads: counted(shod.map(({ pad }) => pad)),
    studs: counted(shod.map(({ studs }) => studs)),
    nails: counted(shod.map(({ nails }) => nails)),
    unknown: [...new Set(fresh.filter(({ size }) => !size).map(({ name }) => name))],
  }
}

/** `5¼ fullered`; of one without a size nothing. */
const shoeOf = ({ size, shoe, make }: Foot): string | undefined => size && [size, shoe?.toLowerCase(), make].filter(Boolean).join(' ')

function counted(words: readonly (string | undefined)[]): Load[] {
  const groups = Map.groupBy(
    words.flatMap((word) => word ?? []),
    (word) => word,
  )
  return [...groups]
    .map(([what, all]) => ({ what, count: all.length }))
    .toSorted((a, b) => b.count - a.count || a.what.localeCompare(b.what, 'en-GB', { numeric: true }))
}
