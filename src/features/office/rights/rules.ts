import type { Role } from '#features/core/practice/contract.ts'
import { may } from '#features/core/practice/rules.ts'
import type { RequestStatus, RequestType, RightsRequest, Wait } from '#features/office/rights/contract.ts'
import { bankHolidayOn, type Nation } from '#lib/bank-holidays.ts'
import { addDays, addMonths, type Day, daysBetween, weekdayOf } from '#lib/dates.ts'

/** UK GDPR Art. 12(3): one month to answer. */
const MONTHS_TO_ANSWER = 1
/** UK GDPR Art. 12(3): two further months if it is complex or there are many, provided the person is notified within the first. */
const MONTHS_EXTENDED = 3
/** Data Protection Act 2018 s. 164A, in force since 19 June 2026: a complaint is acknowledged within 30 days. */
const DAYS_TO_ACKNOWLEDGE = 30
/** A deadline is near from here on: enough time to make a pack and to ask for clarification. */
const NEAR_DAYS = 7

/** The possible next statuses (Spec §4 GDPR request; product.md: from processing too, completed and rejected are final). */
const NEXT: Record<RequestStatus, readonly RequestStatus[]> = {
  pending: ['processing', 'completed', 'rejected'],
  processing: ['completed', 'rejected'],
  completed: [],
  rejected: [],
}

/** The statuses a request may change to. */
export const statusesAfter = (status: RequestStatus): readonly RequestStatus[] => NEXT[status]
export const isClosed = (status: RequestStatus): boolean => NEXT[status].length === 0

/** Only members who may change records see and answer requests; no device of an apprentice holds any. */
export const mayAnswerRequests = (role: Role | undefined): boolean => may(role, 'changeRecords')
/** Exporting or erasing all of a person's data is for the owner alone. */
export const mayHandOver = (role: Role | undefined): boolean => may(role, 'runPractice')

/** The fields a request's clock is computed from. */
export type Clocked = Pick<RightsRequest, 'requestType' | 'receivedOn' | 'waits' | 'extendedOn' | 'acknowledgedOn' | 'status'>

/**
 * The day itself, or the next one that is neither a weekend nor a bank holiday of the nation (ICO, Time limits; Regulation 1182/71
 * Art. 3(4)).
 */
export function workingDayFrom(day: Day, nation: Nation): Day {
  const isFree = weekdayOf(day) % 6 === 0 || bankHolidayOn(day, nation) !== undefined
  return isFree ? workingDayFrom(addDays(day, 1), nation) : day
}

/** The wait without an answer, if any. */
export const openWait = (waits: readonly Wait[]): Wait | undefined => waits.find((wait) => wait.untilOn === null)

/** The day the month runs from: receipt, or the day proof of identity came in (UK GDPR Art. 12A). */
export const countedFrom = ({ receivedOn, waits }: Pick<Clocked, 'receivedOn' | 'waits'>): Day =>
  waits.reduce((from, wait) => (wait.why === 'identity' && wait.untilOn && wait.untilOn > from ? wait.untilOn : from), receivedOn)

/** Days the clock was stopped for clarification: they don't count (UK GDPR Art. 12A). An open wait counts up to `today`. */
export function daysWaited(clock: Pick<Clocked, 'receivedOn' | 'waits'>, today: Day): number {
  const start = countedFrom(clock)
  const spans = clock.waits.filter((wait) => wait.why === 'clarification')
  return spans.reduce((sum, { fromOn, untilOn }) => sum + Math.max(0, daysBetween(later(fromOn, start), untilOn ?? today)), 0)
}

/**
 * The deadline: the corresponding date of the next month (that month's last day if there is none), of the third if it
 * was extended, plus the days the clock was stopped, and the next working day (ICO, How long do we have to comply).
 */
export const answerBy = (clock: Clocked, nation: Nation, today: Day): Day =>
  answerWithin(clock, clock.extendedOn ? MONTHS_EXTENDED : MONTHS_TO_ANSWER, nation, today)

/** The last day on which the person may be notified that it takes two months longer. */
export const extendBy = (clock: Clocked, nation: Nation, today: Day): Day => answerWithin(clock, MONTHS_TO_ANSWER, nation, today)

/** The deadline if it were extended. */
export const extendedTo = (clock: Clocked, nation: Nation, today: Day): Day => answerWithin(clock, MONTHS_EXTENDED, nation, today)

/** Whether it may be extended with notice on `day`: a complaint has no month to extend. */
export const mayExtend = (clock: Clocked, day: Day, nation: Nation): boolean =>
  clock.requestType !== 'complaint' &&
  !isClosed(clock.status) &&
  clock.extendedOn === null &&
  day >= clock.receivedOn &&
  day <= extendBy(clock, nation, day)

/** The deadline to acknowledge a complaint: 30 days, the first of them the day after it came, and the next working day. */
export const acknowledgeBy = (receivedOn: Day, nation: Nation): Day => workingDayFrom(addDays(receivedOn, DAYS_TO_ACKNOWLEDGE), nation)

/** The status of a request's clock today. */
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

/** The day of the next deadline; null when the request is closed, its clock is stopped, or no day is set. */
export function deadlineOf(clock: Clocked, nation: Nation, today: Day): Day | null {
  const state = clockStateOf(clock, nation, today)
  return state.kind === 'due' ? state.by : null
}

/** Requests with a deadline first, the next one first; then waiting ones; closed ones last. */
export function byUrgency(a: ClockState, b: ClockState): number {
  const [one, other] = [placeOf(a), placeOf(b)]
  return one < other ? -1 : one > other ? 1 : 0
}

/** The fault of waits; undefined: they follow one another, each begins after the request came, and only the last may be open. */
export const waitsFault = (waits: readonly Wait[], receivedOn: Day): 'wrong_order' | undefined =>
  waits.every(
    (wait, at) => wait.fromOn >= (waits[at - 1]?.untilOn ?? receivedOn) && (wait.untilOn ? wait.untilOn >= wait.fromOn : !waits[at + 1]),
  )
    ? undefined
    : 'wrong_order'

/** Begins a wait, or ends the open one. */
export const waiting = (waits: readonly Wait[], why: Wait['why'], fromOn: Day): Wait[] => [...waits, { why, fromOn, untilOn: null }]
export const answered = (waits: readonly Wait[], onDay: Day): Wait[] =>
  waits.map((wait) => (wait.untilOn === null ? { ...wait, untilOn: later(onDay, wait.fromOn) } : wait))

/** The reference a person can quote, in a letter or on the phone. */
export const referenceOf = (id: string): string => `R-${id.slice(-6).toUpperCase()}`

/** The request's name, in the middle of a sentence to the person. */
export const REQUEST_NAMES: Record<RequestType, string> = {
  data_access: 'a copy of your data',
  data_deletion: 'the deletion of your data',
  data_portability: 'your data in a form to take elsewhere',
  rectification: 'a correction of your data',
  objection: 'your objection to how we use your data',
  complaint: 'your complaint about your data',
}

/** Whether the deadline moves to the next working day, because the day itself is a weekend or a bank holiday. */
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
