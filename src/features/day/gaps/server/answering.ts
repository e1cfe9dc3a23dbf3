import { pictureOf } from '#features/core/letterhead/server/picture-of.ts'
import { alertMembers } from '#features/core/notices/server/queue-words.ts'
import { settingsOf } from '#features/core/practice/server/settings-of.ts'
import { titleFor } from '#features/day/booking/proposing.ts'
import { type OfferPage, offerStatusOf } from '#features/day/gaps/offer-page.ts'
import { namesOf } from '#features/day/gaps/rules.ts'
import { isAway } from '#features/day/gaps/server/away.ts'
import { closeOffers } from '#features/day/gaps/server/closing.ts'
import { isTaken, listOffered, lockGap, type OfferedName, type OfferRow } from '#features/day/gaps/server/queries.ts'
import { toOffer } from '#features/day/gaps/server/wire.ts'
import { firstNameOf } from '#features/records/clients/rules.ts'
import { bookVisit } from '#features/visits/appointments/server/book-visit.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf, longDay, shortDay, timeOf } from '#lib/dates.ts'
import { uuidOf, uuidv7 } from '#lib/ids.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import { findRow, holdWriters, updateRow } from '#platform/server/database/rows.ts'
import { findClientLink } from '#platform/server/links.ts'

/** Where a practice and its people are reached. */
type Places = { db: Database; origin: string }

/** What a link opens now. Undefined: the link is unknown or dead, which it is from the slot's start on. */
export const openOffer = (places: Places, token: string): Promise<OfferPage | undefined> =>
  withOffer(places, token, (tx, actor, offer) => pageOf(tx, actor, offer))

/**
 * Records a client's yes or no. The first yes books the visit, notifies the other clients it was offered to that the slot is gone, and
 * alerts the farrier. A second yes, or one to a slot that was filled in the meantime, finds it gone. A repeated answer changes nothing.
 * Undefined: see `openOffer`.
 */
export const answerOffer = (places: Places, token: string, says: 'yes' | 'no'): Promise<OfferPage | undefined> =>
  withOffer(places, token, async (tx, actor, { id }) => {
    await holdWriters(tx)
    const gap = await lockGap(tx, (await requireOffer(tx, id)).gap_id)
    const offer = gap.find((one) => one.id === id)
    const status = offer && offerStatusOf(toOffer(offer))
    if (offer && (status === 'open' || status === 'declined')) {
      if (says === 'yes') await take(tx, actor, offer, gap)
      else if (status === 'open') await decline(tx, actor, offer)
    } else if (offer && status === 'gone' && says === 'yes' && (await isAway(tx, offer))) await alertAway(tx, actor, offer)
    return pageOf(tx, actor, await requireOffer(tx, id))
  })

async function withOffer<T>(places: Places, token: string, work: (tx: PracticeTx, actor: Actor, offer: OfferRow) => Promise<T>) {
  const link = await findClientLink(places.db, 'offer', token)
  if (!link) return undefined
  const actor = await actorOfPractice(places.db, link.practiceId, { origin: places.origin })
  return places.db.withPractice(link.practiceId, async (tx) => {
    const offer = await findRow(tx, 'slot_offers', link.subjectId)
    return offer && !offer.deleted_at ? work(tx, actor, offer) : undefined
  })
}

async function requireOffer(tx: PracticeTx, id: string): Promise<OfferRow> {
  const offer = await findRow(tx, 'slot_offers', id)
  if (!offer) throw new Error('an offer went while it was answered')
  return offer
}

