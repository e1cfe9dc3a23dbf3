import type { Ownership } from '#features/records/horses/contract.ts'
import { AppError } from '#lib/errors.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { type Row, replaceUnder } from '#platform/server/database/rows.ts'

export type HorseRow = Row<'horses'>
/** With its owner's names, as lists show it. */
export type OwnedHorseRow = HorseRow & { owner_name: string; owner_business_name: string | null }

/** By name, then id; `after` is the last row of the page before. */
export function listHorses(
  tx: PracticeTx,
  page: { limit: number; after?: { name: string; id: string } | undefined },
): Promise<OwnedHorseRow[]> {
  let query = owned(tx).where('h.deleted_at', 'is', null).orderBy('h.name').orderBy('h.id').limit(page.limit)
  const { after } = page
  if (after) query = query.where((eb) => eb(eb.refTuple('h.name', 'h.id'), '>', eb.tuple(after.name, after.id)))
  return query.execute()
}

/** @throws horse_not_found when this practice has no such horse, or no longer. */
export async function requireOwnedHorse(tx: PracticeTx, id: string): Promise<OwnedHorseRow> {
  const horse = await owned(tx).where('h.id', '=', id).where('h.deleted_at', 'is', null).executeTakeFirst()
  if (!horse) throw new AppError('horse_not_found')
  return horse
}

export const hasWork = async (tx: PracticeTx, horseId: string): Promise<boolean> =>
  (await tx
    .selectFrom('work_entries')
    .select('id')
    .where('horse_id', '=', horseId)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Lines of visits still to be made that plan this horse. */
export const listOpenLines = (tx: PracticeTx, horseId: string): Promise<Row<'visit_horses'>[]> =>
  tx
    .selectFrom('visit_horses')
    .selectAll()
    .where('horse_id', '=', horseId)
    .where('outcome', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()

/** A coming visit of this client in which every horse now belongs to someone else. */
export const findLoneVisit = (tx: PracticeTx, visitId: string, clientId: string): Promise<Row<'appointments'> | undefined> =>
  tx
    .selectFrom('appointments as a')
    .selectAll('a')
    .where('a.id', '=', visitId)
    .where('a.client_id', '=', clientId)
    .where('a.yard_id', 'is', null)
    .where('a.deleted_at', 'is', null)
    .where('a.status', 'in', ['pencilled', 'booked'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('visit_horses as l')
            .select('l.id')
            .whereRef('l.appointment_id', '=', 'a.id')
            .where('l.client_id', '=', clientId)
            .where('l.deleted_at', 'is', null),
        ),
      ),
    )
    .executeTakeFirst()

/** The owners of a horse's own row, where they can be looked up by client; two times from one day (of clients made one) are one here. */
export async function writeOwners(
  tx: PracticeTx,
  horse: Pick<HorseRow, 'practice_id' | 'id'>,
  owners: readonly Ownership[],
): Promise<void> {
  const times = new Map(owners.map((owner) => [`${owner.clientId} ${owner.fromOn}`, owner]))
  const rows = [...times.values()].map(({ clientId, fromOn, toOn, brings = null }) => ({
    practice_id: horse.practice_id,
    horse_id: horse.id,
    client_id: clientId,
    from_on: fromOn,
    to_on: toOn,
    brings,
  }))
  await replaceUnder(tx, { table: 'horse_owners', column: 'horse_id', id: horse.id }, rows)
}

const owned = (tx: PracticeTx) =>
  tx
    .selectFrom('horses as h')
    .innerJoin('clients as c', (join) => join.onRef('c.practice_id', '=', 'h.practice_id').onRef('c.id', '=', 'h.client_id'))
    .selectAll('h')
    .select(['c.name as owner_name', 'c.business_name as owner_business_name'])
