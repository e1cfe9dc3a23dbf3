import type { NoticeOutcome } from '#features/core/notices/contract.ts'
import { queueWords } from '#features/core/notices/server/queue-words.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import type { NewSlotOffers, SlotOffer } from '#features/day/gaps/contract.ts'
import { OFFER_PATH } from '#features/day/gaps/offer-page.ts'
import { offerEnds, offerFields } from '#features/day/gaps/rules.ts'
import { isAway } from '#features/day/gaps/server/away.ts'
import { closeOffers } from '#features/day/gaps/server/closing.ts'
import { isOffered, isTaken, listOffered, listOffers, lockGap, type OfferRow } from '#features/day/gaps/server/queries.ts'
import { toOffer } from '#features/day/gaps/server/wire.ts'
import { recipientOf } from '#features/records/clients/server/recipient-of.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { requireHorse } from '#features/records/horses/server/require-horse.ts'
import { requireYard } from '#features/records/yards/server/require-yard.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import { currentTime } from '#lib/clock.ts'
import { type Day, instantOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import { shortPath } from '#lib/short-links.ts'
import { type Actor, memberOf } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow, holdWriters, insertRow, rowForChange } from '#platform/server/database/rows.ts'
import { addOfferLink } from '#platform/server/links.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

/** Slots offered on a day and after it, the newest first. */
export const offersFrom = async (tx: PracticeTx, offerInput: { from: Day; limit: number }): Promise<SlotOffer[]> =>
  (await listOffers(tx, offerInput)).map(toOffer)

/**
 * Offers a slot to several clients at once: each is sent a link, and the first yes books it. Either all are sent an offer, or none.
 * @throws forbidden, member_not_found, client_not_found, horse_not_found for one that is not theirs, yard_not_found, bad_request for a
 * client named twice, wrong_order, visit_is_past, slot_taken, already_offered, no_consent, stopped, no_phone
 */
export async function offerSlot(
  tx: PracticeTx,
  actor: Actor,
  input: NewSlotOffers,
): Promise<{ offers: OfferRow[]; outcomes: NoticeOutcome[] }> {
  requireMay(actor, 'planDiary')
  requireMay(actor, 'sendTexts')
  await holdWriters(tx)
  const memberId = idOf(input.memberId, 'member_not_found')
  const member = await findRow(tx, 'members', memberId)
  if (!member || member.deleted_at) throw new AppError('member_not_found')
  const gapId = uuidv7()
  const clientIds = input.offers.map(({ clientId }) => idOf(clientId, 'client_not_found'))
  if (new Set(clientIds).size < clientIds.length)
    throw new AppError('bad_request', { fields: ['offers'] }, 'You can only offer a client a time once.')
  const offers: OfferRow[] = []
  const outcomes: NoticeOutcome[] = []
  for (const offerInput of input.offers) {
    const offer = await addOffer(tx, actor, { ...offerInput, gapId, memberId, onDay: input.onDay })
    offers.push(offer)
    outcomes.push(await sendOffer(tx, actor, offer))
  }
  return { offers, outcomes }
}

/** Withdraws a slot from all clients it was offered to together. @throws forbidden, slot_offer_not_found */
export async function withdrawOffers(tx: PracticeTx, actor: Actor, id: string): Promise<OfferRow[]> {
  requireMay(actor, 'sendTexts')
  const { gap_id } = await rowForChange(tx, 'slot_offers', id, 'slot_offer_not_found')
  await closeOffers(tx, actor, await lockGap(tx, gap_id), 'withdrawn')
  return lockGap(tx, gap_id)
}

/** Devices only read offers; the server alone makes or changes one, because it may have been taken in the meantime. */
export const offerSync: SyncedEntity<'slot_offers'> = { toWire: toOffer }

type OfferInput = NewSlotOffers['offers'][number] & { gapId: string; memberId: string; onDay: Day }

async function addOffer(tx: PracticeTx, actor: Actor, { onDay, ...offerInput }: OfferInput): Promise<OfferRow> {
  const client = await requireClient(tx, idOf(offerInput.clientId, 'client_not_found'))
  const yardId = optionalId(offerInput.yardId, 'yard_not_found')
  if (yardId) await requireYard(tx, yardId)
  const starts_at = instantOf(onDay, offerInput.startTime, actor.zone)
  const ends_at = instantOf(onDay, offerInput.endTime, actor.zone)
  if (ends_at <= starts_at) throw new AppError('wrong_order')
  const now = currentTime()
  if (starts_at <= now) throw new AppError('visit_is_past')
  const slot = { member_id: offerInput.memberId, on_day: onDay, local_start: offerInput.startTime, local_end: offerInput.endTime }
  if ((await isTaken(tx, offerInput.memberId, starts_at, ends_at)) || (await isAway(tx, slot))) throw new AppError('slot_taken')
  if (await isOffered(tx, client.id, offerInput.memberId, [starts_at, ends_at])) throw new AppError('already_offered')
  return insertRow(tx, actor, 'slot_offers', uuidv7(), {
    gap_id: offerInput.gapId,
    client_id: client.id,
    ...slot,
    zone: actor.zone,
    starts_at,
    ends_at,
    yard_id: yardId,
    horses: JSON.stringify(await theirHorses(tx, client.id, offerInput.horses)),
    expires_at: offerEnds(starts_at, now),
    state_at: now,
    appointment_id: null,
    asked_by: memberOf(actor),
  })
}

async function theirHorses(tx: PracticeTx, clientId: string, horses: OfferInput['horses']) {
  const theirs: { horseId: string; plannedWork: string | null }[] = []
  for (const { horseId, plannedWork } of horses) {
    const horse = await requireHorse(tx, idOf(horseId, 'horse_not_found'))
    if (horse.client_id !== clientId) throw new AppError('horse_not_found')
    theirs.push({ horseId: horse.id, plannedWork })
  }
  return theirs
}

async function sendOffer(tx: PracticeTx, actor: Actor, offer: OfferRow): Promise<NoticeOutcome> {
  const recipient = recipientOf(await requireClient(tx, offer.client_id))
  const token = await addOfferLink(tx, { offerId: offer.id, clientId: offer.client_id, onDay: offer.on_day, diesAt: offer.starts_at })
  const horses = (await listOffered(tx, offer)).map(({ name }) => name)
  const fields = {
    ...offerFields({ onDay: offer.on_day, localStart: offer.local_start }, horses),
    answer: actor.origin + shortPath(OFFER_PATH + token),
  }
  return queueWords(tx, actor, 'offer', recipient, fields, { purpose: 'marketing', notAfter: offer.expires_at, subjectId: offer.id })
}
