import '#features/day/round/server/tables.ts'
import { sql } from 'kysely'
import type { TravelTable } from '#features/day/round/contract.ts'
import type { Day } from '#lib/dates.ts'
import type { LatLng } from '#lib/position.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Row } from '#platform/server/database/rows.ts'

type Point = TravelTable['places'][number]
/** A member's day: between which places road times are wanted, none of which is there twice, and the table it has. */
export type TravelDay = { memberId: string; onDay: Day; places: Point[]; known: Row<'travel_tables'> | undefined }

/** As many places as every source of road times takes at once: Valhalla makes 2,500 legs of a request, a square of 50. */
const MOST_PLACES = 50

/**
 * The days on which a member has stops whose places are known, or has road times already. Their places are the base and the stops, done ones
 * too: a round that is under way came from them, and its miles are counted afterwards. Sorted, so that another order is the same table.
 */
export async function listTravelDays(tx: PracticeTx, base: LatLng | null, { from, to }: { from: Day; to: Day }): Promise<TravelDay[]> {
  const { rows } = await sql<{ memberId: string; onDay: Day; places: LatLng[] }>`
    select a.member_id as "memberId", a.on_day as "onDay",
      json_agg(json_build_object('lat', coalesce(y.lat, c.lat), 'lng', coalesce(y.lng, c.lng)) order by a.starts_at, a.id) as places
    from appointments a
    join members m on m.practice_id = a.practice_id and m.id = a.member_id and m.is_active and m.deleted_at is null
    left join yards y on y.practice_id = a.practice_id and y.id = a.yard_id and y.deleted_at is null and y.lat is not null
    left join clients c on c.practice_id = a.practice_id and c.id = a.client_id and c.deleted_at is null and c.lat is not null
    where a.on_day between ${from} and ${to} and a.deleted_at is null and a.status not in ('cancelled', 'no_show')
      and (y.id is not null or c.id is not null)
    group by a.member_id, a.on_day order by a.on_day, a.member_id`.execute(tx)
  const known = await tx
    .selectFrom('travel_tables')
    .selectAll()
    .where('on_day', '>=', from)
    .where('on_day', '<=', to)
    .where('deleted_at', 'is', null)
    .execute()
  const keyOf = (memberId: string, onDay: Day) => `${memberId} ${onDay}`
  const tables = new Map(known.map((row) => [keyOf(row.member_id, row.on_day), row]))
  const days = rows.map(({ memberId, onDay, places }) => {
    const key = keyOf(memberId, onDay)
    const table = tables.get(key)
    tables.delete(key)
    return { memberId, onDay, places: pointsOf(base ? [base, ...places] : places), known: table }
  })
  return [...days, ...[...tables.values()].map((table) => ({ memberId: table.member_id, onDay: table.on_day, places: [], known: table }))]
}

/** Five decimals are a metre. */
function pointsOf(places: readonly LatLng[]): Point[] {
  const points = new Map(
    places.map(({ lat, lng }) => [`${lat.toFixed(5)} ${lng.toFixed(5)}`, [Number(lat.toFixed(5)), Number(lng.toFixed(5))] as Point]),
  )
  return [...points.values()].slice(0, MOST_PLACES).sort(([a, b], [c, d]) => a - c || b - d)
}
