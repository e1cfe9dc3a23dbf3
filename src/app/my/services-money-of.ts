import type { MoneyShown, ToldShown } from '#app/my/services-view.ts'
import { moneyOf } from '#features/records/services/server/payments.ts'
import { type SentNotice, toldOf } from '#features/records/services/server/told-of.ts'
import { dayAndYear, dayOf } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'
import type { Database } from '#platform/server/database/db.ts'

const ZONE = 'Europe/London'

/** What a person pays, and whether something of it is still on its way. */
export async function moneyShown(db: Database, personId: string): Promise<{ money: MoneyShown | null; isOnItsWay: boolean }> {
  const known = await moneyOf(db, personId)
  if (!known) return { money: null, isOnItsWay: false }
  const { nextPence, nextBillOn, graceEndsOn, payUrl, hasCustomer, isOnItsWay } = known
  const money: MoneyShown = {
    next: nextBillOn === null ? null : { sum: pounds(nextPence), day: dayAndYear(nextBillOn) },
    late: graceEndsOn === null ? null : { until: dayAndYear(graceEndsOn), payUrl },
    hasCard: hasCustomer,
  }
  return { money, isOnItsWay }
}

/** The notifications a person got about what they pay for. */
export async function toldShown(db: Database, personId: string): Promise<ToldShown[]> {
  const told = await db.withDirectory((tx) => toldOf(tx, personId))
  return told.map((one) => ({ id: one.id, subject: one.subject, body: one.body, day: dayAndYear(dayOf(one.at, ZONE)), how: howOf(one) }))
}

function howOf({ state, address, reason }: SentNotice): string {
  if (state === 'simulated') return 'Test version: not sent.'
  if (state === 'sent') return `Sent to ${address}.`
  if (state === 'unknown') return `It may have reached ${address}.`
  return state === 'failed' ? `Not sent. ${reason ?? ''}` : 'It is on its way.'
}
