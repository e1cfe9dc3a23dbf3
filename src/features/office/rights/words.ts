import type { NoticeKind, NoticeState } from '#features/core/notices/contract.ts'
import type { ReceivedVia, RequestStatus, RequestType, RightsRequest } from '#features/office/rights/contract.ts'
import { type Clocked, type ClockState, countedFrom, daysWaited, isMovedOn } from '#features/office/rights/rules.ts'
import type { Nation } from '#lib/bank-holidays.ts'
import { type Day, dayAndYear, shortDay } from '#lib/dates.ts'

/** The label of each type of request, and what it requires. */
export const TYPES: Record<RequestType, { label: string; what: string }> = {
  data_access: { label: 'Access', what: 'A copy of everything you hold about them' },
  data_deletion: { label: 'Deletion', what: 'Everything about them erased, except what tax law keeps' },
  data_portability: { label: 'Portability', what: 'Their data in a form another program can read' },
  rectification: { label: 'Rectification', what: 'Something corrected' },
  objection: { label: 'Objection', what: 'Stop using their data for something, such as marketing' },
  complaint: { label: 'Complaint', what: 'A complaint about how you handle their data' },
}

export const VIAS: Record<ReceivedVia, string> = {
  in_person: 'In person',
  phone: 'By phone',
  email: 'By e-mail',
  letter: 'By letter',
  sms: 'By text',
  portal: 'By the portal',
}

export const STATUSES: Record<RequestStatus, string> = {
  pending: 'Pending',
  processing: 'Processing',
  completed: 'Completed',
  rejected: 'Rejected',
}

/** `Received by letter`. */
export const receivedWords = ({ receivedVia }: Pick<RightsRequest, 'receivedVia'>): string =>
  `Received ${VIAS[receivedVia].replace(/^\w/, (letter) => letter.toLowerCase())}`

type Step = { verb: string; after: Record<string, unknown> | null }

/** One journal entry of a request, as a sentence, with its detail. */
export function stepWords({ verb, after }: Step): { title: string; detail: string | null } {
  const day = (value: unknown) => (typeof value === 'string' ? dayAndYear(value) : '')
  const notes = typeof after?.notes === 'string' ? after.notes : null
  switch (verb) {
    case 'added':
      return { title: `${receivedWords({ receivedVia: after?.received_via as ReceivedVia })} on ${day(after?.received_on)}`, detail: notes }
    case 'processing':
    case 'completed':
    case 'rejected':
      return { title: STATUSES[verb], detail: notes }
    case 'paused':
      return { title: 'The clock was stopped', detail: waitOf(after, 'open') }
    case 'resumed':
      return { title: 'The clock restarted', detail: waitOf(after, 'ended') }
    case 'extended':
      return { title: `Extended by two months; told on ${day(after?.extended_on)}`, detail: text(after?.extended_why) }
    case 'acknowledged':
      return { title: `Acknowledged on ${day(after?.acknowledged_on)}`, detail: null }
    default:
      return { title: OTHER_STEPS[verb] ?? 'Changed', detail: notes }
  }
}

const OTHER_STEPS: Readonly<Record<string, string>> = {
  packed: 'The pack was started',
  pack_linked: 'A link to the pack was made',
  pack_sent: 'The link to the pack was sent',
  pack_fetched: 'The pack was fetched by its link',
  erasing: 'The erasure was started',
  erased: 'Everything about them was erased',
}

/** A text's outcome, in a sentence. */
export const sentWords = (state: NoticeState): string => (SENT as Partial<Record<NoticeState, string>>)[state] ?? "It's on its way."

const SENT = {
  sent: 'Sent.',
  delivered: 'Delivered.',
  undelivered: "It couldn't be delivered.",
  simulated: "Test version: it wasn't sent.",
  handed_over: 'Opened in your own messages.',
  failed: "It couldn't be sent.",
  unknown: 'It may have gone: see the outbox.',
  cancelled: 'It was stopped.',
} as const

/** The title of each kind of text about a request. */
export const TEXT_TITLES: Partial<Record<NoticeKind, string>> = { rights: 'Receipt', rights_done: 'Answer' }

const text = (value: unknown): string | null => (typeof value === 'string' && value ? value : null)

function waitOf(after: Step['after'], which: 'open' | 'ended'): string | null {
  const waits = Array.isArray(after?.waits) ? (after.waits as RightsRequest['waits']) : []
  const wait = which === 'open' ? waits.find((one) => one.untilOn === null) : waits.at(-1)
  if (!wait) return null
  const missing = wait.why === 'identity' ? 'who they are' : 'what they mean'
  return which === 'open'
    ? `Asked ${missing} on ${dayAndYear(wait.fromOn)}`
    : wait.untilOn && `They said ${missing} on ${dayAndYear(wait.untilOn)}`
}

/** The clock's status, in as few words as a badge holds. */
export function clockWords(clockState: ClockState): string {
  switch (clockState.kind) {
    case 'due':
      return `${clockState.what === 'answer' ? 'Answer' : 'Acknowledge'} by ${shortDay(clockState.by)}`
    case 'waiting':
      return 'Waiting for them'
    case 'undated':
      return 'Answer without delay'
    default:
      return 'Closed'
  }
}

/** `12 days left`, `Today is the last day`, `3 days over`. */
export const daysLeft = (days: number): string =>
  days === 0 ? 'Today is the last day' : days > 0 ? `${counted(days)} left` : `${counted(-days)} over`

/** Why the deadline is that day, in a sentence. */
export function whyThisDay(clock: Clocked, nation: Nation, today: Day): string {
  if (clock.requestType === 'complaint')
    return `30 days from ${dayAndYear(clock.receivedOn)}, the day it came${movedOn(clock, nation, today)}.`
  const from = countedFrom(clock)
  const since = from === clock.receivedOn ? 'the day it came' : 'the day they proved who they are'
  const waited = daysWaited(clock, today)
  const months = clock.extendedOn ? 'Three months' : 'One month'
  const more = waited > 0 ? `, and ${counted(waited)} more while you waited for them` : ''
  return `${months} from ${dayAndYear(from)}, ${since}${more}${movedOn(clock, nation, today)}.`
}

/** Added when the day itself is a weekend or a bank holiday. */
function movedOn(clock: Clocked, nation: Nation, today: Day): string {
  return isMovedOn(clock, nation, today) ? ', on to the next working day' : ''
}

const counted = (days: number) => (days === 1 ? '1 day' : `${days} days`)
