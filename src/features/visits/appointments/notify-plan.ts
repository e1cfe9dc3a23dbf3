import type { News } from '#features/core/notices/heard.ts'
import { newsWaitsUntil } from '#features/core/notices/quiet.ts'
import { HOLD_SECONDS, type VisitWords, wayTo } from '#features/core/notices/rules.ts'
import type { SendingRules } from '#features/core/practice/rules.ts'
import type { Client, SmsPreferences } from '#features/records/clients/contract.ts'
import { firstNameOf, phoneOf } from '#features/records/clients/rules.ts'
import type { VisitHorse, VisitRow } from '#features/visits/appointments/contract.ts'
import { isOff, isPast, isPencilled, type WordsFields, wordsOf } from '#features/visits/appointments/rules.ts'
import { currentMs } from '#lib/clock.ts'
import { addDays, type Day, dayOf, shortDay, timeOf } from '#lib/dates.ts'

/** The recipients of a change to a visit, by first name; or none, and why. */
export type NotifyPlan = { names: string[]; because?: 'silent' | 'own' | 'past' | 'pencilled' | 'no_phone' | 'no_texts'; who?: string }

/** The clients of a visit: its own first, then its horses' owners. */
export type Audience = { clients: readonly Client[]; preferences: readonly SmsPreferences[] }

/**
 * The server's rule: no one is notified about a visit that is over, off or finished; otherwise each owner once who can be reached and wants
 * notices.
 */
export function notifyPlanOf(visit: VisitRow, after: VisitRow, { clients, preferences }: Audience, today: Day): NotifyPlan {
  if (clients.length === 0) return { names: [], because: 'own' }
  if (isPencilled(visit) || isPencilled(after)) return { names: [], because: 'pencilled' }
  const isOver = isPast(after) || visit.onDay < today
  if (isOver || isOff(visit) || visit.status === 'done') return { names: [], because: 'past' }
  const reached = clients.filter((client) => typeof wayOf(client) !== 'string')
  const who = clients[0]?.name ?? ''
  if (reached.length === 0)
    return { names: [], because: clients.some((client) => wayOf(client) === 'no_phone') ? 'no_phone' : 'no_texts', who }
  const wanting = reached.filter((client) => preferences.find((one) => one.clientId === client.id)?.enableUpdates !== false)
  return wanting.length === 0 ? { names: [], because: 'no_texts', who } : { names: wanting.map(firstNameOf) }
}

/** Why none of these clients can be reminded, in a few words; undefined: at least one can. */
export function whyNoReminder(clients: readonly Client[]): string | undefined {
  const ways = clients.map(wayOf)
  if (ways.some((way) => typeof way !== 'string')) return undefined
  if (ways.length === 0) return 'nobody to remind'
  return ways.includes('no_phone') ? 'no phone number on file' : "doesn't want texts"
}

/**
 * The recipients of a booking confirmation: each owner once who can be reached and wants confirmations. For a visit that is over see
 * `isPast`.
 */
export const confirmedTo = ({ clients, preferences }: Audience): string[] =>
  clients
    .filter((client) => typeof wayOf(client) !== 'string')
    .filter((client) => preferences.find((one) => one.clientId === client.id)?.enableConfirmations !== false)
    .map(firstNameOf)

/**
 * The recipients of notices about a visit, as on the server: its client, then the owners of its horses. A horse that has gone by then adds
 * no one, not even the client; a visit for such horses alone has no recipients.
 */
export function recipientIdsOf(
  visit: Pick<VisitRow, 'id' | 'clientId' | 'onDay'>,
  lines: readonly Pick<VisitHorse, 'appointmentId' | 'horseId' | 'clientId'>[],
  goneOn: (horseId: string) => Day | null | undefined,
): (string | null)[] {
  const all = lines.filter((line) => line.appointmentId === visit.id)
  const there = all.filter(({ horseId }) => (horseId && goneOn(horseId) ? (goneOn(horseId) ?? '') > visit.onDay : true))
  const isOwner = all.some((line) => line.clientId === visit.clientId)
  const isNotified = isOwner ? there.some((line) => line.clientId === visit.clientId) : there.length > 0 || all.length === 0
  return [...(isNotified ? [visit.clientId] : []), ...there.map((line) => line.clientId)]
}

/** The state of sending: whether the server can be reached, whether it sends at all, and its quiet hours. */
export type Circumstances = { isOnline: boolean; isTestVersion: boolean; quiet?: Pick<SendingRules, 'quietFrom' | 'quietTo'> }

/** `at 08:00`, `tomorrow at 08:00`: when a text that names these places goes that waits for the morning; null: it does not wait. */
export const morningOf = (news: News, places: readonly WordsFields[], circumstances: Circumstances, now = currentMs()): string | null =>
  morningFor(news, places.map(wordsOf), circumstances, now, places[0]?.zone)

