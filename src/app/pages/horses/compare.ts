import { FEET, type FootName } from '#features/core/practice/foot-names.ts'
import type { WorkEntry } from '#features/visits/work/contract.ts'
import { changesSince, type Foot, findingsOf, footInWords, type Setup } from '#features/visits/work/feet.ts'

/** Work that has its feet written down. */
export type FootedWork<W extends Pick<WorkEntry, 'setup'> = WorkEntry> = W & { setup: Setup }
export const hasFeet = <W extends Pick<WorkEntry, 'setup'>>(entry: W): entry is FootedWork<W> => Boolean(entry.setup)

/** The visits a visit can be held against: those before it that have feet. `work` newest first. */
export const earlierWithFeet = <W extends Pick<WorkEntry, 'id' | 'setup'>>(work: readonly W[], id: string): FootedWork<W>[] =>
  work.slice(work.findIndex((entry) => entry.id === id) + 1).filter(hasFeet)

/** A length or an angle of a foot on two visits, in words; undefined: not measured then. `difference`: `+2°`, `no change`. */
export type ComparedMeasure = { name: string; before: string | undefined; now: string | undefined; difference: string | undefined }
/** A foot on one visit: what was done to it and what was found. */
type FootThen = { words: string; found: string | undefined }
/** A foot on two visits, and what it wears or got otherwise since. */
export type ComparedFoot = { foot: FootName; before: FootThen; now: FootThen; changes: string[]; measures: ComparedMeasure[] }

/** Two visits foot by foot. `work` newest first, with both of them in it. */
export function compareFeet(before: FootedWork, now: FootedWork, work: readonly WorkEntry[]): ComparedFoot[] {
  const changes = changesSince(stoodAfter(before, work), stoodAfter(now, work))
  return FEET.map((foot) => ({
    foot,
    before: footThen(before.setup, foot),
    now: footThen(now.setup, foot),
    changes: changes.flatMap((change) => (change.foot === foot ? [change.words] : [])),
    measures: measuresOf(before.setup[foot], now.setup[foot]),
  }))
}

/** How the feet stood after this work. `work` newest first. */
export const stoodAfter = <W extends Pick<WorkEntry, 'id' | 'setup'>>({ id, setup }: FootedWork<W>, work: readonly W[]): Setup =>
  feetAfter([setup, ...earlierWithFeet(work, id).map((earlier) => earlier.setup)])

/* The visit's own setup first, then those before it: a foot that was left as it was has the setup of an earlier visit. */
function feetAfter(setups: readonly [Setup, ...Setup[]]): Setup {
  const of = (foot: FootName): Foot => setups.find((setup) => setup[foot].work !== 'none')?.[foot] ?? setups[0][foot]
  return { NF: of('NF'), OF: of('OF'), NH: of('NH'), OH: of('OH') }
}

const footThen = (setup: Setup, foot: FootName): FootThen => ({
  words: footInWords(setup[foot]),
  found: findingsOf(setup).find((finding) => finding.foot === foot)?.words,
})

/** What is measured of a foot, in a farrier's order; a number and its unit stay on one line. */
export const MEASURES = [
  ['angleDegrees', 'Angle', '°'],
  ['toeMm', 'Toe', '\u00a0mm'],
  ['heelMm', 'Heel', '\u00a0mm'],
] as const

const measuresOf = (before: Foot, now: Foot): ComparedMeasure[] =>
  MEASURES.flatMap(([field, name, unit]) => {
    const [was, is] = [before[field], now[field]]
    if (was === undefined && is === undefined) return []
    const difference = was === undefined || is === undefined ? undefined : differenceOf(is - was, unit)
    return [{ name, before: withUnit(was, unit), now: withUnit(is, unit), difference }]
  })

const withUnit = (value: number | undefined, unit: string) => (value === undefined ? undefined : `${value}${unit}`)

function differenceOf(by: number, unit: string): string {
  const tenths = Math.round(by * 10) / 10
  if (tenths === 0) return 'no change'
  return `${tenths > 0 ? '+' : '−'}${Math.abs(tenths)}${unit}`
}
