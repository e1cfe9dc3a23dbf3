import { newsWaitsUntil, placesOf, quietUntil } from '#features/core/notices/quiet.ts'
import { type Facts, stillTrue, TOO_LATE, type VisitState } from '#features/core/notices/rules.ts'
import type { NoticeRow } from '#features/core/notices/server/queries.ts'
import { isToOther } from '#features/core/notices/wordings.ts'
import type { SendingRules } from '#features/core/practice/rules.ts'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'

/** The data by which the due notices of a practice are judged. */
export type VerdictInput = {
  sending: SendingRules
  /** Clients who may still be notified. */
  contactable: ReadonlySet<string>
  /** The contactable clients who agreed to marketing. */
  consenting: ReadonlySet<string>
  states: ReadonlyMap<string, VisitState>
  /** Invoices that reminders of what is owed are about, as long as they are. */
  owing: ReadonlySet<string>
  /** Which notices about vets and para-professionals may still be sent, by kind and subject. */
  careWanted: ReadonlySet<string>
  /** Texts of today that the cap counts. */
  textsToday: number
  zone: string
  now: Date
}

/** The decision on a due notice: it is sent with the part that is still true, keeps waiting, or is never sent, with the reason. */
export type Verdict = { go: Facts } | { wait: Date; reason: string | null } | { state: 'cancelled' | 'failed'; reason: string }

const QUIET_TOO_LONG = "It was due in your quiet hours, and after them it's too late."
const OBJECTED = 'This client no longer wants offers.'
const PAID = "It's been paid since."
const SETTLED = 'It has been answered, or has ended, since.'
const NO_MORE = 'This client has asked for no more texts.'

/** Judges one notice that is due. */
export function verdictOn(row: NoticeRow, known: VerdictInput): Verdict {
  const { now, sending } = known
  if (isOverBy(row, now)) return { state: 'cancelled', reason: TOO_LATE }
  // The one text that confirms the stop, and what isn't to them.
  const heedsStop = row.kind !== 'stop_noted' && !isToOther(row.kind)
  if (row.client_id && heedsStop && !known.contactable.has(row.client_id)) return { state: 'cancelled', reason: NO_MORE }
  if (row.client_id && row.purpose === 'marketing' && !known.consenting.has(row.client_id)) return { state: 'cancelled', reason: OBJECTED }
  if (row.kind === 'chaser' && !known.owing.has(row.subject_id ?? '')) return { state: 'cancelled', reason: PAID }
  if (isOfCare(row.kind) && !known.careWanted.has(`${row.kind} ${row.subject_id}`)) return { state: 'cancelled', reason: SETTLED }
  const facts = stillTrue(row, known.states, now)
  if (typeof facts === 'string') return { state: 'cancelled', reason: facts }
  const loud = loudAgain(row, facts, known)
  if (loud) return isOverBy(row, loud) ? { state: 'cancelled', reason: QUIET_TOO_LONG } : { wait: loud, reason: null }
  if (!isCounted(row) || known.textsToday < sending.dailyTexts) return { go: facts }
  return overCap(row, known)
}

function loudAgain({ kind, heeds_quiet }: NoticeRow, facts: Facts, { now, sending, zone }: VerdictInput): Date | null {
  if (!heeds_quiet) return null
  const isNews = kind === 'booked' || kind === 'moved' || kind === 'cancelled'
  return isNews ? newsWaitsUntil(placesOf(facts), now, sending, zone) : quietUntil(now, sending, zone)
}

function overCap(row: NoticeRow, { now, zone, sending }: VerdictInput): Verdict {
  const morning = instantOf(addDays(dayOf(now, zone), 1), sending.quietTo, zone)
  const full = `Today's ${sending.dailyTexts} texts have gone`
  if (isOverBy(row, morning)) return { state: 'failed', reason: `${full}, and tomorrow is too late for this one.` }
  return { wait: morning, reason: `${full}, so this one goes tomorrow.` }
}

const isOverBy = (row: NoticeRow, moment: Date) => row.not_after !== null && row.not_after <= moment

/** Whether it is about what a vet or a para-professional may see: sent only while that can still come true. */
export const isOfCare = (kind: NoticeRow['kind']): boolean => kind === 'care_invite' || kind === 'care_ask' || kind === 'care_told'

/** Whether the day's cap counts it: once, however often it is tried. */
export const isCounted = (row: Pick<NoticeRow, 'channel' | 'is_urgent' | 'attempts'>): boolean =>
  row.channel === 'sms' && !row.is_urgent && row.attempts === 0