/** The same for the places as a text names them. `zone`: that of the practice. */
export function morningFor(
  news: News,
  places: readonly VisitWords[],
  { quiet }: Circumstances,
  now: number,
  zone: string | undefined,
): string | null {
  if (!quiet || !zone) return null
  const leaves = new Date(now + (news === 'moved' ? HOLD_SECONDS * 1000 : 0))
  const loud = newsWaitsUntil(places, leaves, quiet, zone)
  if (!loud) return null
  const [day, today] = [dayOf(loud, zone), dayOf(now, zone)]
  const on = day === today ? '' : day === addDays(today, 1) ? 'tomorrow ' : `${shortDay(day)} `
  return `${on}at ${timeOf(loud, zone)}`
}

/** Before it is pressed: when the text goes. */
export const goesWords = (news: News, places: readonly WordsFields[], circumstances: Circumstances): string =>
  allGoWords(news, [morningOf(news, places, circumstances)], circumstances)

/** Before it is pressed: when each of several texts goes. `mornings` as of `morningOf`, one a text. */
export function allGoWords(news: News, mornings: readonly (string | null)[], { isOnline, isTestVersion }: Circumstances): string {
  const held = news === 'moved' ? `held for ${HOLD_SECONDS} seconds, in case you change your mind` : 'goes now'
  const [waiting] = mornings.filter((morning) => morning !== null)
  const some = mornings.filter((morning) => morning === null).length
  const when = !isOnline
    ? "goes when you're back online"
    : !waiting
      ? held
      : some === 0
        ? `goes ${waiting}, after your quiet hours`
        : `${some} ${held}; the rest ${waiting}, after your quiet hours`
  const words = `${when.charAt(0).toUpperCase()}${when.slice(1)}`
  return isTestVersion ? `${words} (test version: Outbox only)` : words
}

/** After a visit was booked or cancelled: what truly happens with the text. Nothing without recipients. */
export function notifiedWords(news: News, names: readonly string[], places: readonly WordsFields[], circumstances: Circumstances): string {
  if (names.length === 0) return 'Nobody was texted.'
  return outcomeWords({ names: [...names] }, circumstances, { news, morning: morningOf(news, places, circumstances) })
}

/** While dragging: what dropping here will do. `morning` as of `morningOf`. */
export function previewWords(plan: NotifyPlan, { isOnline, isTestVersion }: Circumstances, morning: string | null = null): string {
  if (plan.names.length === 0) return plan.because === 'own' ? '' : 'Nobody is texted.'
  const are = plan.names.length > 1 ? 'are' : 'is'
  const when = isOnline ? (morning ?? `after ${HOLD_SECONDS} seconds`) : "when you're back online"
  return `${listed(plan.names)} ${are} texted ${when}${isTestVersion ? ' (test version: Outbox only)' : ''}.`
}

/** After the change: what truly happens with the text (Spec §8 Drag-move, product.md: the toast is true). */
export function outcomeWords(
  plan: NotifyPlan,
  { isOnline, isTestVersion }: Circumstances,
  { news = 'moved', morning = null }: { news?: News; morning?: string | null } = {},
): string {
  if (plan.names.length === 0) return WHY[plan.because ?? 'silent'].replace('{who}', plan.who ?? 'this client')
  const names = listed(plan.names)
  const when = morning ?? (news === 'moved' ? `in ${HOLD_SECONDS} seconds` : 'now')
  const promise = isOnline ? `${names} will be texted ${when}.` : `${names} will be notified when you're back online.`
  return isTestVersion ? `${promise} Test version: the text goes to the Outbox only.` : promise
}

const WHY: Record<NonNullable<NotifyPlan['because']>, string> = {
  silent: 'Nobody was texted.',
  own: '',
  past: "It's over, so nobody was texted.",
  pencilled: "It's only pencilled in, so nobody was texted.",
  no_phone: "There's no phone number on file for {who}, so nobody was texted.",
  no_texts: "{who} doesn't want texts, so nobody was texted.",
}

/** `Sarah and Ruth`; more than two by their number. */
export const listed = (names: readonly string[]) => (names.length > 2 ? `${names.length} owners` : names.join(' and '))

/** How a client is notified; or why they can't be. */
export const wayOf = (client: Client) =>
  wayTo({
    clientId: client.id,
    name: client.name,
    firstName: '',
    phoneE164: phoneOf(client),
    email: client.email,
    preferredChannel: client.preferredChannel,
    stoppedAt: client.stoppedAt ? new Date(client.stoppedAt) : null,
    isActive: client.isActive,
  })
