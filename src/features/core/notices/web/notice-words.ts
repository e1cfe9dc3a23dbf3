import {
  Ban,
  Check,
  CheckCheck,
  CircleAlert,
  CircleHelp,
  Clock,
  CloudUpload,
  ExternalLink,
  FlaskConical,
  type LucideIcon,
  Send,
} from 'lucide-react'
import type { Notice, NoticeKind, NoticeState } from '#features/core/notices/contract.ts'
import type { SendingRules } from '#features/core/practice/rules.ts'
import { dayOf, shortDay, timeOf } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import type { BadgeTone } from '#ui/Badge.tsx'

/** What a text is about, in two words. */
export const KIND_WORDS: Record<NoticeKind, string> = {
  moved: 'Visit moved',
  reminder: 'Reminder',
  on_my_way: 'On my way',
  next: "You're next",
  late: 'Running late',
  not_reached: 'Not reached',
  cancelled: 'Visit cancelled',
  booked: 'Visit booked',
  message: 'Message',
  auto_reply: 'Automatic reply',
  rights: 'Data request',
  rights_done: 'Data request done',
  terms: 'Terms',
  offer: 'Free slot offered',
  offer_taken: 'Free slot gone',
  answer_noted: 'Answer noted',
  stop_noted: 'Texts stopped',
  start_noted: 'Texts restarted',
  portal_other: 'Invitation to somebody else',
  answered_other: 'Answer to somebody else',
  let_in: 'Somebody else let in',
  triage: 'Lost shoe',
  invoice: 'Invoice',
  receipt: 'Payment received',
  chaser: 'Payment reminder',
  statement: 'Statement',
  portal: 'Invitation to the portal',
  service_offer: 'Service offered',
  service_started: 'Service begun',
  service_ended: 'Service ended',
  care_invite: 'Invitation to a vet or physio',
  care_ask: 'Vet or physio: owner asked',
  care_told: 'Vet or physio: owner told',
  review: 'Review request',
  photo_ask: 'Photos in public: owner asked',
  lone_ask: 'Lone-worker timer: asked',
  lone_ring: 'Lone-worker timer: rung',
  lone_text: 'Lone-worker timer: texted',
  portal_code: 'Code for My horses',
  seller_notice: 'About a service they pay for',
  alert: 'Alert',
}

/** How a state looks and reads. */
export const STATES: Record<NoticeState, { words: string; tone: BadgeTone; icon: LucideIcon }> = {
  held: { words: 'Held', tone: 'due', icon: Clock },
  queued: { words: 'Going now', tone: 'due', icon: CloudUpload },
  sending: { words: 'Sending...', tone: 'due', icon: Send },
  sent: { words: 'Sent', tone: 'ok', icon: Check },
  delivered: { words: 'Delivered', tone: 'ok', icon: CheckCheck },
  undelivered: { words: 'Not delivered', tone: 'late', icon: CircleAlert },
  simulated: { words: 'Test version, not sent', tone: 'neutral', icon: FlaskConical },
  handed_over: { words: 'Opened by you', tone: 'neutral', icon: ExternalLink },
  failed: { words: 'Not sent', tone: 'late', icon: CircleAlert },
  unknown: { words: 'May have gone', tone: 'late', icon: CircleHelp },
  cancelled: { words: 'Stopped', tone: 'line', icon: Ban },
}

/** A text held longer than this waits for the morning. */
const COUNTED_SECONDS = 5 * 60

/** The badge's words: a held text counts its seconds, one that is planned or tried again shows when. Digits keep its width. */
export function stateWords({ state, goesAt, stateReason }: Notice, now: number, zone: string): string {
  const left = goesAt ? Math.ceil((Date.parse(goesAt) - now) / 1000) : 0
  if (state === 'held' && left > COUNTED_SECONDS) return `Goes ${whenWords(goesAt ?? '', zone)}`
  if (state === 'held') return left > 0 ? `Goes in ${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` : STATES.queued.words
  if (state === 'queued' && goesAt && left > 0)
    return stateReason ? `Tries again at ${timeOf(goesAt, zone)}` : `Goes ${whenWords(goesAt, zone)}`
  return STATES[state].words
}

/** How a text counts: "2 texts, GSM-7". */
export const sizeWords = ({ segments, alphabet }: Notice): string => `${segments} ${segments === 1 ? 'text' : 'texts'}, ${alphabet}`

/** About what so many parts of texts cost: "about 16p", "about £12.80". */
export function costWords(segments: number, { segmentTenths }: Pick<SendingRules, 'segmentTenths'>): string {
  const pence = Math.round((segments * segmentTenths) / 10)
  return pence < 100 ? `about ${pence}p` : `about ${pounds(pence)}`
}

/** `Tue 24 Nov, 10:42` in the practice's zone. */
export const whenWords = (instant: string, zone: string): string => `${shortDay(dayOf(instant, zone))}, ${timeOf(instant, zone)}`
