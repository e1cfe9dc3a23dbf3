import type { HorseShare, ShareParts, SharePurpose } from '#features/records/guests/share-contract.ts'
import { dayAndYear, dayOf, shortDay, timeOf } from '#lib/dates.ts'

/** Where a link to a horse leads; its token follows. */
export const SHARE_PATH = '/share/'
/** For how many days a link may be open; the design has 90 as the most. */
export const SHARE_DAYS = [7, 14, 30, 60, 90] as const
/** Unless another is chosen. */
export const USUAL_SHARE_DAYS = 14
/** Links of one client that are open at a time. */
export const MOST_OPEN_SHARES = 20
/** Photos that one link shows: all of them are in its paper. */
export const MOST_SHARE_PHOTOS = 24
/** Of the link's recipient. */
export const LONGEST_RECIPIENT = 80

/** What a link is for, as it is chosen. */
export const PURPOSES = {
  sale: 'A sale',
  insurance: 'Insurance',
  vet: 'A vet',
  other: 'Something else',
} as const satisfies Record<SharePurpose, string>

/** `for Tom Pugh, about a sale`. */
export const recipientWords = ({ toName, purpose }: Pick<HorseShare, 'toName' | 'purpose'>): string =>
  ['for', `${toName}${ABOUT[purpose]}`].join(' ')

const ABOUT: Readonly<Record<SharePurpose, string>> = {
  sale: ', about a sale',
  insurance: ', about insurance',
  vet: ', as a vet',
  other: '',
}

/** `Work and feet, findings and advice, 3 photos, since 1 May 2026`. */
export function shownWords({ parts, photoCount, fromOn }: { parts: ShareParts; photoCount: number; fromOn: string | null }): string {
  const words = [
    parts.work && 'work and feet',
    parts.findings && 'findings and advice',
    photoCount > 0 && (photoCount === 1 ? 'a photo' : `${photoCount} photos`),
    fromOn && `since ${dayAndYear(fromOn)}`,
  ].filter((one) => typeof one === 'string')
  return words.join(', ').replace(/^./, (first) => first.toUpperCase())
}

type ShareState = Pick<HorseShare, 'closed' | 'untilAt' | 'endedAt' | 'endedBy'>

/** A link's status in a few words, for the person who made it or the farrier. */
export function standingWords({ closed, untilAt, endedAt, endedBy }: ShareState, zone: string, reader: 'owner' | 'practice'): string {
  switch (closed) {
    case null:
      return `Open until ${whenWords(untilAt, zone)}`
    case 'over':
      return `Ran out on ${dayAndYear(dayOf(untilAt, zone))}`
    case 'ended':
      return `Ended on ${dayAndYear(dayOf(endedAt ?? untilAt, zone))}${endedBy && endedBy !== reader ? ENDED_BY[endedBy] : ''}`
    case 'sold':
      return reader === 'owner' ? 'Closed: the horse isn’t yours any more' : 'Closed: the horse is somebody else’s now'
    case 'access':
      return 'Closed: who made it is no longer in the portal'
    case 'off':
      return 'Closed while the portal or its links are switched off'
    case 'plan':
      return 'Closed while the practice’s plan has no record in the portal'
  }
}

const ENDED_BY = { owner: ' by the owner', practice: ' by your farrier' } as const

/** `Sat 12 Dec 2026, 14:05`: until then a link is open. */
export function whenWords(at: string, zone: string): string {
  const day = dayOf(at, zone)
  return `${shortDay(day)} ${day.slice(0, 4)}, ${timeOf(at, zone)}`
}

/** Whether a link can be ended: one that is closed for another reason may open again. */
export const isEndable = ({ closed }: Pick<HorseShare, 'closed'>): boolean => closed !== 'ended' && closed !== 'over'

/** How often a link was opened, and when last. */
export function opensWords({ opens, lastOpenAt }: Pick<HorseShare, 'opens' | 'lastOpenAt'>, zone: string): string {
  if (opens === 0 || !lastOpenAt) return 'Not opened yet'
  const last = shortDay(dayOf(lastOpenAt, zone))
  if (opens === 1) return `Opened once, on ${last}`
  return `Opened ${opens === 2 ? 'twice' : `${opens} times`}, last on ${last}`
}
