import { autoReplyOf, type Settings } from '#features/core/practice/rules.ts'
import type { Delivery, MessageRecord, ThreadRecord } from '#features/talk/messaging/contract.ts'
import { LONGEST_SUBJECT } from '#features/talk/messaging/limits.ts'
import { addDays, type Day, dayOf, instantOf, shortDay, type WallTime, weekdayOf } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'

/** Spec §9: where a reply preview is cut, in a message and in the composer. */
export const REPLY_IN_MESSAGE = 50
export const REPLY_IN_COMPOSER = 60

/** A message that waited longer than this for a signal is no longer sent: its content may be out of date. */
export const STALE_HOURS = 12

/** The client's next message continues a conversation unless its last message is older than this many days; an emergency ends sooner. */
const CONTINUED_DAYS = { ordinary: 30, emergency: 3 }

/** At most one emergency reply to a thread within this time. */
export const EMERGENCY_REPLY_HOURS = 12

/** An emergency rings again every so many minutes until a member opens or answers it, up to this many times. */
export const RING_MINUTES = 3
export const MOST_RINGS = 5

const MARK = ' (EMERGENCY)'

/** Spec §5 Start Conversation: the emergency variant appends ` (EMERGENCY)` to the subject, once. */
export const subjectOf = (subject: string, isEmergency: boolean): string =>
  !isEmergency || subject.endsWith(MARK) ? subject : `${subject.slice(0, LONGEST_SUBJECT - MARK.length).trimEnd()}${MARK}`

/** A text cut to this many characters, followed by `...` (Spec §9 reply preview). */
export function cutTo(text: string, most: number): string {
  const letters = [...text.replace(/\s+/g, ' ').trim()]
  return letters.length > most ? `${letters.slice(0, most).join('').trimEnd()}...` : letters.join('')
}

/** Whether the client wrote something that no one has read. */
export const hasUnread = ({ lastClientAt, readTo }: Pick<ThreadRecord, 'lastClientAt' | 'readTo'>): boolean =>
  lastClientAt !== null && (readTo === null || lastClientAt > readTo)

/** Whether the client wrote this message and no one has read it. */
export const isUnread = (
  { senderType, createdAt }: Pick<MessageRecord, 'senderType' | 'createdAt'>,
  { readTo }: Pick<ThreadRecord, 'readTo'>,
): boolean => senderType === 'client' && (readTo === null || createdAt > readTo)

/** The last message of ours that the client has read in their portal; undefined: none that is known of. */
export const lastReadByClient = <M extends Pick<MessageRecord, 'senderType' | 'isAutoReply' | 'createdAt'>>(
  messages: readonly M[],
  { clientReadTo }: Pick<ThreadRecord, 'clientReadTo'>,
): M | undefined =>
  clientReadTo ? messages.findLast((one) => one.senderType === 'farrier' && !one.isAutoReply && one.createdAt <= clientReadTo) : undefined

/** Sorts the messages of a conversation by when they were written or received. */
export const byTime = (a: Pick<MessageRecord, 'id' | 'createdAt'>, b: Pick<MessageRecord, 'id' | 'createdAt'>): number =>
  a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? -1 : 1

/** `£50 charge, then 1.75x rates`; in working hours `£25 charge`. Empty for a thread that is no emergency. */
export function rateInWords({ emergencyRate, emergencyMultiplier }: Pick<ThreadRecord, 'emergencyRate' | 'emergencyMultiplier'>): string {
  if (emergencyRate === null) return ''
  const charge = `${pounds(Math.round(emergencyRate * 100))} charge`
  return emergencyMultiplier && emergencyMultiplier !== 1 ? `${charge}, then ${emergencyMultiplier}x rates` : charge
}

