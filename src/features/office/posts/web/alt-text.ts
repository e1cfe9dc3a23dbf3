import { type FootName, type FootScheme, footWords } from '#features/core/practice/foot-names.ts'
import type { Attachment } from '#features/evidence/files/contract.ts'
import { daysBetween } from '#lib/dates.ts'

type Photo = Pick<Attachment, 'view' | 'takenOn' | 'workEntryId'>
type Pair = {
  foot: FootName
  scheme: FootScheme
  before: Photo
  after: Photo
  /** The kind of work of an entry, by its standard name; undefined: not on this device. */
  workOf: (workEntryId: string) => string | undefined
}

/** A description of the picture for people who can't see it, of what is on record alone: the foot, the work where both photos are of it, else how far they are apart, and the side they were taken from. No names, no dates. */
export function altTextOf({ foot, scheme, before, after, workOf }: Pair): string {
  const what = `a horse’s ${footWords(foot, scheme)}`
  const seen = before.view === after.view && before.view && SEEN[before.view]
  const work = before.workEntryId === after.workEntryId && after.workEntryId ? doingOf(workOf(after.workEntryId)) : undefined
  const apart = apartOf(before, after)
  const opening = work ? `Before and after ${work} ${what}` : `Before and after${apart ? `, ${apart} apart` : ''}: ${what}`
  return `${opening}${seen ? `, seen ${seen}` : ''}. Before is on the left, after on the right.`
}

const SEEN: Readonly<Record<string, string>> = {
  dorsal: 'from the front',
  lateral: 'from the outside',
  medial: 'from the inside',
  solar: 'from below',
  heels: 'from behind',
}

function doingOf(work: string | undefined): string | undefined {
  if (work === 'Trim') return 'trimming'
  return work && /^(?:Front shoes|Hind shoes|Full set) new$|refit$/.test(work) ? 'shoeing' : undefined
}

const WEEKS_UP_TO = 70
const MONTHS_UP_TO = 700

/** `9 months`; undefined: taken in the same fortnight, or no one knows. */
function apartOf(before: Photo, after: Photo): string | undefined {
  if (!before.takenOn || !after.takenOn) return undefined
  const days = daysBetween(before.takenOn, after.takenOn)
  if (days < 14) return undefined
  if (days <= WEEKS_UP_TO) return `${Math.round(days / 7)} weeks`
  if (days <= MONTHS_UP_TO) return `${Math.round(days / 30.44)} months`
  const years = Math.round(days / 365.25)
  return `about ${years} years`
}
