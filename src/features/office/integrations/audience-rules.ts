import type { Day } from '#lib/dates.ts'

/** What a newsletter list may know of a person beside address and first name. */
export const LIST_TAGS = ['town', 'due'] as const
export type ListTag = (typeof LIST_TAGS)[number]

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]

/** A tag of the month in which their next horse is due; of one that is overdue, this month. */
export function dueTag(dueOn: Day, today: Day): string {
  const month = Number((dueOn > today ? dueOn : today).split('-')[1])
  return `Due: ${MONTHS[month - 1]}`
}

/** A tag of the town in an address: its last part that is no street, postcode, county or country. Undefined: it names none. */
export function townTag(address: string | null): string | undefined {
  const parts = (address ?? '').split(/[\n,]/).map((part) => part.replace(POSTCODE, '').trim())
  const town = parts.findLast((part) => part !== '' && !/\d/.test(part) && !isWide(part))
  return town && parts.indexOf(town) >= (parts.length > 1 ? 1 : 0) ? `Town: ${town.slice(0, LONGEST)}` : undefined
}

/** As long as a tag may be. */
const LONGEST = 90
const POSTCODE = /\b[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}\b/i
const isWide = (part: string) => /shire$/i.test(part) || WIDE.has(part.toLowerCase())
const WIDE: ReadonlySet<string> = new Set([
  ...['avon', 'berkshire', 'cleveland', 'clwyd', 'cornwall', 'county durham', 'cumbria', 'devon', 'dorset', 'dyfed', 'east sussex'],
  ...['essex', 'fife', 'greater manchester', 'gwent', 'gwynedd', 'isle of wight', 'kent', 'merseyside', 'mid glamorgan', 'norfolk'],
  ...['north yorkshire', 'northumberland', 'powys', 'rutland', 'shropshire', 'somerset', 'south glamorgan', 'suffolk', 'surrey'],
  ...['sussex', 'tyne and wear', 'west glamorgan', 'west midlands', 'west sussex', 'ceredigion', 'monmouthshire', 'anglesey'],
  ...['co antrim', 'co armagh', 'co down', 'co fermanagh', 'co londonderry', 'co tyrone', 'cymru'],
  ...['england', 'wales', 'scotland', 'northern ireland', 'united kingdom', 'uk', 'gb', 'great britain'],
])
