import type { Selectable } from 'kysely'
import type { EndedWhy } from '#features/records/services/rules.ts'
import { noteServiceNotice } from '#features/records/services/server/note-service-notice.ts'
import type { Day } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Service } from '#lib/plan.ts'
import type { DirectoryTx } from '#platform/server/database/db.ts'
import type { DirectoryTables } from '#platform/server/database/directory-tables.ts'

/** A service of a horse, as it was decided. */
export type Seat = Selectable<DirectoryTables['directory.seats']>

/** The seats of a practice; those that end first, so that one that follows finds its place. */
export const listSeats = (tx: DirectoryTx, practiceId: string): Promise<Seat[]> =>
  tx
    .selectFrom('directory.seats')
    .selectAll()
    .where('practice_id', '=', practiceId)
    .orderBy('ends_on', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute()

/** A seat, held until the transaction ends: another changes it only afterwards. */
export const holdSeat = (tx: DirectoryTx, { practiceId, id }: { practiceId: string; id: string }): Promise<Seat | undefined> =>
  tx.selectFrom('directory.seats').selectAll().where('id', '=', id).where('practice_id', '=', practiceId).forUpdate().executeTakeFirst()

type Wanted = { practiceId: string; horseIds: readonly string[]; service: Service; personId: string | null; today: Day }

/**
 * Begins a service of horses that don't have it, and returns the seats that began, by horse. One that this person ended and that still runs goes on as
 * if they had not, unless what they paid for it was given back. Pressed twice, or by two, it begins once.
 */
export async function beginSeats(
  tx: DirectoryTx,
  { practiceId, horseIds, service, personId, today }: Wanted,
): Promise<ReadonlyMap<string, string>> {
  const begun = new Map<string, string>()
  const known = await tx
    .selectFrom('directory.seats')
    .selectAll()
    .where('practice_id', '=', practiceId)
    .where('service', '=', service)
    .where('horse_id', 'in', horseIds)
    .forUpdate()
    .execute()
  for (const horseId of horseIds) {
    const own = known.filter((seat) => seat.horse_id === horseId && (seat.ends_on === null || seat.ends_on >= today))
    if (own.some(({ ends_on }) => ends_on === null)) continue
    const running = own.find((seat) => canGoOn(seat, personId))
    if (running && !(await isGivenBack(tx, running.id))) await writeSeat(tx, running, { ends_on: null, ended_why: null })
    else {
      const id = await insertSeat(tx, { practiceId, horseId, service, personId, today })
      if (id) begun.set(horseId, id)
    }
  }
  return begun
}

/** Whether a seat that its own person ended is one they may take up again without paying again for its days. */
const canGoOn = ({ person_id, ended_why }: Seat, personId: string | null): boolean => person_id === personId && ended_why === 'owner'

const isGivenBack = async (tx: DirectoryTx, seatId: string): Promise<boolean> =>
  (await tx
    .selectFrom('directory.seat_money')
    .select('id')
    .where('seat_id', '=', seatId)
    .where('kind', '=', 'back')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Undefined: another began it meanwhile. */
async function insertSeat(
  tx: DirectoryTx,
  { practiceId, horseId, service, personId, today }: Omit<Wanted, 'horseIds'> & { horseId: string },
): Promise<string | undefined> {
  const inserted = await tx
    .insertInto('directory.seats')
    .values({
      ...{ id: uuidv7(), practice_id: practiceId, horse_id: horseId, service, person_id: personId },
      ...{ from_on: today, ends_on: null, ended_why: null },
    })
    .onConflict((same) => same.columns(['practice_id', 'horse_id', 'service']).where('ends_on', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (inserted) await tellOwner(tx, inserted)
  return inserted?.id
}

/** Ends a seat on a day, unless it ends by then already. */
export async function endSeat(tx: DirectoryTx, seat: Seat, { endsOn, why }: { endsOn: Day; why: EndedWhy }): Promise<void> {
  const day = endsOn < seat.from_on ? seat.from_on : endsOn
  if (seat.ends_on === null || seat.ends_on > day) await writeSeat(tx, seat, { ends_on: day, ended_why: why })
}

/** What another has changed meanwhile stays as they left it. */
async function writeSeat(tx: DirectoryTx, { id, rev }: Seat, change: Pick<Seat, 'ends_on' | 'ended_why'>): Promise<void> {
  const seat = await tx
    .updateTable('directory.seats')
    .set({ ...change, rev: rev + 1 })
    .where('id', '=', id)
    .where('rev', '=', rev)
    .returningAll()
    .executeTakeFirst()
  if (seat) await tellOwner(tx, seat)
}

/** Notifies the payer of each begin and end, with the row that records it. */
async function tellOwner(tx: DirectoryTx, { id, rev, person_id, ends_on, ended_why }: Seat): Promise<void> {
  if (person_id === null) return
  const end = ends_on && ended_why ? { endsOn: ends_on, why: ended_why } : undefined
  await noteServiceNotice(tx, { personId: person_id, kind: end ? 'ended' : 'begun', key: `${id} ${rev}`, facts: { seatId: id, ...end } })
}