async function take(tx: PracticeTx, actor: Actor, offer: OfferRow, gap: readonly OfferRow[]): Promise<void> {
  const horses = await listOffered(tx, offer)
  const others = gap.filter(({ id }) => id !== offer.id)
  const away = await isAway(tx, offer)
  const isFree = horses.length > 0 && !away && !(await isTaken(tx, offer.member_id, offer.starts_at, offer.ends_at))
  if (!isFree) {
    if (away) await alertAway(tx, actor, offer)
    // The page shows it to this client.
    await updateRow(tx, actor, offer, 'slot_offers', { state: 'gone', state_at: currentTime() }, { isPart: true })
    return closeOffers(tx, actor, others, 'gone')
  }
  const visit = await bookVisit(tx, actor, uuidv7(), {
    title: await titleOf(tx, offer, horses),
    clientId: offer.client_id,
    memberId: offer.member_id,
    ...(offer.yard_id && { yardId: offer.yard_id }),
    startTime: offer.starts_at.toISOString(),
    endTime: offer.ends_at.toISOString(),
    horses: horses.map(({ id, work }) => ({ horseId: id, plannedWork: work })),
    isCallOnly: false,
    sendSmsNotification: true,
    // The member who made the offer knew the state of their account.
    overdueOverride: true,
  })
  const taken = { state: 'taken' as const, state_at: currentTime(), appointment_id: visit.id }
  await updateRow(tx, actor, offer, 'slot_offers', taken, { verb: 'taken' })
  await closeOffers(tx, actor, others, 'gone')
  await alertTaken(tx, actor, offer, horses)
}

const decline = (tx: PracticeTx, actor: Actor, offer: OfferRow) =>
  updateRow(tx, actor, offer, 'slot_offers', { state: 'declined', state_at: currentTime() }, { verb: 'declined' })

async function titleOf(tx: PracticeTx, offer: OfferRow, horses: readonly OfferedName[]): Promise<string> {
  const yard = offer.yard_id ? await findRow(tx, 'yards', offer.yard_id) : undefined
  return titleFor(
    horses.map(({ name, workLabel }) => ({ name, work: workLabel ?? '' })),
    yard?.name ?? null,
  )
}

async function alertTaken(tx: PracticeTx, actor: Actor, offer: OfferRow, horses: readonly OfferedName[]): Promise<void> {
  const client = await findRow(tx, 'clients', offer.client_id)
  await alertMembers(tx, actor, {
    memberIds: [...new Set([offer.member_id, offer.asked_by])],
    title: 'Gap filled',
    body: `${client?.name ?? 'A client'} has taken ${shortDay(offer.on_day)} at ${offer.local_start}: ${namesOf(horses.map(({ name }) => name))}`,
    path: `/calendar?view=day&date=${offer.on_day}`,
  })
}

/** A client wants a time that was marked off after it was offered. Sent once an offer. */
async function alertAway(tx: PracticeTx, actor: Actor, offer: OfferRow): Promise<void> {
  const client = await findRow(tx, 'clients', offer.client_id)
  await alertMembers(
    tx,
    { ...actor, opId: uuidOf('away', offer.id) },
    {
      memberIds: [...new Set([offer.member_id, offer.asked_by])],
      title: "Nothing booked: you're away",
      body: `${client?.name ?? 'A client'} said yes to ${shortDay(offer.on_day)} at ${offer.local_start} and was told it's gone.`,
      path: `/calendar?view=day&date=${offer.on_day}`,
    },
  )
}

async function pageOf(tx: PracticeTx, actor: Actor, offer: OfferRow): Promise<OfferPage> {
  const client = await findRow(tx, 'clients', offer.client_id)
  const yard = offer.yard_id ? await findRow(tx, 'yards', offer.yard_id) : undefined
  const { zone } = offer
  const endsOn = dayOf(offer.expires_at, zone)
  return {
    practiceName: actor.practiceName,
    picture: await pictureOf(tx),
    ownerName: client ? firstNameOf({ name: client.name, isBusiness: client.is_business, businessName: client.business_name }) : '',
    when: `${longDay(offer.on_day)} at ${offer.local_start}`,
    yardName: yard?.name ?? null,
    horses: (await listOffered(tx, offer)).map(({ name, workLabel }) => ({ name, work: workLabel })),
    standing: offerStatusOf(toOffer(offer)),
    until: `${timeOf(offer.expires_at, zone)}${endsOn === dayOf(currentTime(), zone) ? '' : ` on ${shortDay(endsOn)}`}`,
    prepLine: (await settingsOf(tx)).prepLine,
  }
}
