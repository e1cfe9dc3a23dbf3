import type { SyncedName } from '#lib/sync.ts'

/** What a webhook may be notified of. */
export const THINGS = ['visit', 'client', 'horse', 'work', 'invoice', 'payment'] as const
export type Thing = (typeof THINGS)[number]

/** The records of each thing. */
export const RECORDS = {
  visit: 'appointments',
  client: 'clients',
  horse: 'horses',
  work: 'work_entries',
  invoice: 'invoices',
  payment: 'payments',
} as const satisfies Record<Thing, SyncedName>

/** What each is called on the screen. */
export const THING_WORDS: Readonly<Record<Thing, string>> = {
  visit: 'Visits',
  client: 'Clients',
  horse: 'Horses',
  work: 'Work',
  invoice: 'Invoices and credit notes',
  payment: 'Payments',
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long after each failed attempt a message is sent again: for over three days, as Standard Webhooks suggests. */
export const RETRIES_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

/** When a message is sent again after so many failed attempts; undefined: it is not. */
export function retryAt(attempts: number, now: Date): Date | undefined {
  const wait = RETRIES_MS[attempts - 1]
  return wait === undefined ? undefined : new Date(now.getTime() + wait)
}

/** A webhook that nothing has got through to for this long is switched off. */
export const FAILING_MS = 5 * DAY
/** How long the secret before the last one goes on signing. */
export const OLD_SECRET_MS = 24 * HOUR
/** How long messages are shown. */
export const KEPT_MS = 30 * DAY
/** How long the other side has to answer. */
export const ANSWER_MS = 10 * SECOND
/** The most webhooks of a practice. */
export const MOST_WEBHOOKS = 10

/** Why a webhook is off. */
export const OFF_WHYS = ['owner', 'failing', 'gone', 'plan', 'restored', 'key'] as const
export type OffWhy = (typeof OFF_WHYS)[number]

/** Why it is off, in a sentence for its owner. */
export const OFF_WORDS: Readonly<Record<OffWhy, string>> = {
  owner: 'You switched it off.',
  failing: 'Nothing has got through for five days, so it was switched off.',
  gone: 'The address answered that it is gone (410), so it was switched off.',
  plan: 'Your plan had no API access any more, so it was switched off.',
  restored: 'The practice was restored from a backup. Check the address, then switch it on.',
  key: "This server's own key has changed, so its secret can't be read any more. Make a new one, then switch it on.",
}

/** Why a message did not get through, where there was no status to report. */
export const FAULTS = ['address', 'silent', 'too_large', 'answer'] as const
export type Fault = (typeof FAULTS)[number]

/** What came back for a message, in words. */
export function answerWords({ status, fault }: { status: number | null; fault: Fault | null }): string {
  if (status !== null) return `Answered ${status}`
  if (fault === 'address') return 'Not a public https address'
  if (fault === 'too_large') return 'Answered with more than 100 kB'
  return fault === null ? 'Not sent yet' : 'No answer in 10 seconds'
}
