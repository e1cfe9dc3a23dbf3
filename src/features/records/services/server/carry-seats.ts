import { noteServiceEnded } from '#features/records/guests/server/note-service-ended.ts'
import type { EndedWhy } from '#features/records/services/rules.ts'
import { type Carried, confirm } from '#features/records/services/server/confirming.ts'
import { planAllBack, planBacks } from '#features/records/services/server/customers.ts'
import { endSeat, holdSeat, listSeats, type Seat } from '#features/records/services/server/seats.ts'
import { currentTime } from '#lib/clock.ts'
import { type Day, dayOf } from '#lib/dates.ts'
import type { Actor } from '#platform/server/actor.ts'
import { type Database, type DirectoryTx, type PracticeTx, type Prepared, readIn } from '#platform/server/database/db.ts'
import { actorOfPractice, findPracticePlan } from '#platform/server/database/practice-actor.ts'
import { holdWriters } from '#platform/server/database/rows.ts'

/** Where services are, and how a page of this server is reached. */
export type Places = { db: Database; origin: string }

/**
 * Copies the decisions on a practice's services into it, where access is checked, and ends there what no one may pay for any
 * longer: a horse that died or is another's, a portal that is closed. Each begin and end is confirmed to the owner with its row, so once.
 * Cut short anywhere, it is done by the next run. Returns who must be given money back.
 */
export async function carrySeats({ db, origin }: Places, practiceId: string): Promise<readonly string[]> {
  const seats = await db.withDirectory((tx) => listPaid(tx, practiceId))
  if (seats.length === 0) return []
  const { state } = await findPracticePlan(db, practiceId)
  const actor = await actorOfPractice(db, practiceId, { origin })
  const today = dayOf(currentTime(), actor.zone)
  const over = await db.withPractice(practiceId, (tx) => carry(tx, actor, seats, { today, isLapsed: state === 'lapsed' }))
  const payers = [...new Set(over.flatMap(({ seat }) => seat.person_id ?? []))]
  if (over.length === 0) return payers
  await db.withDirectory(async (tx) => {
    for (const { seat, neverOpen, ...end } of over) {
      const held = await holdSeat(tx, { practiceId, id: seat.id })
      if (held) await endSeat(tx, held, end)
      if (neverOpen) await planAllBack(tx, seat.id, end.why)
    }
    for (const personId of payers) await planBacks(tx, personId)
  })
  if (over.some(({ neverOpen }) => neverOpen)) await carrySeats({ db, origin }, practiceId)
  return payers
}

/** A seat, and what is known of its payment. */
type Carry = Seat & { paidUntil: Day | null; isPastDue: boolean }

async function listPaid(tx: DirectoryTx, practiceId: string): Promise<Carry[]> {
  const seats = await listSeats(tx, practiceId)
  const people = seats.flatMap(({ person_id }) => person_id ?? [])
  const customers =
    people.length > 0 ? await tx.selectFrom('directory.customers').selectAll().where('person_id', 'in', people).execute() : []
  const known = new Map(customers.map((one) => [one.person_id, one]))
  return seats.map((seat) => {
    const customer = seat.person_id ? known.get(seat.person_id) : undefined
    return { ...seat, paidUntil: customer?.paid_until ?? null, isPastDue: customer?.is_past_due ?? false }
  })
}

type On = { today: Day; isLapsed: boolean }
type End = { endsOn: Day; why: EndedWhy }
/** `neverOpen`: it had ended before anyone had it. */
type Over = End & { seat: Seat; neverOpen: boolean }

/** What a seat's horse is in the practice, why no one may pay for it, and what was carried over before. */
type SeatContext = {
  id: string
  goneOn: Day | null
  why: EndedWhy | null
  isThere: boolean
  isTaken: boolean
  horseName: string | null
  clientId: string | null
  seatRev: number | null
  endsOn: Day | null
  endedWhy: EndedWhy | null
}

const STANDING: Prepared = {
  name: 'seats_standing',
  text: `select s.id, h.id is not null as "isThere", h.name as "horseName", h.gone_on as "goneOn",
      coalesce((
        select a.client_id from client_access a where a.person_id = s.person_id and a.role = 'holder'
        order by a.client_id = h.client_id desc, a.since desc limit 1), h.client_id) as "clientId",
      case
        when h.id is null or h.deleted_at is not null or h.gone_on <= $2::date then 'gone'
        when c.deleted_at is not null or s.person_id is not null and not exists (
          select from client_access a where a.person_id = s.person_id and a.client_id = h.client_id and a.role = 'holder'
            and a.confirmed_at is not null and (a.until is null or a.until > clock_now())) then 'left'
        when c.portal = false or exists (select from settings t where t.portal ->> 'way' = 'off') then 'off'
      end as why,
      exists (
        select from horse_services o where o.horse_id = s.horse_id and o.service = s.service and o.seat_rev = 0 and o.ends_on is null) as "isTaken",
      r.seat_rev as "seatRev", r.ends_on as "endsOn", r.ended_why as "endedWhy"
    from unnest($1::uuid[], $3::uuid[], $4::uuid[], $5::text[]) s (id, horse_id, person_id, service)
    left join horses h on h.id = s.horse_id
    left join clients c on c.id = h.client_id
    left join horse_services r on r.id = s.id`,
}

