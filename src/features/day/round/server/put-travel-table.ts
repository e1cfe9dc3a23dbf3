import '#features/day/round/server/tables.ts'
import type { TravelTable } from '#features/day/round/contract.ts'
import { tableId } from '#features/day/round/rules.ts'
import { currentTime } from '#lib/clock.ts'
import type { Day } from '#lib/dates.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { findRow, holdWriters, insertRow, keepServerColumns, type Row } from '#platform/server/database/rows.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

type Whose = { memberId: string; onDay: Day }
/** `legs[from][to]` of its places; null: no road leads there. */
export type Roads = Pick<TravelTable, 'engine' | 'places'> & { legs: readonly (readonly ({ km: number; minutes: number } | null)[])[] }

/** Writes the road times of a member's day in place of those it had. */
export async function putTravelTable(
  tx: PracticeTx,
  actor: Actor,
  { memberId, onDay }: Whose,
  { engine, places, legs }: Roads,
): Promise<void> {
  await holdWriters(tx)
  const id = tableId(memberId, onDay)
  const columns = {
    engine,
    places: JSON.stringify(places),
    legs: JSON.stringify(legs.map((row) => row.map(shortLeg))),
    made_at: currentTime(),
  }
  const known = await findRow(tx, 'travel_tables', id)
  if (known) await keepServerColumns(tx, known, 'travel_tables', { ...columns, deleted_at: null })
  else await insertRow(tx, actor, 'travel_tables', id, { member_id: memberId, on_day: onDay, ...columns }, { isPart: true })
}

/** To ten metres and six seconds: a device holds them all. */
const shortLeg = (leg: Roads['legs'][number][number]): [number, number] | null =>
  leg && [Math.round(leg.km * 100) / 100, Math.round(leg.minutes * 10) / 10]

/** Removes road times: all, those of days before one, or those of a member's day. What is left of them holds no places. */
export async function removeTravelTables(tx: PracticeTx, which: { before?: Day } | Whose = {}): Promise<void> {
  await holdWriters(tx)
  let tables = tx.selectFrom('travel_tables').selectAll().where('deleted_at', 'is', null)
  if ('memberId' in which) tables = tables.where('id', '=', tableId(which.memberId, which.onDay))
  else if (which.before) tables = tables.where('on_day', '<', which.before)
  for (const row of await tables.execute())
    await keepServerColumns(tx, row as Row<'travel_tables'>, 'travel_tables', { ...EMPTY, deleted_at: currentTime() })
}

const EMPTY = { engine: null, places: '[]', legs: '[]' }

/** A row as it goes over the wire. */
const toTravelTable = (row: Row<'travel_tables'>): TravelTable => ({
  id: row.id,
  memberId: row.member_id,
  onDay: row.on_day,
  engine: row.engine,
  places: row.places,
  legs: row.legs,
  madeAt: row.made_at.toISOString(),
})

/** Devices only read them. */
export const travelTableSync: SyncedEntity<'travel_tables'> = { toWire: toTravelTable }
