import type { Role } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import type { RequestStatus, RequestType, RightsRequest, Wait } from '#features/office/rights/contract.ts'
import { bankHolidayOn, type Nation } from '#lib/bank-holidays.ts'
import { addDays, addMonths, type Day, daysBetween, weekdayOf } from '#lib/dates.ts'

/** UK GDPR Art. 12(3): one month to answer. */
const MONTHS_TO_ANSWER = 1
/** UK GDPR Art. 12(3): two further months where it is complex or there are many, if they are told within the first. */
const MONTHS_EXTENDED = 3
/** Data Protection Act 2018 s. 164A, in force since 19 June 2026: a complaint is acknowledged within 30 days. */
const DAYS_TO_ACKNOWLEDGE = 30
/** From here on a deadline is near: time enough to make a pack and to ask back. */
const NEAR_DAYS = 7

/** Whom it may lead to (Spec §4 GDPR request; product.md: from processing too, completed and rejected are final). */
const NEXT: Record<RequestStatus, readonly RequestStatus[]> = {
  pending: ['processing', 'completed', 'rejected'],
  processing: ['completed', 'rejected'],
  completed: [],
  rejected: [],
}

/** What a request may become. */
export const statusesAfter = (status: RequestStatus): readonly RequestStatus[] => NEXT[status]
export const isClosed = (status: RequestStatus): boolean => NEXT[status].length === 0

/** Requests are seen and answered by whoever answers for the records; no device of an apprentice holds any. */
export const mayAnswerRequests = (role: Role | undefined): boolean => may(role, 'changeRecords')
/** All of a person's data, in one file or gone for good: the owner's to do. */
export const mayHandOver = (role: Role | undefined): boolean => may(role, 'runPractice')

/** What a request's clock is read from. */
export type Clocked = Pick<RightsRequest, 'requestType' | 'receivedOn' | 'waits' | 'extendedOn' | 'acknowledgedOn' | 'status'>

/**
 * The day itself, or the next one that is neither a weekend nor a bank holiday of the nation (ICO, Time limits; Regulation 1182/71
 * Art. 3(4)).
 */
export function workingDayFrom(day: Day, nation: Nation): Day {
  const isFree = weekdayOf(day) % 6 === 0 || bankHolidayOn(day, nation) !== undefined
  return isFree ? workingDayFrom(addDays(day, 1), nation) : day
}

/** The wait that has no answer yet. */
export const openWait = (waits: readonly Wait[]): Wait | undefined => waits.find((wait) => wait.untilOn === null)

/** The day the month runs from: receipt, or the day proof of who they are came in (UK GDPR Art. 12A). */
export const countedFrom = ({ receivedOn, waits }: Pick<Clocked, 'receivedOn' | 'waits'>): Day =>
  waits.reduce((from, wait) => (wait.why === 'identity' && wait.untilOn && wait.untilOn > from ? wait.untilOn : from), receivedOn)

/** Days the clock stood while they were asked what they mean: they don't count (UK GDPR Art. 12A). Up to `today` of one that lasts. */
export function daysWaited(clock: Pick<Clocked, 'receivedOn' | 'waits'>, today: Day): number {
  const start = countedFrom(clock)
  const spans = clock.waits.filter((wait) => wait.why === 'clarification')
  return spans.reduce((sum, { fromOn, untilOn }) => sum + Math.max(0, daysBetween(later(fromOn, start), untilOn ?? today)), 0)
}

/**
 * By when it is to be answered: the corresponding date of the next month (that month's last day where there is none), of the third where it
 * was extended, later by the days the clock stood, and the next working day (ICO, How long do we have to comply).
 */
export const answerBy = (clock: Clocked, nation: Nation, today: Day): Day =>
  answerWithin(clock, clock.extendedOn ? MONTHS_EXTENDED : MONTHS_TO_ANSWER, nation, today)

/** The last day on which they may still be told that it takes two months longer. */
export const extendBy = (clock: Clocked, nation: Nation, today: Day): Day => answerWithin(clock, MONTHS_TO_ANSWER, nation, today)

/** Until when it would be, were it extended. */
export const extendedTo = (clock: Clocked, nation: Nation, today: Day): Day => answerWithin(clock, MONTHS_EXTENDED, nation, today)

/** Whether it may be extended by telling them on `day`: a complaint has no month to extend. */
export const mayExtend = (clock: Clocked, day: Day, nation: Nation): boolean =>
  clock.requestType !== 'complaint' &&
  !isClosed(clock.status) &&
  clock.extendedOn === null &&
  day >= clock.receivedOn &&
  day <= extendBy(clock, nation, day)

