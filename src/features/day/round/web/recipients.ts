import { quietUntil } from '#features/core/notices/quiet.ts'
import { wordsOf } from '#features/core/notices/rules.ts'
import type { RoundDay, RoundStop } from '#features/day/round/round-day.ts'
import type { Client, SmsPreferences } from '#features/records/clients/contract.ts'
import { firstNameOf, greetingNameOf, phoneOf } from '#features/records/clients/rules.ts'
import { type Circumstances, wayOf } from '#features/visits/appointments/notify-plan.ts'
import { wordsOf as visitWords } from '#features/visits/appointments/rules.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf, timeOf } from '#lib/dates.ts'

/** Owners of a stop whom a text or an e-mail reaches; a number that was typed and not yet read by the server is believed. */
export const reachedOwners = (stop: RoundStop): Client[] => stop.owners.filter(isReached)

/** Whether there is a way to notify an owner. */
export const isReached = (owner: Client): boolean => typeof wayOf(owner) !== 'string'

/** What *On my way* will do, in a few words, before it is pressed. */
export function setOffWords(stop: RoundStop): string {
  const reached = reachedOwners(stop)
  if (reached.length === 0) return stop.owners.length === 0 ? 'Nobody to tell' : 'No way to text them'
  const isText = reached.some((owner) => channelOf(owner) === 'sms')
  const who = reached.length > 2 ? `${reached.length} owners` : reached.map(firstNameOf).join(' and ')
  return `${isText ? 'Texts' : 'E-mails'} ${who}: you're next`
}

/**
 * Who is notified that they are next when a stop is done, in a sentence; null: no one. Only of the very next stop: others may
 * have been notified before, which the server knows. In the quiet hours such a text waits for their end, and no longer goes on another day.
 */
export function nextNoticeWords(
  round: RoundDay,
  stop: RoundStop,
  preferences: readonly SmsPreferences[],
  { isOnline, quiet }: Pick<Circumstances, 'isOnline' | 'quiet'>,
  now = currentTime(),
): string | null {
  const following = round.stops.find(({ visit }) => !visit.isCallComplete && visit.id !== stop.visit.id)
  if (following?.visit.status !== 'booked') return null
  const wants = (owner: Client) => {
    const row = preferences.find((each) => each.clientId === owner.id)
    return !row || (row.enableUpdates && row.nextStopsBefore > 0)
  }
  const notified = reachedOwners(following).filter(wants)
  if (notified.length === 0) return null
  const who = notified.length > 2 ? `${notified.length} owners` : notified.map(firstNameOf).join(' and ')
  const { zone } = following.visit
  const loud = quiet && quietUntil(now, quiet, zone)
  if (loud && dayOf(loud, zone) !== dayOf(now, zone)) return `It's late: ${who} won't be told.`
  if (!isOnline) return `${who} will be told they're next when you're back online.`
  return loud ? `${who} will be told at ${timeOf(loud, zone)}: you're next.` : `${who} will be told: you're next.`
}

/** What truly happens after it was pressed. */
export function hasSetOff(stop: RoundStop, { isOnline, isTestVersion }: { isOnline: boolean; isTestVersion: boolean }): string {
  const reached = reachedOwners(stop)
  if (reached.length === 0) return 'Nobody was texted.'
  const who = reached.length > 2 ? `${reached.length} owners` : reached.map(firstNameOf).join(' and ')
  const promise = isOnline
    ? `${who} will be told you're on your way.`
    : `${who} will be told when you're back online, if that's within half an hour.`
  return isTestVersion ? `${promise} Test version: the text goes to the Outbox only.` : promise
}

/** The same words for the farrier's own messages. */
export const setOffBody = (stop: RoundStop, owner: Client, practice: { name: string; zone: string }): string =>
  wordsOf('on_my_way', {
    recipient: owner.name,
    firstName: greetingNameOf(owner),
    practiceName: practice.name,
    zone: practice.zone,
    visit: visitWords(stop.visit),
  }).body

/** The number to call for a stop, and whose it is. */
export function callOf(stop: RoundStop): { name: string; number: string } | null {
  const owner = stop.owners.find(phoneOf)
  const number = owner && phoneOf(owner)
  return owner && number ? { name: owner.name, number } : null
}

function channelOf(client: Client) {
  const way = wayOf(client)
  return typeof way === 'string' ? undefined : way.channel
}
