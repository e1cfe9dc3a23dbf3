import type { NoticeKind, NoticeState } from '#features/core/notices/contract.ts'
import { ALONE, DEFAULT_WORDING, isForMember, WORD_SUBJECTS } from '#features/core/notices/wordings.ts'
import type { Settings, TextField } from '#features/core/practice/rules.ts'
import { capital } from '#lib/capital.ts'
import { addDays, type Day, instantOf, shortDay, type WallTime } from '#lib/dates.ts'
import { trimmedEnd } from '#lib/trim.ts'

/** Issue Notices: several drags of a visit make one text. */
export const HOLD_SECONDS = 90
/** "On my way" is out of date after half an hour. */
export const ON_MY_WAY_MINUTES = 30
/** A send without an outcome after this long is lost: the message may have been sent. This is longer than any send can take. */
export const LOST_AFTER_SECONDS = 120
/** The most attempts for one message; with the pauses between them they take about 20 minutes. */
export const MOST_ATTEMPTS = 8
/** The most characters of a visit's title in a text. */
const LONGEST_TITLE = 60

/** A client as the recipient of a notice. */
export type Recipient = {
  clientId: string
  name: string
  firstName: string
  phoneE164: string | null
  email: string | null
  preferredChannel: 'sms' | 'email' | 'portal' | 'none'
  stoppedAt: Date | null
  /** Absent: they are active. An inactive client is never notified. */
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

/** `wording`: the practice's own words for this kind of text; `prep`: the farrier's own line. Both are as they were when the text was written. */
type Envelope = {
  recipient: string
  firstName: string
  practiceName: string
  zone: string
  link?: string
  wording?: string
  prep?: string
  /** The address where the recipient answers with one tap. */
  answer?: string
  /** The last line of a marketing message. */
  optOut?: string
  /** The visit takes place, but for another client. */
  isSomebodyElses?: boolean
} & RoundFacts
/** The state of the round: open stops before the recipient's, how late it runs, and why. */
export type RoundFacts = { ahead?: number; lateMinutes?: number; reason?: string }
/** The data from which a notice's words are made. It is stored with the notice because a merge makes the words again. */
export type Facts = Envelope & ({ moves: Move[] } | { visit: VisitWords } | { fields: Fields; path?: string })
/** The values for a text that is about no visit; `path` is the screen that an alert opens. */
export type Fields = Partial<Record<TextField, string>>

/** Adds a move to the held moves: one per visit, starting from the place the client expects. A visit moved back to that place drops out. */
export function mergeMove(moves: Move[], move: Move): Move[] {
  const id = move.to.appointmentId
  const earlier = moves.find((held) => held.to.appointmentId === id)
  const merged = { from: earlier?.from ?? move.from, to: move.to }
  const others = moves.filter((held) => held.to.appointmentId !== id)
  return isSamePlace(merged.from, merged.to) ? others : [...others, merged]
}

/** Whether a text would give the same day and time (or half of the day) for both. */
export const isSamePlace = (a: VisitWords, b: VisitWords): boolean =>
  a.onDay === b.onDay && a.time === b.time && (a.time !== null || a.period === b.period)

/** The moment after which no one is notified about a visit: its start; for a stop without a time, the end of its day. */
export const pastAfter = (visit: VisitWords, zone: string): Date =>
  visit.time ? instantOf(visit.onDay, visit.time, zone) : instantOf(addDays(visit.onDay, 1), '00:00', zone)

/** When the half of a day begins, for a stop without a time (Spec §9: work begins at 09:00). */
export const HALF_BEGINS: Readonly<Record<VisitWords['period'], WallTime>> = { AM: '09:00', PM: '12:00' }

/** When a visit begins; a stop without a time begins with its half of the day. */
export const beginsAt = (visit: Pick<VisitWords, 'onDay' | 'time' | 'period'>, zone: string): Date =>
  instantOf(visit.onDay, visit.time ?? HALF_BEGINS[visit.period], zone)

type Way = { channel: 'sms' | 'email'; address: string }

/**
 * How a client is notified: by e-mail when they prefer it, or the portal, and have an address, else by text; or why they can't be. `only` requires
 * one channel.
 */
export function wayTo(recipient: Recipient): Way | 'stopped' | 'no_phone'
export function wayTo(recipient: Recipient, only: Way['channel'] | undefined): Way | 'stopped' | 'no_phone' | 'no_email'
export function wayTo(recipient: Recipient, only?: Way['channel']): Way | 'stopped' | 'no_phone' | 'no_email' {
  if (recipient.stoppedAt || recipient.preferredChannel === 'none' || recipient.isActive === false) return 'stopped'
  const channel = only ?? (PREFERS_MAIL.has(recipient.preferredChannel) && recipient.email ? 'email' : 'sms')
  if (channel === 'email') return recipient.email ? { channel, address: recipient.email } : 'no_email'
  return recipient.phoneE164 ? { channel, address: recipient.phoneE164 } : 'no_phone'
}

const PREFERS_MAIL: ReadonlySet<Recipient['preferredChannel']> = new Set(['email', 'portal'])

/** The practice's settings for a kind of text, as facts for one text. */
export function wordingFor(
  kind: NoticeKind,
  { wording, prepLine }: Pick<Settings, 'wording' | 'prepLine'>,
): Pick<Envelope, 'wording' | 'prep'> {
  const own = wording[kind]
  return { ...(own && { wording: own }), ...(prepLine && { prep: prepLine }) }
}

/** The words of a notice. `subject` is for e-mail. Several moves are listed one to a line, regardless of the wording for a single move. */
export function wordsOf(kind: NoticeKind, facts: Facts): { subject: string; body: string } {
  if ('fields' in facts) return { subject: plain(wordSubject(kind, facts)), body: ended(plainWords(kind, facts), facts) }
  const only = 'visit' in facts ? { to: facts.visit } : facts.moves.length === 1 ? facts.moves[0] : undefined
  if (!only) return { subject: 'Your visits have moved', body: listWords(facts) }
  const body = fillIn(facts.wording ?? DEFAULT_WORDING[kind], valuesOf(facts, only.to, 'from' in only ? only.from : undefined))
  return { subject: plain(subjectOf(kind, 'from' in only ? only.from : only.to)), body }
}

/** Text typed by the farrier is not changed. */
function plainWords(kind: NoticeKind, facts: Facts & { fields: Fields }): string {
  if (kind === 'message' || isForMember(kind)) return facts.fields.text ?? ''
  return fillIn(facts.wording ?? DEFAULT_WORDING[kind], { name: facts.firstName.trim(), ...facts.fields, practice: facts.practiceName })
}

const ended = (body: string, { optOut }: Facts) => (optOut ? `${body}\n${optOut}` : body)

const wordSubject = (kind: NoticeKind, facts: Facts) =>
  ((WORD_SUBJECTS as Partial<Record<NoticeKind, string>>)[kind] ?? '').replace('{practice}', facts.practiceName)

function subjectOf(kind: NoticeKind, visit: VisitWords): string {
  const day = shortDay(visit.onDay)
  const now = NOW_SUBJECTS[kind]
  if (now) return now
  if (kind === 'moved') return `Your visit on ${day} has moved`
  if (kind === 'cancelled') return `Your visit on ${day} is cancelled`
  return kind === 'booked' ? `Your visit on ${day} is booked` : `Your visit on ${day}`
}

/** Texts about today, which needs no date. */
const NOW_SUBJECTS: Partial<Record<NoticeKind, string>> = {
  on_my_way: 'On my way',
  next: "You're next",
  late: 'Running late',
  not_reached: 'Not today',
}

function listWords(facts: Facts): string {
  const moves = 'moves' in facts ? facts.moves : []
  const inOrder = moves.toSorted((a, b) => placeOf(a.to).localeCompare(placeOf(b.to)))
  const lines = inOrder.map(({ from, to }) => `${titleOf(to) || 'Visit'}: ${whenOf(from)}, now ${whenOf(to)}`)
  const name = facts.firstName.trim()
  return plain([name ? `Hi ${name}, your visits have moved.` : 'Your visits have moved.', ...lines, facts.practiceName].join('\n'))
}

const placeOf = (visit: VisitWords) => `${visit.onDay} ${visit.time ?? visit.period}`

type Values = Partial<Record<TextField, string>>

const valuesOf = (facts: Facts, visit: VisitWords, from?: VisitWords): Values => ({
  name: facts.firstName.trim(),
  visit: titleOf(visit),
  day: shortDay(visit.onDay),
  time: timeWords(visit),
  ...(from && { was: whenOf(from) }),
  ...(facts.prep && { prep: facts.prep }),
  ...(facts.link && { link: facts.link }),
  ...(facts.answer && { answer: facts.answer }),
  ...(facts.ahead !== undefined && { ahead: aheadWords(facts.ahead) }),
  ...(facts.lateMinutes && { late: `about ${facts.lateMinutes} minutes` }),
  ...(facts.reason && { reason: `${trimmedEnd(facts.reason, /[.\s]/)}.` }),
  practice: facts.practiceName,
})

function aheadWords(stops: number): string {
  if (stops === 0) return "you're next"
  return stops === 1 ? 'there is 1 stop before you' : `there are ${stops} stops before you`
}

/** A line whose only field is empty is left out; so are a greeting without a name and empty brackets. */
function fillIn(template: string, values: Values): string {
  const lines = template.split('\n').filter((line) => {
    const fields = [...line.matchAll(FIELD)].map((match) => match[1] as TextField)
    return fields.length === 0 || fields.some((field) => !ALONE.includes(field) || values[field])
  })
  const filled = lines.map((line) => {
    const greeted = values.name ? line : line.replace(/^(\p{L}+ )?\{name\}[,!:]? */u, '')
    const bracketed = values.visit ? greeted : greeted.replace(/ ?\(\{visit\}\)/g, '')
    return bracketed.replace(FIELD, (_, field: TextField) => values[field] ?? '').trimEnd()
  })
  return plain(capital(filled.join('\n')))
}

const FIELD = /\{(\w+)\}/g

/** A text never gives a time to a stop that has none (product.md, Readings): only its half of the day. */
const timeWords = ({ time, period }: VisitWords) => (time ? `at ${time}` : period === 'AM' ? 'in the morning' : 'in the afternoon')
const whenOf = (visit: VisitWords) => `${shortDay(visit.onDay)} ${timeWords(visit)}`

function titleOf({ title }: VisitWords) {
  const letters = [...title.replace(/\s+/g, ' ').trim()]
  return letters.length > LONGEST_TITLE
    ? `${letters
        .slice(0, LONGEST_TITLE - 3)
        .join('')
        .trimEnd()}...`
    : letters.join('')
}

/** A curly quote or long dash would make every text cost more than twice (UCS-2), and reads the same straight. */
const plain = (text: string) =>
  text
    .replace(/[‘’‛′]/g, "'")
    .replace(/[“”‟″]/g, '"')
    .replace(/[‐-―]/g, '-')
    .replace(/…/g, '...')
    .replace(/[\u00a0\u2009\u202f]/g, ' ')

/** A visit's current state; `isOff`: cancelled, not kept or removed. `owners`: the clients who are notified of it. */
export type VisitState = VisitWords & { isOff: boolean; isDone?: boolean; owners: ReadonlySet<string> }

type Text = { kind: NoticeKind; facts: Facts; client_id: string | null }

/**
 * The part of a notice that is still true when it is about to be sent, or a sentence that gives the reason why nothing is. A move stays
 * only if the visit is still at the place in the text and still ahead. Only a `cancelled` notice is sent about a visit that is off, or
 * about one that now belongs to other clients.
 */
export function stillTrue(text: Text, states: ReadonlyMap<string, VisitState>, now: Date): Facts | string {
  const { facts } = text
  if ('fields' in facts) return facts
  if ('visit' in facts) return (facts.isSomebodyElses ? undefined : faultOf(text, facts.visit, states)) ?? facts
  const faults = facts.moves.map(({ to }) => (pastAfter(to, facts.zone) <= now ? TOO_LATE : faultOf(text, to, states)))
  const moves = facts.moves.filter((_, index) => faults[index] === undefined)
  return moves.length > 0 ? { ...facts, moves } : (faults[0] ?? TOO_LATE)
}

export const TOO_LATE = 'It was too late to send.'

function faultOf({ kind, client_id }: Text, words: VisitWords, states: ReadonlyMap<string, VisitState>): string | undefined {
  const visit = states.get(words.appointmentId)
  const isOff = !visit || visit.isOff
  if (kind === 'cancelled') return isOff ? undefined : 'The visit is on again.'
  if (kind === 'not_reached') return isOff || visit.isDone ? undefined : 'The visit is on again.'
  if (isOff) return 'The visit was cancelled.'
  if (client_id && !visit.owners.has(client_id)) return 'They no longer have a horse on the visit.'
  if (kind === 'next' || kind === 'late') return visit.isDone ? 'The visit is done.' : undefined
  return kind === 'on_my_way' || isSamePlace(words, visit) ? undefined : 'The visit has since moved.'
}

/** How long to wait before the next attempt: 5 s, doubling each time; undefined when no attempts are left. */
export const pauseAfter = (attempts: number): number | undefined => (attempts < MOST_ATTEMPTS ? 5 * 2 ** (attempts - 1) : undefined)

/** Whether a notice may still be stopped by hand. */
export const canCancel = (state: NoticeState): boolean => state === 'held' || state === 'queued'

/** Whether a notice may be sent at once by hand: it waits, has failed or was not delivered. */
export const canSendNow = (state: NoticeState): boolean => canCancel(state) || state === 'failed' || state === 'undelivered'

/**
 * Whether the farrier may open a notice in their own messages instead. This includes `unknown`, because a person decides there, and a
 * notice that was opened before.
 */
export const canHandOver = (state: NoticeState): boolean =>
  canSendNow(state) || state === 'simulated' || state === 'unknown' || state === 'handed_over'