/** By when a complaint is to be acknowledged: 30 days, the first of them the day after it came, and the next working day. */
export const acknowledgeBy = (receivedOn: Day, nation: Nation): Day => workingDayFrom(addDays(receivedOn, DAYS_TO_ACKNOWLEDGE), nation)

/** How a request stands today. */
export type ClockState =
  | { kind: 'closed' }
  | { kind: 'waiting'; wait: Wait }
  /** `days` left, negative once it is over. */
  | { kind: 'due'; what: 'answer' | 'acknowledge'; by: Day; days: number; tone: 'quiet' | 'near' | 'over' }
  /** An acknowledged complaint: no day is set, but no delay is allowed either. */
  | { kind: 'undated'; sinceOn: Day }

export function clockStateOf(clock: Clocked, nation: Nation, today: Day): ClockState {
  if (isClosed(clock.status)) return { kind: 'closed' }
  if (clock.requestType === 'complaint') {
    if (clock.acknowledgedOn) return { kind: 'undated', sinceOn: clock.receivedOn }
    return dueBy('acknowledge', acknowledgeBy(clock.receivedOn, nation), today)
  }
  const wait = openWait(clock.waits)
  return wait ? { kind: 'waiting', wait } : dueBy('answer', answerBy(clock, nation, today), today)
}

/** The day something is to be done by; null when it is closed, the clock stands, or no day is set. */
export function deadlineOf(clock: Clocked, nation: Nation, today: Day): Day | null {
  const state = clockStateOf(clock, nation, today)
  return state.kind === 'due' ? state.by : null
}

/** Those with a day first, the next one first; then those that wait; closed ones last. */
export function byUrgency(a: ClockState, b: ClockState): number {
  const [one, other] = [placeOf(a), placeOf(b)]
  return one < other ? -1 : one > other ? 1 : 0
}

/** What is wrong with waits; undefined: they follow one another, each begins after the request came, and only the last may be open. */
export const waitsFault = (waits: readonly Wait[], receivedOn: Day): 'wrong_order' | undefined =>
  waits.every(
    (wait, at) => wait.fromOn >= (waits[at - 1]?.untilOn ?? receivedOn) && (wait.untilOn ? wait.untilOn >= wait.fromOn : !waits[at + 1]),
  )
    ? undefined
    : 'wrong_order'

/** Begins a wait, or ends the one that is open. */
export const waiting = (waits: readonly Wait[], why: Wait['why'], fromOn: Day): Wait[] => [...waits, { why, fromOn, untilOn: null }]
export const answered = (waits: readonly Wait[], onDay: Day): Wait[] =>
  waits.map((wait) => (wait.untilOn === null ? { ...wait, untilOn: later(onDay, wait.fromOn) } : wait))

/** How a person may name their request, in a letter or on the phone. */
export const referenceOf = (id: string): string => `R-${id.slice(-6).toUpperCase()}`

/** What they asked for, in the middle of a sentence to them. */
export const REQUEST_NAMES: Record<RequestType, string> = {
  data_access: 'a copy of your data',
  data_deletion: 'the deletion of your data',
  data_portability: 'your data in a form to take elsewhere',
  rectification: 'a correction of your data',
  objection: 'an end to a use of your data',
  complaint: 'a look at your complaint about your data',
}

/** Whether the day itself would be a weekend or a bank holiday, so that the next working day holds. */
export function isMovedOn(clock: Clocked, nation: Nation, today: Day): boolean {
  const months = clock.extendedOn ? MONTHS_EXTENDED : MONTHS_TO_ANSWER
  const day = clock.requestType === 'complaint' ? addDays(clock.receivedOn, DAYS_TO_ACKNOWLEDGE) : endOf(clock, months, today)
  return workingDayFrom(day, nation) !== day
}

const answerWithin = (clock: Clocked, months: number, nation: Nation, today: Day): Day =>
  workingDayFrom(endOf(clock, months, today), nation)

const endOf = (clock: Clocked, months: number, today: Day): Day => addDays(addMonths(countedFrom(clock), months), daysWaited(clock, today))

function dueBy(what: 'answer' | 'acknowledge', by: Day, today: Day): ClockState {
  const days = daysBetween(today, by)
  return { kind: 'due', what, by, days, tone: days < 0 ? 'over' : days <= NEAR_DAYS ? 'near' : 'quiet' }
}

const placeOf = (state: ClockState): string =>
  state.kind === 'due' ? `0 ${state.by}` : { undated: '1', waiting: '2', closed: '3' }[state.kind]

const later = (a: Day, b: Day): Day => (a > b ? a : b)
