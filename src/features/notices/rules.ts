import type { NoticeKind, NoticeState } from '#features/notices/contract.ts'
import { addDays, type Day, instantOf, shortDay, type WallTime } from '#lib/dates.ts'

/** Issue Notices: several drags of a visit make one text. */
export const HOLD_SECONDS = 90
/** "On my way" is no news after half an hour. */
export const ON_MY_WAY_MINUTES = 30
/** A send without an outcome after this long is lost: the message may have gone. Longer than any send can take. */
export const LOST_AFTER_SECONDS = 120
/** The most tries of one message; with the pauses between them about 20 minutes. */
export const MOST_ATTEMPTS = 8
/** The most of a visit's title that goes into a text. */
const LONGEST_TITLE = 60

/** A client as the one who is told. */
export type Recipient = {
  clientId: string
  name: string
  firstName: string
  phoneE164: string | null
  email: string | null
  preferredChannel: 'sms' | 'email' | 'portal' | 'none'
  stoppedAt: Date | null
  /** Absent: they are. Who is not is never told anything. */
  isActive?: boolean
}

/** A visit as a text names it. */
export type VisitWords = {
  appointmentId: string
  title: string
  onDay: Day
  /** Null for a stop without a time. */
  time: WallTime | null
  period: 'AM' | 'PM'
}
export type Move = { from: VisitWords; to: VisitWords }

type Envelope = { recipient: string; firstName: string; practiceName: string; zone: string; link?: string }
/** What the words of a notice are made from; kept with it, because a merge makes them anew. */
export type Facts = Envelope & ({ moves: Move[] } | { visit: VisitWords })

/** Adds a move to those held: one per visit, from where the client believes it is; a visit moved back where it was drops out. */
export function mergeMove(moves: Move[], move: Move): Move[] {
  const id = move.to.appointmentId
  const earlier = moves.find((held) => held.to.appointmentId === id)
  const merged = { from: earlier?.from ?? move.from, to: move.to }
  const others = moves.filter((held) => held.to.appointmentId !== id)
  return isSamePlace(merged.from, merged.to) ? others : [...others, merged]
}

/** Whether a client would be told the same day and time (or half of the day) for both. */
export const isSamePlace = (a: VisitWords, b: VisitWords): boolean =>
  a.onDay === b.onDay && a.time === b.time && (a.time !== null || a.period === b.period)

/** From when on nobody is told about a visit: its start; for a stop without a time the end of its day. */
export const pastAfter = (visit: VisitWords, zone: string): Date =>
  visit.time ? instantOf(visit.onDay, visit.time, zone) : instantOf(addDays(visit.onDay, 1), '00:00', zone)

/** Where a client is told: by e-mail when they prefer it and have one, else by text; or why they can't be. */
export function wayTo(recipient: Recipient): { channel: 'sms' | 'email'; address: string } | 'stopped' | 'no_phone' {
  if (recipient.stoppedAt || recipient.preferredChannel === 'none' || recipient.isActive === false) return 'stopped'
  if (recipient.preferredChannel === 'email' && recipient.email) return { channel: 'email', address: recipient.email }
  return recipient.phoneE164 ? { channel: 'sms', address: recipient.phoneE164 } : 'no_phone'
}

/** The words of a notice: neutral, as a service message must be, and signed by the practice. `subject` is for e-mail. */
export function wordsOf(kind: NoticeKind, facts: Facts): { subject: string; body: string } {
  const { subject, sentence } = 'moves' in facts ? movedWords(facts.moves) : visitWords(kind, facts.visit)
  const greeting = facts.firstName.trim() ? `Hi ${facts.firstName.trim()}, ` : ''
  const link = facts.link ? `Where the round is: ${facts.link}` : ''
  const lines = [capitalised(`${greeting}${sentence}`), link, facts.practiceName]
  return { subject: plain(subject), body: lines.filter(Boolean).map(plain).join('\n') }
}

function movedWords(moves: Move[]) {
  const [first] = moves
  if (first && moves.length === 1) {
    return {
      subject: `Your visit on ${shortDay(first.from.onDay)} has moved`,
      sentence: `your visit${named(first.to)} on ${whenOf(first.from)} has moved to ${whenOf(first.to)}.`,
    }
  }
  const inOrder = moves.toSorted((a, b) => placeOf(a.to).localeCompare(placeOf(b.to)))
  const lines = inOrder.map(({ from, to }) => `${titleOf(to) || 'Visit'}: ${whenOf(from)}, now ${whenOf(to)}`)
  return { subject: 'Your visits have moved', sentence: `your visits have moved.\n${lines.join('\n')}` }
}