async function carry(tx: PracticeTx, actor: Actor, seats: readonly Carry[], { today, isLapsed }: On): Promise<Over[]> {
  // One run after the other: each begin is confirmed by the first that sees it.
  await holdWriters(tx)
  const rows = await readIn(tx)<SeatContext>(STANDING, [
    ...[
      seats.map(({ id }) => id),
      today,
      seats.map(({ horse_id }) => horse_id),
      seats.map(({ person_id }) => person_id),
      seats.map(({ service }) => service),
    ],
  ])
  const standing = new Map(rows.map((row) => [row.id, row]))
  const over: Over[] = []
  const carried: Carried[] = []
  for (const seat of seats) {
    const known = standing.get(seat.id)
    if (!known) continue
    const end = endOf(seat, known, { today, isLapsed, tier: actor.tier })
    if (end && (seat.ends_on === null || end.endsOn < seat.ends_on))
      over.push({
        seat,
        ...end,
        neverOpen: known.seatRev === null || (end.why === 'gone' && known.goneOn !== null && known.goneOn < seat.from_on),
      })
    // Of an erased horse nothing is left to write to.
    if (!known.isThere) continue
    // The horse has it by a row without a seat.
    if (known.isTaken && known.seatRev === null) continue
    const isNew = known.seatRev === null
    // Written when the directory has its end: cut short in between, it is still known that it never had a user.
    if (isNew && end && seat.ends_on === null) continue
    const isEndNew = end !== undefined && known.endsOn === null
    if (!isNew && !isEndNew && known.seatRev === seat.rev) continue
    await write(tx, actor, seat, end)
    const told = { seat, horseName: known.horseName ?? '', clientId: known.clientId }
    if (isNew && !end) carried.push({ ...told, what: 'begun' })
    if (!isNew && isEndNew) carried.push({ ...told, what: 'ended', ...end })
  }
  await confirm(tx, actor, carried)
  return over
}

/** When and why a seat ends, of all that ends it the first. */
function endOf(seat: Seat, known: SeatContext, { today, isLapsed, tier }: On & Pick<Actor, 'tier'>): End | undefined {
  const pressed = seat.ends_on && seat.ended_why ? { endsOn: seat.ends_on, why: seat.ended_why } : undefined
  // What the practice has written and the directory not yet, because it was cut short in between.
  const written = known.seatRev === seat.rev && known.endsOn && known.endedWhy ? { endsOn: known.endsOn, why: known.endedWhy } : undefined
  const first = pressed ?? written
  const why = known.why ?? (isLapsed ? 'off' : isInPlan(seat, tier) ? 'plan' : undefined)
  if (!why || (first && first.endsOn <= today)) return first
  const day = why === 'gone' && known.goneOn !== null && known.goneOn < today ? known.goneOn : today
  return { endsOn: notBefore(seat.from_on, day), why }
}

const notBefore = (first: Day, day: Day): Day => (day < first ? first : day)

/** A portal that the practice itself pays for needs no seat. */
const isInPlan = ({ service }: Seat, tier: Actor['tier']): boolean => service === 'portal' && tier !== 'essential'

async function write(tx: PracticeTx, actor: Actor, seat: Carry, end: End | undefined): Promise<void> {
  const paid = { paid_until: seat.paidUntil, is_past_due: seat.isPastDue }
  const ends = { ...paid, ends_on: end?.endsOn ?? null, ended_why: end?.why ?? null, seat_rev: seat.rev }
  await tx
    .insertInto('horse_services')
    .values({
      ...{ practice_id: actor.practiceId, id: seat.id, horse_id: seat.horse_id, service: seat.service, person_id: seat.person_id },
      ...{ from_on: seat.from_on, ...ends },
    })
    // A run that read before another's change takes nothing back.
    .onConflict((same) => same.columns(['practice_id', 'id']).doUpdateSet(ends).where('horse_services.seat_rev', '<=', seat.rev))
    .execute()
  if (end) noteServiceEnded(tx, { practiceId: actor.practiceId, serviceId: seat.id, endsOn: end.endsOn })
}
