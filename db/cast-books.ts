import type { Insertable } from 'kysely'
import { cast } from '#db/cast.ts'
import { CAST_CLIENTS } from '#db/cast-people.ts'
import { BASE, CAST_HOMES } from '#db/cast-places.ts'
import { pick } from '#db/cast-random.ts'
import type { StopRows } from '#db/cast-rows.ts'
import { CAST_YARDS } from '#db/cast-yards.ts'
import { addDays, type Day, weekdayOf } from '#lib/dates.ts'
import { milesOf, roadKm } from '#lib/distance.ts'
import { uuidOf } from '#lib/ids.ts'
import type { LatLng } from '#lib/position.ts'
import type { Tables } from '#platform/server/database/tables.ts'

type Bare<T extends keyof Tables> = Omit<Insertable<Tables[T]>, 'practice_id' | 'rev' | 'seq' | 'deleted_at' | 'fw'>
type Bought = Pick<Bare<'expenses'>, 'category' | 'description' | 'supplier' | 'method'> & { everyDays: number; pence: readonly number[] }

const DAYS_BACK = 730
/** The last days are not logged yet: the app proposes them. */
const DAYS_TO_LOG = 7

/** What a forge takes in a year. The van is claimed by its miles, so neither diesel nor repairs. */
const BOUGHT: readonly Bought[] = [
  bought('cost-of-goods', 'Shoes, nails and pads', 'Marches Farrier Supplies', 21, [31_240, 28_615, 35_480, 30_995]),
  bought('cost-of-goods', 'Gas for the forge', 'Leominster Gas', 42, [6480, 6650]),
  bought('maintenance', 'Rasps and a hoof knife', 'Marches Farrier Supplies', 63, [5840, 7225]),
  bought('admin', 'Phone', 'Border Mobile', 30, [2400]),
  bought('professional', 'Insurance', 'Rural Mutual', 180, [28_500]),
  bought('professional', 'Farriers Registration Council, retention fee', 'Farriers Registration Council', 365, [19_800]),
]

function bought(category: Bought['category'], description: string, supplier: string, everyDays: number, pence: readonly number[]): Bought {
  return { category, description, supplier, method: category === 'admin' ? 'bank-transfer' : 'card', everyDays, pence }
}

/** Two years' expenses. */
export const expenseRows = (today: Day): Bare<'expenses'>[] =>
  BOUGHT.flatMap(({ everyDays, pence, ...what }) =>
    Array.from({ length: Math.floor(DAYS_BACK / everyDays) }, (_, time) => {
      const day = addDays(today, -(time * everyDays + (what.description.length % Math.min(everyDays, 20)) + 1))
      return {
        ...what,
        id: uuidOf('cast', 'expense', what.description, String(time)),
        // Nothing is bought on a Sunday.
        spent_on: weekdayOf(day) === 0 ? addDays(day, -1) : day,
        total_pence: pick(`spent ${what.description} ${time}`, pence),
        member_id: cast.owner.memberId,
      }
    }),
  )

/** Two years' mileage log, a line for each day's round. */
export const tripRows = (rows: readonly StopRows[], today: Day): Bare<'trips'>[] => {
  const driven = rows.filter(
    ({ visit: { status, client_id, on_day } }) =>
      status === 'done' && client_id && on_day >= addDays(today, -DAYS_BACK) && on_day < addDays(today, -DAYS_TO_LOG),
  )
  return [...Map.groupBy(driven, ({ visit }) => visit.on_day)].map(([day, stops]) => {
    const places = [BASE, ...stops.flatMap(({ visit }) => placeOf(visit) ?? []), BASE]
    const km = places.slice(1).reduce((sum, place, index) => sum + roadKm(places[index] ?? place, place), 0)
    return {
      id: uuidOf('cast', 'trip', day),
      on_day: day,
      member_id: cast.owner.memberId,
      miles_tenths: Math.max(1, Math.round(milesOf(km) * 10)),
      purpose: stops.length === 1 ? 'Visit' : `Round of ${stops.length} stops`,
      from_place: 'The Forge, Risbury',
      to_place: stops[0]?.visit.location ?? null,
    }
  })
}

/** A stop's place: its yard, else its owner's home. */
function placeOf({ yard_id, client_id }: StopRows['visit']): LatLng | undefined {
  const yard = (Object.keys(CAST_YARDS) as (keyof typeof CAST_YARDS)[]).find((key) => cast.yards[key].id === yard_id)
  if (yard) return CAST_YARDS[yard]
  const owner = (Object.keys(CAST_CLIENTS) as (keyof typeof CAST_CLIENTS)[]).find((key) => cast.clients[key].id === client_id)
  return owner && CAST_HOMES[owner]
}
