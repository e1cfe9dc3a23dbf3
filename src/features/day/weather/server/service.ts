import '#features/day/weather/server/tables.ts'
import { sql } from 'kysely'
import { cellOf } from '#features/day/weather/cells.ts'
import type { Day } from '#lib/dates.ts'
import type { LatLng } from '#lib/position.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** A square with an open stop on a day; `madeAt`: when its forecast was made, null: there is none. */
export type WantedForecast = { cell: string; onDay: Day; madeAt: Date | null }

/** The squares of everyone's open stops between two days, both in, where their place is known. */
export async function wantedForecasts(tx: PracticeTx, from: Day, to: Day): Promise<WantedForecast[]> {
  const { rows } = await sql<{ onDay: Day } & LatLng>`
    select distinct a.on_day as "onDay", coalesce(y.lat, c.lat) as lat, case when y.lat is null then c.lng else y.lng end as lng
    from appointments a
    left join yards y on y.practice_id = a.practice_id and y.id = a.yard_id and y.deleted_at is null
    left join clients c on c.practice_id = a.practice_id and c.id = a.client_id and c.deleted_at is null
    where a.on_day between ${from} and ${to} and a.status in ('pencilled', 'booked') and not a.is_call_complete and a.deleted_at is null
      and coalesce(y.lat, c.lat) is not null`.execute(tx)
  const known = await tx
    .selectFrom('place_forecasts')
    .select(['cell', 'on_day', 'made_at'])
    .where('on_day', '>=', from)
    .where('deleted_at', 'is', null)
    .execute()
  const made = new Map(known.map(({ cell, on_day, made_at }) => [`${cell} ${on_day}`, made_at]))
  const keys = new Map(rows.map(({ onDay, ...position }) => [`${cellOf(position)} ${onDay}`, { cell: cellOf(position), onDay }]))
  return [...keys].map(([key, wanted]) => ({ ...wanted, madeAt: made.get(key) ?? null }))
}
