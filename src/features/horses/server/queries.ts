import type { Day } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { PracticeTx } from '#platform/server/db.ts'
import type { Row } from '#platform/server/rows.ts'

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

/** The same without the owner. @throws horse_not_found */
export async function requireHorse(tx: PracticeTx, id: string): Promise<HorseRow> {
  const horse = await tx.selectFrom('horses').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
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

/** Opens a time of ownership; the same owner on the same day again goes on with the old one. */
export async function insertOwner(tx: PracticeTx, practiceId: string, horseId: string, clientId: string, fromOn: Day): Promise<void> {
  await tx
    .insertInto('horse_owners')
    .values({ practice_id: practiceId, horse_id: horseId, client_id: clientId, from_on: fromOn, to_on: null })
    .onConflict((clash) => clash.columns(['practice_id', 'horse_id', 'client_id', 'from_on']).doUpdateSet({ to_on: null }))
    .execute()
}

/** Ends the present ownership on a day; one that began that very day was a mistake and leaves no trace. */
export async function closeOwner(tx: PracticeTx, horseId: string, on: Day): Promise<void> {
  await tx.deleteFrom('horse_owners').where('horse_id', '=', horseId).where('to_on', 'is', null).where('from_on', '>=', on).execute()
  await tx.updateTable('horse_owners').set({ to_on: on }).where('horse_id', '=', horseId).where('to_on', 'is', null).execute()
}

const owned = (tx: PracticeTx) =>
  tx
    .selectFrom('horses as h')
    .innerJoin('clients as c', (join) => join.onRef('c.practice_id', '=', 'h.practice_id').onRef('c.id', '=', 'h.client_id'))
    .selectAll('h')
    .select(['c.name as owner_name', 'c.business_name as owner_business_name'])
