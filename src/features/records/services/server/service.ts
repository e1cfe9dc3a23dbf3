import { requireMay } from '#features/core/practice/server/require-may.ts'
import { settingsOf } from '#features/core/practice/server/settings-of.ts'
import { requireGuest } from '#features/records/guests/server/require-guest.ts'
import { isGone } from '#features/records/horses/rules.ts'
import type { ClientServices, HorseService } from '#features/records/services/contract.ts'
import { lastDayOf, offeredBy } from '#features/records/services/rules.ts'
import { carrySeats, type Places } from '#features/records/services/server/carry-seats.ts'
import type { PaidPlaces } from '#features/records/services/server/checkouts.ts'
import { planBacks } from '#features/records/services/server/customers.ts'
import { endOwn } from '#features/records/services/server/end-own.ts'
import { beginPaid, type ShownOffer, settleSoon } from '#features/records/services/server/payments.ts'
import { beginSeats, endSeat, holdSeat, type Seat } from '#features/records/services/server/seats.ts'
import { openPayments, type Selling } from '#features/records/services/server/stripe-services.ts'
import { currentTime } from '#lib/clock.ts'
import { type Day, dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { type Service, type ServiceFacts, serviceStandingOf, type Tier } from '#lib/plan.ts'
import type { MemberActor } from '#platform/server/actor.ts'
import { type DirectoryTx, type PracticeTx, type Prepared, readIn } from '#platform/server/database/db.ts'

/** Where services are, whether it is the test version, where no one pays, and how clients pay; without that the operator arranges each. */
export type ServicePlaces = Places & { isTestVersion: boolean; selling?: Selling | undefined }

/** The same where clients pay; undefined elsewhere. */
export const openPaid = async ({ db, origin, selling }: Omit<ServicePlaces, 'isTestVersion'>): Promise<PaidPlaces | undefined> =>
  selling && { db, origin, payments: await openPayments(selling) }

/** Who has a service of this practice's clients. @throws forbidden for all but owners */
export async function clientServices({ db, isTestVersion, selling }: ServicePlaces, actor: MemberActor): Promise<ClientServices> {
  requireMay(actor, 'runPractice')
  const today = dayOf(currentTime(), actor.zone)
  const rows = await db.withPractice(actor.practiceId, (tx) => readIn(tx)<Row>(HAS, [today]))
  return { by: isTestVersion ? 'nobody' : selling ? 'client' : 'operator', has: rows.flatMap((row) => toService(row, today)) }
}

/** Ends a client's service today, for any payer. @throws forbidden for all but owners, service_not_found */
export async function endForClient(places: ServicePlaces, actor: MemberActor, id: string): Promise<ClientServices> {
  requireMay(actor, 'runPractice')
  await end(places, { practiceId: actor.practiceId, id }, async (tx, seat) => {
    await endSeat(tx, seat, { endsOn: dayOf(currentTime(), actor.zone), why: 'farrier' })
    if (seat.person_id) await planBacks(tx, seat.person_id)
  })
  return clientServices(places, actor)
}

type OfGuest = { practice: { id: string; zone: string; tier: Tier; isLapsed: boolean }; personId: string; clientId: string }

/** `said`: what the owner has read it costs. */
type Wish = { service: Service; horseIds: readonly string[]; said?: ShownOffer | undefined }

/**
 * Begins a service of horses for the owner who pays for it. The first time it begins when it is paid, on the page of Stripe's whose address is returned.
 * In the test version it is open at once, and nothing is charged.
 * @throws service_not_offered, services_by_operator, practice_takes_nothing, horse_not_found, client_not_found, forbidden, sum_changed, payment_awaited,
 * payment_silent
 */
export async function beginServices(
  places: ServicePlaces,
  { practice, personId, clientId }: OfGuest,
  { service, horseIds, said }: Wish,
): Promise<{ url: string | null }> {
  if (practice.isLapsed) throw new AppError('practice_takes_nothing')
  const today = dayOf(currentTime(), practice.zone)
  await places.db.withPractice(practice.id, async (tx) => {
    await requireGuest(tx, { personId }, 'payServices', { clientId })
    if (!offeredBy(practice.tier, (await settingsOf(tx)).services).includes(service)) throw new AppError('service_not_offered')
    await requireOwn(tx, { clientId, horseIds, today })
  })
  const paid = await openPaid(places)
  if (paid) return beginPaid(paid, { personId, practiceId: practice.id, clientId, service, horseIds }, said)
  if (!places.isTestVersion) throw new AppError('services_by_operator')
  await places.db.withDirectory((tx) => beginSeats(tx, { practiceId: practice.id, horseIds, service, personId, today }))
  await carrySeats(places, practice.id)
  return { url: null }
}

/** Ends a service for the owner of its horse, with one press and never refused. @throws service_not_found, client_not_found, forbidden */
export async function endForOwner(places: ServicePlaces, { practice, personId, clientId }: OfGuest, id: string): Promise<void> {
  const today = dayOf(currentTime(), practice.zone)
  await places.db.withPractice(practice.id, async (tx) => {
    await requireGuest(tx, { personId }, 'payServices', { clientId })
    const isTheirs = await tx
      .selectFrom('horse_services as s')
      .innerJoin('horses as h', 'h.id', 's.horse_id')
      .select('s.id')
      .where('s.id', '=', id)
      .where('h.client_id', '=', clientId)
      .executeTakeFirst()
    if (!isTheirs) throw new AppError('service_not_found')
  })
  await end(places, { practiceId: practice.id, id }, (tx, seat) =>
    places.selling
      ? endOwn(tx, seat, today)
      : // What was arranged without an end has no month to run.
        endSeat(tx, seat, { endsOn: seat.person_id === null ? today : lastDayOf(seat.from_on, today), why: 'owner' }),
  )
}

type Named = { practiceId: string; id: string }

async function end(places: ServicePlaces, named: Named, work: (tx: DirectoryTx, seat: Seat) => Promise<void>) {
  const seat = await places.db.withDirectory(async (tx) => {
    const held = await holdSeat(tx, named)
    if (!held) throw new AppError('service_not_found')
    await work(tx, held)
    return held
  })
  await carrySeats(places, named.practiceId)
  const paid = await openPaid(places)
  if (paid && seat.person_id) await settleSoon(paid, seat.person_id)
}

/** @throws horse_not_found unless all are the client's, and there */
async function requireOwn(tx: PracticeTx, { clientId, horseIds, today }: { clientId: string; horseIds: readonly string[]; today: Day }) {
  const rows = await tx
    .selectFrom('horses')
    .select(['id', 'gone_on as goneOn'])
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .where('id', 'in', horseIds)
    .execute()
  if (rows.filter((horse) => !isGone(horse, today)).length < horseIds.length) throw new AppError('horse_not_found')
}

type Row = ServiceFacts & Omit<HorseService, 'state' | 'lastDay'>

const HAS: Prepared = {
  name: 'services_had',
  text: `select s.id, s.service, s.horse_id as "horseId", h.name as "horseName", c.id as "clientId", c.name as "clientName",
      s.from_on as "fromOn", s.person_id is null as "isArranged", s.paid_until as "paidUntil", s.is_past_due as "isPastDue", s.ends_on as "endsOn"
    from horse_services s join horses h on h.id = s.horse_id join clients c on c.id = h.client_id
    where s.ends_on is null or s.ends_on >= $1::date order by c.name, c.id, s.service, h.name, s.id`,
}

/** None where it has ended. */
function toService({ paidUntil, isPastDue, endsOn, ...row }: Row, today: Day): HorseService[] {
  const { state, lastDay } = serviceStandingOf({ fromOn: row.fromOn, paidUntil, isPastDue, endsOn }, today)
  return state === 'ended' ? [] : [{ ...row, state, lastDay }]
}