/** Whether the client declares an emergency: an auto-reply requests the answer `EMERGENCY`. */
export const declaresEmergency = (content: string): boolean =>
  /\bemergency\b/i.test(content) && !/\b(no|not|isn['’]?t|non)\b[\s-]*(an?\s+|really\s+)*emergency\b/i.test(content)

/** Whether the client's next message belongs to this thread. */
export function isContinued(thread: { isEmergency: boolean; lastMessageAt: Date; closedAt: Date | null }, now: Date): boolean {
  if (thread.closedAt) return false
  const days = thread.isEmergency ? CONTINUED_DAYS.emergency : CONTINUED_DAYS.ordinary
  return now.getTime() - thread.lastMessageAt.getTime() < days * 86_400_000
}

type Hours = Pick<Settings, 'workingHours'>
type Span = { from: Date; to: Date; day: Day; startTime: WallTime }

/** Whether an instant is within the practice's working hours, in its zone. */
export function isWorkingAt(settings: Hours, at: Date, zone: string): boolean {
  const today = spanOf(settings, dayOf(at, zone), zone)
  return today !== undefined && today.from <= at && at < today.to
}

/** When the practice closed: the end of the last working hours before `at`. If no day is worked, the start of the day. */
export function closedSince(settings: Hours, at: Date, zone: string): Date {
  const today = dayOf(at, zone)
  for (let back = 0; back <= 7; back++) {
    const span = spanOf(settings, addDays(today, -back), zone)
    if (span && span.to <= at) return span.to
  }
  return instantOf(today, '00:00', zone)
}

/** When the practice opens again: `at 08:00`, `tomorrow at 08:00`, `on Tue 24 Nov at 08:00`; if no day is worked, `as soon as I can`. */
export function opensInWords(settings: Hours, at: Date, zone: string): string {
  const today = dayOf(at, zone)
  for (let ahead = 0; ahead <= 7; ahead++) {
    const span = spanOf(settings, addDays(today, ahead), zone)
    if (!span || span.from <= at) continue
    return `${ahead === 0 ? '' : ahead === 1 ? 'tomorrow ' : `on ${shortDay(span.day)} `}at ${span.startTime}`
  }
  return 'as soon as I can'
}

function spanOf({ workingHours }: Hours, day: Day, zone: string): Span | undefined {
  const hours = workingHours.find(({ dayOfWeek }) => dayOfWeek === weekdayOf(day))
  if (!hours?.isWorking) return undefined
  const { startTime, endTime } = hours
  return { from: instantOf(day, startTime, zone), to: instantOf(day, endTime, zone), day, startTime }
}

/** The price of an emergency: a charge in pence, and the rates of the work in per cent of the usual ones. */
export type EmergencyTerms = { ratePence: number; percent: number }

/**
 * The price of an emergency that begins now (product.md, Readings): within working hours the call-out of the price list on top of the usual
 * rates, outside them the charge and the rates of the messaging settings (Spec §9: £50 and 1.75x).
 */
export function emergencyTerms(settings: Pick<Settings, 'autoReply'>, isWorking: boolean, calloutPence: number): EmergencyTerms {
  const { emergencyRate, emergencyMultiplier } = autoReplyOf(settings)
  if (isWorking) return { ratePence: calloutPence, percent: 100 }
  return { ratePence: Math.round(emergencyRate * 100), percent: Math.round(emergencyMultiplier * 100) }
}

/** `£50 and 1.75x the usual rates`, `£25 on top of the usual rates`. */
export const priceInWords = ({ ratePence, percent }: EmergencyTerms): string =>
  percent === 100 ? `${pounds(ratePence)} on top of the usual rates` : `${pounds(ratePence)} and ${percent / 100}x the usual rates`

/** Placeholders allowed in an auto-reply and an emergency reply, and what replaces them. */
export const REPLY_FIELDS = {
  name: 'Their first name',
  opens: 'When you work again: tomorrow at 08:00',
  price: 'What an emergency costs: £50 and 1.75x the usual rates',
} as const

/** An auto-reply with its fields filled in. */
export const fillReply = (template: string, values: Record<keyof typeof REPLY_FIELDS, string>): string =>
  template
    .replace(/\{(\w+)\}/g, (whole, field: string) => values[field as keyof typeof REPLY_FIELDS] ?? whole)
    .replace(/( +)([,.!?]?)/g, (_, blanks: string, mark: string) => mark || blanks)
    .trim()

/** The later of two instants. */
export const laterOf = (a: Date, b: Date): Date => (a < b ? b : a)

/** The delivery status of a message from its text's state in the outbox; a state this build does not know counts as waiting. */
export const deliveryOf = (noticeState: string): Delivery => DELIVERIES[noticeState] ?? 'waiting'

const DELIVERIES: Readonly<Record<string, Delivery>> = {
  sent: 'sent',
  delivered: 'delivered',
  undelivered: 'failed',
  simulated: 'simulated',
  handed_over: 'handed_over',
  failed: 'failed',
  unknown: 'unknown',
  cancelled: 'stopped',
}
