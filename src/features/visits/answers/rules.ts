import { beginsAt } from '#features/core/notices/rules.ts'
import type { AnswerKind, VisitAnswer } from '#features/visits/answers/contract.ts'
import type { VisitRow } from '#features/visits/appointments/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayAndYear, instantOf, shortDay } from '#lib/dates.ts'

/** How often one owner may answer about one visit: no person answers more often. */
export const MOST_ANSWERS = 40

type AnswerableRow = Pick<VisitRow, 'status' | 'isCallComplete' | 'isCallOnly' | 'onDay' | 'endTime' | 'zone'>

/**
 * Whether an owner may still answer about a visit: until it is finished or over; a stop without a time, until its day. `off`: it was
 * cancelled, and the page shows that. `over`: the link no longer opens anything.
 */
export function answerable(visit: AnswerableRow, now = currentTime()): 'yes' | 'off' | 'over' {
  const end = visit.isCallOnly ? instantOf(addDays(visit.onDay, 1), '00:00', visit.zone) : new Date(visit.endTime)
  if (end <= now || visit.isCallComplete || visit.status === 'done') return 'over'
  if (visit.status === 'cancelled' || visit.status === 'no_show') return 'off'
  return visit.status === 'booked' ? 'yes' : 'over'
}

type GivenAnswer = Pick<VisitAnswer, 'id' | 'kind' | 'clientId' | 'visitStart'>
type VisitTime = Pick<VisitRow, 'startTime' | 'isCallOnly' | 'onDay' | 'zone'>

/** Each owner's latest answer (yes, another time, or not at all) to the visit's current time. An answer given before the visit moved does not count. */
export function currentAnswers<A extends GivenAnswer>(answers: readonly A[], visit: VisitTime): A[] {
  const ofTime = answers.filter((answer) => TIMES.has(answer.kind) && isSameTime(answer, visit))
  return [...Map.groupBy(ofTime, (answer) => answer.clientId).values()].map(newest)
}

/**
 * The answers the farrier must still see to, oldest first. Leaves out those marked seen, and wishes to move that were withdrawn or granted.
 */
export function openRequests<A extends GivenAnswer & Pick<VisitAnswer, 'seenAt'>>(answers: readonly A[], visit: VisitTime): A[] {
  const current = new Set(currentAnswers(answers, visit).map(({ id }) => id))
  return answers
    .filter((answer) => answer.seenAt === null && answer.kind !== 'confirmed' && (!TIMES.has(answer.kind) || current.has(answer.id)))
    .toSorted(inTime)
}

/** The answers about whether the visit's time suits: of these the latest counts. */
const TIMES: ReadonlySet<AnswerKind> = new Set(['confirmed', 'move', 'cancel'])

/** Whether an answer is about the visit's time. */
export const isAboutTime = (kind: AnswerKind): boolean => TIMES.has(kind)

type Begins = Pick<VisitRow, 'onDay' | 'localStart' | 'isCallOnly' | 'callPeriod' | 'zone'>

/** Until when an owner may cancel a visit on their own: so many hours before it; before its half of the day, for a stop without a time. */
export function cancelUntil({ isCallOnly, localStart, onDay, callPeriod, zone }: Begins, noticeHours: number): Date {
  const start = beginsAt({ onDay, time: isCallOnly ? null : localStart, period: callPeriod }, zone)
  return new Date(start.getTime() - noticeHours * HOUR_MS)
}

const HOUR_MS = 3_600_000

/** An owner answers for the day alone when a stop has no time: its start only records when it was booked. */
const isSameTime = (answer: GivenAnswer, visit: VisitTime) =>
  visit.isCallOnly
    ? instantOf(visit.onDay, '00:00', visit.zone) <= new Date(answer.visitStart) &&
      new Date(answer.visitStart) < instantOf(addDays(visit.onDay, 1), '00:00', visit.zone)
    : Date.parse(answer.visitStart) === Date.parse(visit.startTime)

const newest = <A extends GivenAnswer>(answers: readonly A[]): A => answers.reduce((last, answer) => (answer.id > last.id ? answer : last))
const inTime = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

type Words = Pick<VisitAnswer, 'kind' | 'horseName' | 'work' | 'untilOn' | 'words'>

/**
 * An owner's answer in a line: `Asks to move: mornings`, `Add Dolly, trim`. `horse`: the horse it is about, by its name in this practice.
 */
export function answerInWords(answer: Words, horse: string | null): string {
  const name = horse ?? answer.horseName ?? 'a horse'
  const words = answer.words ? `: ${answer.words}` : ''
  switch (answer.kind) {
    case 'confirmed':
      return 'Confirms the visit'
    case 'move':
      return `Asks to move${words}`
    case 'add_horse':
      return `Asks to add ${[name, answer.work?.toLowerCase()].filter(Boolean).join(', ')}${words}`
    case 'box_rest':
      return `${capitalOf(name)} is on box rest${answer.untilOn ? ` until ${shortDay(answer.untilOn)}` : ''}${words}`
    case 'gate_code':
      return `Gate code${words}`
    case 'cancel':
      return `Asks to cancel ${name}${words}`
    case 'cancelled':
      return `Cancelled ${name}${words}`
  }
}

/** The same as the owner reads it of themselves. */
export function ownInWords(answer: Words, horse: string | null): string {
  const name = horse ?? answer.horseName ?? 'a horse'
  const words = answer.words ? `: ${answer.words}` : ''
  switch (answer.kind) {
    case 'confirmed':
      return 'You confirmed the visit'
    case 'move':
      return `You asked for another time${words}`
    case 'add_horse':
      return `You asked to add ${[name, answer.work?.toLowerCase()].filter(Boolean).join(', ')}${words}`
    case 'box_rest':
      return `You said that ${name} is on box rest${answer.untilOn ? ` until ${dayAndYear(answer.untilOn)}` : ''}${words}`
    case 'gate_code':
      return `You gave the gate code${words}`
    case 'cancel':
      return `You asked to cancel ${name}${words}`
    case 'cancelled':
      return `You cancelled ${name}${words}`
  }
}

const capitalOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** Whether two answers are equal except for their time: a repeated answer counts as one. */
export const isSameAnswer = (a: Words & Pick<VisitAnswer, 'horseId'>, b: Words & Pick<VisitAnswer, 'horseId'>): boolean =>
  (['kind', 'horseId', 'horseName', 'work', 'untilOn', 'words'] as const).every((field) => a[field] === b[field])
