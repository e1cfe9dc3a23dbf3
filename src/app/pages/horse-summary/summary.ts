import { hasFeet, MEASURES, stoodAfter } from '#app/pages/horses/compare.ts'
import type { Member } from '#features/core/practice/contract.ts'
import { FEET, type FootName, type FootScheme, footLabel } from '#features/core/practice/foot-names.ts'
import type { WorkEntry } from '#features/visits/work/contract.ts'
import { changesSince, feetInWords, findingsOf, type Setup } from '#features/visits/work/feet.ts'
import { addMonths, type Day } from '#lib/dates.ts'

/** One visit of a horse's summary, in words; each list a line to an item. */
export type SummaryVisit = {
  id: string
  day: Day
  serviceType: string
  /** Who did it; undefined: not known on this device. */
  by: string | undefined
  description: string | null
  /** The first visit in full, every later one only in what it changed. */
  feet: string[]
  measured: string[]
  found: string[]
  advised: string | null
  /** `2 photos`; undefined without any. */
  photos: string | undefined
}

type Knowing = {
  scheme: FootScheme
  members: readonly Pick<Member, 'id' | 'name'>[]
  photosOf: (entry: WorkEntry) => readonly unknown[]
}

/** A horse's work from a day on (undefined: all of it), for a reader who does not know the horse. `work` newest first. */
export function summaryOf(work: readonly WorkEntry[], from: Day | undefined, { scheme, members, photosOf }: Knowing): SummaryVisit[] {
  const shown = from === undefined ? work : work.filter(({ workDate }) => workDate >= from)
  return shown.map((entry, at) => ({
    id: entry.id,
    day: entry.workDate,
    serviceType: entry.serviceType,
    by: members.find(({ id }) => id === entry.memberId)?.name,
    description: entry.description,
    feet: feetLines(entry, shown.slice(at + 1), work, scheme),
    measured: entry.setup ? measuredLines(entry.setup, scheme) : [],
    found: [...(entry.setup ? foundLines(entry.setup, scheme) : []), ...(entry.findings ? [entry.findings] : [])],
    advised: entry.recommendations,
    photos: photosInWords(photosOf(entry).length),
  }))
}

/** The feet as the last work left them; undefined: never written down. `work` newest first. */
export function lastFeet(work: readonly WorkEntry[]): { setup: Setup; day: Day } | undefined {
  const last = work.find(hasFeet)
  return last && { setup: stoodAfter(last, work), day: last.workDate }
}

/** The day from which work is listed: twelve months back unless the address gives a day or `all`. Undefined: all of it. */
export function summaryFrom(asked: string | null, today: Day): Day | undefined {
  if (asked === 'all') return undefined
  return asked && /^\d{4}-\d\d-\d\d$/.test(asked) ? asked : addMonths(today, -12)
}

/** What the visit before on the same paper states need not be repeated; one before the paper begins can't be looked up. */
function feetLines(entry: WorkEntry, earlierShown: readonly WorkEntry[], work: readonly WorkEntry[], scheme: FootScheme): string[] {
  if (!hasFeet(entry)) return []
  const before = earlierShown.find(hasFeet)
  if (!before) return [feetInWords(stoodAfter(entry, work), scheme)]
  const changes = changesSince(stoodAfter(before, work), stoodAfter(entry, work))
  if (changes.length === 0) return ['All four feet as before']
  return [...Map.groupBy(changes, ({ words }) => words)].map(([words, feet]) => `${labels(feet, scheme)}: ${words}`)
}

const measuredLines = (setup: Setup, scheme: FootScheme): string[] =>
  FEET.flatMap((foot) => {
    const said = MEASURES.flatMap(([field, name, unit]) => {
      const value = setup[foot][field]
      return value === undefined ? [] : [`${name.toLowerCase()} ${value}${unit}`]
    })
    return said.length > 0 ? [`${footLabel(foot, scheme)}: ${said.join(', ')}`] : []
  })

const foundLines = (setup: Setup, scheme: FootScheme): string[] =>
  findingsOf(setup).map(({ foot, words }) => `${footLabel(foot, scheme)}: ${words}`)

const labels = (feet: readonly { foot: FootName }[], scheme: FootScheme) => feet.map(({ foot }) => footLabel(foot, scheme)).join(', ')

const photosInWords = (count: number) => (count === 0 ? undefined : `${count} ${count === 1 ? 'photo' : 'photos'}`)
