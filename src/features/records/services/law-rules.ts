import { addDays, type Day, daysBetween } from '#lib/dates.ts'

/** A reminder goes so many days before the payment it is about: time to end it in peace. */
export const REMIND_DAYS = 7
/** And the last word about a failed payment so many days before its grace ends. */
const LAST_DAYS = 3
/** After so many days without use, the payer is asked whether they want it. */
const UNUSED_DAYS = 90
/** A price rise is notified at least so many days before. */
export const PRICE_DAYS = 30

const DAYS_OF_MONTH = 30.436875
const MONTHS_OF_PERIOD = 6

/**
 * Whether a bill is the last of six months since the last that a reminder was due for, or since the contract (DMCC Act 2024 s. 258 (2) and (5)). Bills
 * are on the same day of each month or its last, give or take the hour that the clocks change by.
 */
export function isSixth(beganOn: Day, billOn: Day): boolean {
  const months = Math.round(daysBetween(beganOn, billOn) / DAYS_OF_MONTH)
  return months > 0 && months % MONTHS_OF_PERIOD === 0
}

/** The state of a person's payments, as far as they are notified of it. */
export type Paying = { beganOn: Day; billOn: Day; paidUntil: Day; isPastDue: boolean; isEnding: boolean }

/** What a payer must be notified of on a day: a reminder of a bill, that one failed, or that its last days run. */
export function tellingOf({ beganOn, billOn, paidUntil, isPastDue, isEnding }: Paying, today: Day, graceEnds: Day): Telling[] {
  if (isPastDue) {
    if (today > graceEnds) return []
    const failed = { kind: 'failed', key: paidUntil } as const
    return today > addDays(graceEnds, -LAST_DAYS) ? [failed, { kind: 'last-days', key: paidUntil }] : [failed]
  }
  const isNear = billOn > today && billOn <= addDays(today, REMIND_DAYS)
  return isNear && !isEnding && isSixth(beganOn, billOn) ? [{ kind: 'reminder', key: billOn }] : []
}

type Telling = { kind: 'failed' | 'last-days' | 'reminder'; key: Day }

/** Since when no one has used what is paid for; undefined: not for so long. */
export function unusedSince(fromOn: Day, lastUsedOn: Day | null, today: Day): Day | undefined {
  const since = lastUsedOn !== null && lastUsedOn > fromOn ? lastUsedOn : fromOn
  return daysBetween(since, today) >= UNUSED_DAYS ? since : undefined
}
