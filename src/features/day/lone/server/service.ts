import { findLone, queueLone, stopLone } from '#features/core/notices/server/queue-lone.ts'
import type { LoneContact, LoneTimer, LoneWhyNot, LoneWorker } from '#features/day/lone/contract.ts'
import {
  askWords,
  hasLeft,
  LONE_PATH,
  nextAt,
  RING_AFTER_MINUTES,
  ringWords,
  TEXT_AFTER_MINUTES,
  textWords,
  WHY_NOT,
} from '#features/day/lone/rules.ts'
import {
  type ContactRow,
  findContact,
  findPlaces,
  findRings,
  findTimer,
  holdMemberName,
  replaceContact,
  replaceTimer,
  type TimerRow,
} from '#features/day/lone/server/queries.ts'
import { placeOf } from '#features/visits/appointments/rules.ts'
import { requireAppointment } from '#features/visits/appointments/server/require-appointment.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { uuidOf, uuidv7 } from '#lib/ids.ts'
import { toE164 } from '#lib/phone.ts'
import { directionsHref } from '#lib/position.ts'
import { shortPath } from '#lib/short-links.ts'
import { type Actor, memberOf } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { HttpOptions } from '#platform/server/http/http.ts'
import { addLoneLink, revokeLoneLinks } from '#platform/server/links.ts'

/** What decides whether the timer is offered. */
export type Offering = { setup: Pick<HttpOptions, 'mode' | 'hasProvider'>; isLapsed: boolean }

const MINUTE = 60_000
/** A question that could not be texted for this long is out of date. */
const ASK_MS = 3 * 24 * 60 * MINUTE
/** After so long the text would send its recipient out on old news. */
const TEXT_LATEST_MS = 12 * 60 * MINUTE

/** The calling member's timer, contact, and whether any of it is offered. */
export async function loneWorkerOf(tx: PracticeTx, actor: Actor, offering: Offering): Promise<LoneWorker> {
  const memberId = memberOf(actor)
  const [contact, timer, rings] = [await findContact(tx, memberId), await findTimer(tx, memberId), await findRings(tx, memberId)]
  return {
    whyNot: whyNot(offering),
    contact: contact ? await toContact(tx, contact) : null,
    timer: timer ? await toTimer(tx, timer) : null,
    rings: { devices: rings.devices, phone: rings.phone !== null },
  }
}

/**
 * Texts a contact the question whether they agree to be texted. The same person under another name keeps their yes; one who answered no
 * gets no second question.
 * @throws lone_not_offered, bad_phone, lone_refused, lone_timer_on
 */
export async function askContact(
  tx: PracticeTx,
  actor: Actor,
  { name, phone }: { name: string; phone: string },
  offering: Offering,
): Promise<void> {
  requireOffered(offering)
  const memberId = memberOf(actor)
  const phone_e164 = toE164(phone)
  if (!phone_e164) throw new AppError('bad_phone', { fields: ['phone'] })
  const member = await holdMemberName(tx, memberId)
  if (await isOn(tx, memberId)) throw new AppError('lone_timer_on')
  const before = await findContact(tx, memberId)
  const isSame = before?.phone_e164 === phone_e164
  if (isSame && before.refused_at) throw new AppError('lone_refused')
  if (isSame && before.agreed_at) return replaceContact(tx, { ...before, name })
  if (before) await revokeLoneLinks(tx, before.id)
  const id = uuidv7()
  const asked = { asked_at: currentTime(), agreed_at: null, refused_at: null }
  await replaceContact(tx, { practice_id: actor.practiceId, member_id: memberId, id, name, phone_e164, ...asked })
  await queueLone(tx, actor, {
    kind: 'lone_ask',
    eventId: id,
    memberId,
    recipient: name,
    way: { channel: 'sms', address: phone_e164 },
    subject: 'A question',
    text: askWords({ member, practice: actor.practiceName }, actor.origin + shortPath(LONE_PATH + (await addLoneLink(tx, id)))),
    notAfter: new Date(asked.asked_at.getTime() + ASK_MS),
  })
}

/**
 * Sets the calling member's timer: it rings them at the next such time, and ten minutes later, unless they answer, texts their contact the
 * place of the visit as it is now. A timer that is on is replaced.
 * @throws lone_not_offered, lone_not_agreed, lone_time_wrong, lone_text_gone, appointment_not_found
 */
export async function setTimer(
  tx: PracticeTx,
  actor: Actor,
  { visitId, ringAt: wallTime }: { visitId: string; ringAt: string },
  offering: Offering,
): Promise<void> {
  requireOffered(offering)
  const memberId = memberOf(actor)
  const member = await holdMemberName(tx, memberId)
  const contact = await findContact(tx, memberId)
  if (!contact?.agreed_at) throw new AppError('lone_not_agreed')
  const ringAt = nextAt(wallTime, currentTime(), actor.zone)
  if (!ringAt) throw new AppError('lone_time_wrong', { fields: ['ringAt'] })
  const before = await findTimer(tx, memberId)
  if (before && !before.answered_at && hasLeft((await textOf(tx, before)).state)) throw new AppError('lone_text_gone')
  const place = await wordsOfPlace(tx, actor, visitId)
  await stopLone(tx, memberId, 'Another timer was set.')
  const timer: TimerRow = {
    practice_id: actor.practiceId,
    member_id: memberId,
    id: uuidv7(),
    appointment_id: visitId,
    contact_id: contact.id,
    contact_name: contact.name,
    ring_at: ringAt,
    text_at: after(ringAt, TEXT_AFTER_MINUTES),
    answered_at: null,
  }
  await replaceTimer(tx, timer)
  await queueTimer(tx, actor, timer, { member, contact, ...place })
}

