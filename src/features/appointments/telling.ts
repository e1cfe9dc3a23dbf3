import type { VisitHorse, VisitRow } from '#features/appointments/contract.ts'
import { isOff, isPast, isPencilled } from '#features/appointments/rules.ts'
import type { Client, SmsPreferences } from '#features/clients/contract.ts'
import { firstNameOf } from '#features/clients/rules.ts'
import { HOLD_SECONDS, wayTo } from '#features/notices/rules.ts'
import type { Day } from '#lib/dates.ts'

/** Whom a change of a visit will be told, by first name; nobody, and why. */
export type Telling = { names: string[]; because?: 'silent' | 'own' | 'past' | 'pencilled' | 'no_phone' | 'no_texts'; who?: string }

/** The clients of a visit: its own first, then its horses' owners. */
export type Audience = { clients: readonly Client[]; preferences: readonly SmsPreferences[] }

/** As the server decides it: nobody about what is over, off or finished; each owner once, who can be reached and wants to hear. */
export function tellingOf(visit: VisitRow, after: VisitRow, { clients, preferences }: Audience, today: Day): Telling {
  if (clients.length === 0) return { names: [], because: 'own' }
  if (isPencilled(visit) || isPencilled(after)) return { names: [], because: 'pencilled' }
  const isOver = isPast(after) || visit.onDay < today
  if (isOver || isOff(visit) || visit.status === 'done') return { names: [], because: 'past' }
  const reached = clients.filter((client) => typeof wayOf(client) !== 'string')
  const who = clients[0]?.name ?? ''
  if (reached.length === 0)
    return { names: [], because: clients.some((client) => wayOf(client) === 'no_phone') ? 'no_phone' : 'no_texts', who }
  const told = reached.filter((client) => preferences.find((one) => one.clientId === client.id)?.enableUpdates !== false)
  return told.length === 0 ? { names: [], because: 'no_texts', who } : { names: told.map(firstNameOf) }
}

/** Who would be told that a visit is booked: each owner once, who can be reached and wants confirmations. */
export const confirmedTo = ({ clients, preferences }: Audience): string[] =>
  clients
    .filter((client) => typeof wayOf(client) !== 'string')
    .filter((client) => preferences.find((one) => one.clientId === client.id)?.enableConfirmations !== false)
    .map(firstNameOf)

/**
 * Whose visit it is, as the server tells them: its client, then the owners of its horses. A horse that has gone by then brings nobody, not
 * the client either, and a visit for such horses alone is nobody's to hear of.
 */
export function ownersTold(
  visit: Pick<VisitRow, 'id' | 'clientId' | 'onDay'>,
  lines: readonly Pick<VisitHorse, 'appointmentId' | 'horseId' | 'clientId'>[],
  goneOn: (horseId: string) => Day | null | undefined,
): (string | null)[] {
  const all = lines.filter((line) => line.appointmentId === visit.id)
  const there = all.filter(({ horseId }) => (horseId && goneOn(horseId) ? (goneOn(horseId) ?? '') > visit.onDay : true))
  const isOwner = all.some((line) => line.clientId === visit.clientId)
  const isTold = isOwner ? there.some((line) => line.clientId === visit.clientId) : there.length > 0 || all.length === 0
  return [...(isTold ? [visit.clientId] : []), ...there.map((line) => line.clientId)]
}

/** How things stand with sending: whether the server can be reached, and whether it sends at all. */
export type Circumstances = { isOnline: boolean; isTestVersion: boolean }

/** While dragging: what dropping here will do. */
export function willTell(telling: Telling, { isOnline, isTestVersion }: Circumstances): string {
  if (telling.names.length === 0) return telling.because === 'own' ? '' : 'Nobody is texted.'
  const are = telling.names.length > 1 ? 'are' : 'is'
  const when = isOnline ? `after ${HOLD_SECONDS} seconds` : 'when you are back online'
  return `${listed(telling.names)} ${are} texted ${when}${isTestVersion ? ' (test version: Outbox only)' : ''}.`
}

/** After the change: what truly happens with the text (Spec §8 Drag-move, product.md: the toast is true). */
export function hasTold(telling: Telling, { isOnline, isTestVersion }: Circumstances): string {
  if (telling.names.length === 0) return WHY[telling.because ?? 'silent'].replace('{who}', telling.who ?? 'this client')
  const names = listed(telling.names)
  const promise = isOnline ? `${names} will be texted in ${HOLD_SECONDS} seconds.` : `${names} will be notified when you are back online.`
  return isTestVersion ? `${promise} Test version: the text goes to the Outbox only.` : promise
}

const WHY: Record<NonNullable<Telling['because']>, string> = {
  silent: 'Nobody was texted.',
  own: '',
  past: 'It is over, so nobody was texted.',
  pencilled: 'It is only pencilled, so nobody was texted.',
  no_phone: 'There is no phone number on file for {who}, so nobody was texted.',
  no_texts: '{who} wants no texts, so nobody was texted.',
}

/** `Sarah and Ruth`; more than two by their number. */
export const listed = (names: readonly string[]) => (names.length > 2 ? `${names.length} owners` : names.join(' and '))

/** The server reads the number; until it has, a number that was typed is believed. */
const wayOf = (client: Client) =>
  wayTo({
    clientId: client.id,
    name: client.name,
    firstName: '',
    phoneE164: client.phoneE164 ?? client.phone,
    email: client.email,
    preferredChannel: client.preferredChannel,
    stoppedAt: client.stoppedAt ? new Date(client.stoppedAt) : null,
    isActive: client.isActive,
  })