const placeOf = (visit: VisitWords) => `${visit.onDay} ${visit.time ?? visit.period}`

function visitWords(kind: NoticeKind, visit: VisitWords) {
  const day = shortDay(visit.onDay)
  const it = `your visit${named(visit)}`
  if (kind === 'on_my_way') return { subject: 'On my way', sentence: `I'm on my way to you${named(visit)}.` }
  if (kind === 'cancelled') return { subject: `Your visit on ${day} is cancelled`, sentence: `${it} on ${whenOf(visit)} is cancelled.` }
  if (kind === 'booked') return { subject: `Your visit on ${day} is booked`, sentence: `${it} is booked for ${whenOf(visit)}.` }
  return { subject: `Your visit on ${day}`, sentence: `a reminder of ${it} on ${whenOf(visit)}.` }
}

/** A stop without a time is never given one (product.md, Readings): only its half of the day. */
const whenOf = (visit: VisitWords) =>
  `${shortDay(visit.onDay)} ${visit.time ? `at ${visit.time}` : visit.period === 'AM' ? 'in the morning' : 'in the afternoon'}`

const named = (visit: VisitWords) => (titleOf(visit) ? ` (${titleOf(visit)})` : '')

function titleOf({ title }: VisitWords) {
  const letters = [...title.replace(/\s+/g, ' ').trim()]
  return letters.length > LONGEST_TITLE
    ? `${letters
        .slice(0, LONGEST_TITLE - 3)
        .join('')
        .trimEnd()}...`
    : letters.join('')
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A curly quote or long dash would make every text cost more than twice (UCS-2), and reads the same straight. */
const plain = (text: string) =>
  text
    .replace(/[‘’‛′]/g, "'")
    .replace(/[“”‟″]/g, '"')
    .replace(/[‐-―]/g, '-')
    .replace(/…/g, '...')
    .replace(/[\u00a0\u2009\u202f]/g, ' ')

/** A visit as it stands now; `isOff`: cancelled, not kept or removed. */
export type Standing = VisitWords & { isOff: boolean }

/**
 * What of a notice is still true when it is about to go, or the sentence why nothing is. A move is told only if the visit still is where
 * the text says, and ahead; a visit that is off is told of by `cancelled` alone.
 */
export function stillTrue(kind: NoticeKind, facts: Facts, standing: ReadonlyMap<string, Standing>, now: Date): Facts | string {
  if ('visit' in facts) return faultOf(kind, facts.visit, standing) ?? facts
  const faults = facts.moves.map(({ to }) => (pastAfter(to, facts.zone) <= now ? TOO_LATE : faultOf(kind, to, standing)))
  const moves = facts.moves.filter((_, index) => faults[index] === undefined)
  return moves.length > 0 ? { ...facts, moves } : (faults[0] ?? TOO_LATE)
}

export const TOO_LATE = 'It was too late to send this.'

function faultOf(kind: NoticeKind, words: VisitWords, standing: ReadonlyMap<string, Standing>): string | undefined {
  const visit = standing.get(words.appointmentId)
  const isOff = !visit || visit.isOff
  if (kind === 'cancelled') return isOff ? undefined : 'The visit is on again.'
  if (isOff) return 'The visit was cancelled.'
  return kind === 'on_my_way' || isSamePlace(words, visit) ? undefined : 'The visit has moved since.'
}

/** How long to wait before another try: 5 s, doubling, as long as tries are left. */
export const pauseAfter = (attempts: number): number | undefined => (attempts < MOST_ATTEMPTS ? 5 * 2 ** (attempts - 1) : undefined)

/** What may still be stopped by hand. */
export const canCancel = (state: NoticeState): boolean => state === 'held' || state === 'queued'

/** What may be sent at once by hand: what waits, and what failed. */
export const canSendNow = (state: NoticeState): boolean => canCancel(state) || state === 'failed'

/** What the farrier may open in their own messages instead; `unknown` too, because a person decides there, and again after the first time. */
export const canHandOver = (state: NoticeState): boolean =>
  canSendNow(state) || state === 'simulated' || state === 'unknown' || state === 'handed_over'
