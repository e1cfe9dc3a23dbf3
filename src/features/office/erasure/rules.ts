import type { Retention } from '#features/office/erasure/contract.ts'
import type { Day } from '#lib/dates.ts'

/**
 * The defaults: a year for texts, three for conversations, two for what owners opened, a day for a pack, six years until a client is long gone.
 */
export const DEFAULT_RETENTION: Retention = {
  textsDays: 365,
  messagesDays: 1095,
  answersDays: 365,
  openingsDays: 730,
  exportsDays: 1,
  inactiveYears: 6,
}

/**
 * The first day of the records of income that must still be kept: five years after the 31 January that follows the tax year, which ends on
 * 5 April (Taxes Management Act 1970, section 12B; gov.uk, How long to keep your records).
 */
export function taxKeptFrom(today: Day): Day {
  const [year, monthAndDay] = [Number(today.slice(0, 4)), today.slice(5)]
  const deadlines = monthAndDay > '01-31' ? year : year - 1
  // The return for the tax year that ended in April of `ended` was due on 31 January after it, and its records go five years later.
  const ended = deadlines - 6
  return `${ended}-04-06`
}

/** Ignores case and extra spaces, as people do. */
export const isSameName = (typed: string, name: string): boolean => plain(typed) === plain(name)
const plain = (name: string) => name.trim().replace(/\s+/g, ' ').toLocaleLowerCase('en-GB')
