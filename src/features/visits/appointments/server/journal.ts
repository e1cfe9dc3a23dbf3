import { z } from 'zod'
import type { DayMove } from '#features/visits/appointments/contract.ts'
import type { VisitRecord } from '#features/visits/appointments/server/queries.ts'
import { idOf } from '#lib/canonical.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { logActivity } from '#platform/server/database/rows.ts'

/** When a visit of a moved day was, or is. */
const Place = z.object({ id: z.string(), onDay: z.string(), startTime: z.string(), endTime: z.string(), roundRank: z.string().nullable() })
const Places = z.object({ visits: z.array(Place) })
export type Place = z.output<typeof Place>

/**
 * Adds a visit to the journal's single line about moving a day, from any device and batch. A visit that is back where the day began drops
 * out; a move that is undone altogether leaves no line. @throws bad_request
 */
export async function noteDayMove(
  tx: PracticeTx,
  actor: Actor,
  { id: given, reason }: DayMove,
  rows: { before: VisitRecord; after: VisitRecord },
) {
  const id = idOf(given, 'bad_request')
  const known = await findDayMove(tx, id)
  const [from, to] = [placeOf(rows.before), placeOf(rows.after)]
  const began = known?.before.find((place) => place.id === from.id) ?? from
  const others = (places: Place[] = []) => places.filter((place) => place.id !== from.id)
  const isBack = began.startTime === to.startTime && began.endTime === to.endTime
  const before = { visits: [...others(known?.before), ...(isBack ? [] : [began])] }
  const after = { visits: [...others(known?.after), ...(isBack ? [] : [to])], reason }
  if (!known) return isBack ? undefined : logActivity(tx, actor, { entity: 'days', entityId: id, verb: 'moved', before, after })
  if (before.visits.length === 0) return tx.deleteFrom('activity').where('id', '=', known.id).execute()
  return tx.updateTable('activity').set({ before, after }).where('id', '=', known.id).execute()
}

/** The places on one side (before or after) of the journal's line about moving a day. */
export const placesIn = (side: Record<string, unknown> | null): Place[] => Places.parse(side ?? { visits: [] }).visits

async function findDayMove(tx: PracticeTx, id: string) {
  const row = await tx
    .selectFrom('activity')
    .select(['id', 'before', 'after'])
    .where('entity', '=', 'days')
    .where('entity_id', '=', id)
    .where('verb', '=', 'moved')
    .forUpdate()
    .executeTakeFirst()
  return row && { id: row.id, before: placesIn(row.before), after: placesIn(row.after) }
}

const placeOf = (row: VisitRecord): Place => ({
  id: row.id,
  onDay: row.on_day,
  startTime: row.starts_at.toISOString(),
  endTime: row.ends_at.toISOString(),
  roundRank: row.round_rank,
})