/**
 * The calling member is OK: their timer no longer rings or texts. A text that is on its way or has gone can't be called back,
 * and the state shows it. A repeated answer changes nothing.
 * @throws lone_timer_not_found
 */
export async function answerTimer(tx: PracticeTx, actor: Actor, id: string): Promise<void> {
  const memberId = memberOf(actor)
  await holdMemberName(tx, memberId)
  const timer = await findTimer(tx, memberId)
  if (timer?.id !== id) throw new AppError('lone_timer_not_found')
  await stopLone(tx, memberId, "They're OK.")
  if (!timer.answered_at) await tx.updateTable('lone_timers').set({ answered_at: currentTime() }).where('id', '=', id).execute()
}

/** Whether a member's timer still waits to text the contact. */
export async function isOn(tx: PracticeTx, memberId: string): Promise<boolean> {
  const timer = await findTimer(tx, memberId)
  const text = timer && (await textOf(tx, timer))
  return text?.state === 'queued' || text?.state === 'sending'
}

function whyNot({ setup, isLapsed }: Offering): LoneWhyNot | null {
  if (setup.mode === 'test') return 'test_version'
  if (isLapsed) return 'plan_ended'
  return setup.hasProvider?.texts ? null : 'no_texts'
}

function requireOffered(offering: Offering) {
  const why = whyNot(offering)
  if (why) throw new AppError('lone_not_offered', {}, WHY_NOT[why])
}

async function wordsOfPlace(tx: PracticeTx, actor: Actor, visitId: string): Promise<{ place: string; map: string | null }> {
  const visit = await requireAppointment(tx, actor.practiceId, visitId)
  const { yard, client } = await findPlaces(tx, visit)
  const place = placeOf(yard, client) ?? visit.location ?? visit.title
  return { place: place || 'a visit with no address', map: directionsHref((yard ?? client)?.position ?? null, null) }
}

type TimerText = { member: string; contact: ContactRow; place: string; map: string | null }

async function queueTimer(tx: PracticeTx, actor: Actor, timer: TimerRow, { member, contact, place, map }: TimerText) {
  const { id, member_id: memberId, ring_at: ringAt, text_at: textAt } = timer
  const { phone } = await findRings(tx, memberId)
  const said = { member, contact: contact.name, practice: actor.practiceName, place, map, phone, ringAt, textAt, zone: actor.zone }
  const ring = { kind: 'lone_ring', memberId, recipient: member, subject: 'Are you OK?', notAfter: textAt } as const
  for (const minutes of RING_AFTER_MINUTES) {
    const at = { ...ring, eventId: uuidOf(id, `ring ${minutes}`), notBefore: after(ringAt, minutes) }
    await queueLone(tx, actor, { ...at, way: { channel: 'push', path: '/round' }, text: ringWords(said) })
    if (phone)
      await queueLone(tx, actor, { ...at, way: { channel: 'sms', address: phone }, text: `${ringWords(said)}\n${actor.origin}/round` })
  }
  await queueLone(tx, actor, {
    kind: 'lone_text',
    eventId: id,
    memberId,
    recipient: contact.name,
    way: { channel: 'sms', address: contact.phone_e164 },
    subject: "Hasn't answered",
    text: textWords(said),
    notBefore: textAt,
    notAfter: new Date(textAt.getTime() + TEXT_LATEST_MS),
  })
}

const after = (moment: Date, minutes: number) => new Date(moment.getTime() + minutes * MINUTE)

/* A notice is never removed while its timer is the last one. */
const textOf = async (tx: PracticeTx, { id, text_at }: TimerRow) =>
  (await findLone(tx, id, 'lone_text')) ?? { state: 'unknown' as const, stateAt: text_at, tries: 0 }

const toContact = async (tx: PracticeTx, row: ContactRow): Promise<LoneContact> => ({
  name: row.name,
  phone: row.phone_e164,
  askedAt: row.asked_at.toISOString(),
  agreedAt: row.agreed_at?.toISOString() ?? null,
  refusedAt: row.refused_at?.toISOString() ?? null,
  ask: (await findLone(tx, row.id, 'lone_ask'))?.state ?? 'unknown',
})

async function toTimer(tx: PracticeTx, row: TimerRow): Promise<LoneTimer> {
  const { state, stateAt, tries } = await textOf(tx, row)
  return {
    id: row.id,
    visitId: row.appointment_id,
    ringAt: row.ring_at.toISOString(),
    textAt: row.text_at.toISOString(),
    contactName: row.contact_name,
    answeredAt: row.answered_at?.toISOString() ?? null,
    text: { state, at: stateAt.toISOString(), tries },
  }
}
