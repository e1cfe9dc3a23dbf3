import type { AlertDevice, Alerts, SendingState, SubscriptionInput } from '#features/core/notices/alerts-contract.ts'
import { alertMembers } from '#features/core/notices/server/queue-words.ts'
import { dayOf } from '#lib/dates.ts'
import { deviceName } from '#lib/device-name.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import { toE164 } from '#lib/phone.ts'
import { type Actor, memberOf } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { HttpOptions } from '#platform/server/http/http.ts'

/** How the calling member is alerted. `pushKey` is undefined where no device can be alerted. */
export async function alertsOf(tx: PracticeTx, actor: Actor, pushKey: string | undefined): Promise<Alerts> {
  const memberId = memberOf(actor)
  const phone = await tx.selectFrom('alert_phones').select('phone_e164').where('member_id', '=', memberId).executeTakeFirst()
  const devices = await tx.selectFrom('push_subscriptions').selectAll().where('member_id', '=', memberId).orderBy('created_at').execute()
  return { phone: phone?.phone_e164 ?? null, devices: devices.map(toDevice), pushKey: pushKey ?? null }
}

type DeviceRow = { id: string; device: string; endpoint: string; created_at: Date }

const toDevice = ({ id, device, endpoint, created_at }: DeviceRow): AlertDevice => ({
  id,
  device,
  endpoint,
  createdAt: created_at.toISOString(),
})

/** Sets the calling member's telephone number for alerts; null removes it. @throws bad_phone */
export async function setAlertPhone(tx: PracticeTx, actor: Actor, typed: string | null): Promise<void> {
  const member_id = memberOf(actor)
  await tx.deleteFrom('alert_phones').where('member_id', '=', member_id).execute()
  if (!typed) return
  const phone_e164 = toE164(typed)
  if (!phone_e164) throw new AppError('bad_phone', { fields: ['phone'] })
  await tx.insertInto('alert_phones').values({ practice_id: actor.practiceId, member_id, phone_e164 }).execute()
}

/** The device's name, and the browser whose end also ends its alerts. */
type CalledAt = { userAgent: string; browserId: string | null }

/** Turns on alerts to a device; a colleague's device becomes this member's. */
export async function addAlertDevice(tx: PracticeTx, actor: Actor, input: SubscriptionInput, from: CalledAt): Promise<AlertDevice> {
  const { userAgent, browserId: browser_id } = from
  const own = { member_id: memberOf(actor), device: deviceName(userAgent), p256dh: input.p256dh, auth: input.auth, browser_id }
  const row = await tx
    .insertInto('push_subscriptions')
    .values({ practice_id: actor.practiceId, id: uuidv7(), endpoint: input.endpoint, ...own })
    .onConflict((clash) => clash.columns(['practice_id', 'endpoint']).doUpdateSet(own))
    .returningAll()
    .executeTakeFirstOrThrow()
  return toDevice(row)
}

/** Stops alerts to one device of the calling member. @throws push_subscription_not_found */
export async function removeAlertDevice(tx: PracticeTx, actor: Actor, id: string): Promise<void> {
  const gone = await tx
    .deleteFrom('push_subscriptions')
    .where('id', '=', id)
    .where('member_id', '=', memberOf(actor))
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw new AppError('push_subscription_not_found')
}

/** Sends the calling member a test alert. */
export const tryAlert = (tx: PracticeTx, actor: Actor): Promise<void> =>
  alertMembers(tx, actor, {
    memberIds: [memberOf(actor)],
    title: 'This works',
    body: 'Emergencies and answers will reach you here.',
    path: '/settings/sending',
  })

/** The available channels, and how much was sent on the day and in the month of `now`. */
export async function sendingState(
  tx: PracticeTx,
  actor: Actor,
  setup: Pick<HttpOptions, 'mode' | 'hasProvider'>,
  now: Date,
): Promise<SendingState> {
  const today = dayOf(now, actor.zone)
  const days = await tx
    .selectFrom('sending_days')
    .selectAll()
    .where('on_day', '>=', `${today.slice(0, 8)}01`)
    .execute()
  const ofToday = days.find(({ on_day }) => on_day === today)
  return {
    isTestVersion: setup.mode === 'test',
    hasTexts: setup.hasProvider?.texts ?? false,
    hasMail: setup.hasProvider?.mail ?? false,
    hasInboundMail: setup.hasProvider?.inboundMail ?? false,
    textsToday: ofToday?.texts ?? 0,
    segmentsToday: ofToday?.segments ?? 0,
    segmentsThisMonth: days.reduce((sum, { segments }) => sum + segments, 0),
  }
}
