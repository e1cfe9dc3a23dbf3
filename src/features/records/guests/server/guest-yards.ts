import type { Day, WallTime } from '#lib/dates.ts'
import { type GuestTx, type PracticeTx, type Prepared, readIn } from '#platform/server/database/db.ts'

/** A yard as its manager sees it, and the farrier's words on how to have a horse ready. */
export type GuestYard = { id: string; name: string; prepLine: string | null }
/** `start`: none for a stop without a time; `period`: none for one with a time. */
type Stop = { onDay: Day; isCallOnly: boolean; period: 'AM' | 'PM' | null; start: WallTime | null }
/** A coming visit there with the horses that are still to be done; none: it names no horse, or all are done. */
export type YardVisit = Stop & { id: string; horses: string[] }

const YARD: Prepared = {
  name: 'guest_yard',
  text: 'select yard_id as id, name, prep_line as "prepLine" from guest_yards() where yard_id = $1',
}
const STOP = `on_day as "onDay", is_call_only as "isCallOnly", call_period as period, to_char(local_start, 'HH24:MI') as start`
const STOPS: Prepared = {
  name: 'guest_yard_stops',
  text: `select visit_id as id, ${STOP}, horse from guest_yard_stops($1, $2)`,
}
const YARDS: Prepared = {
  name: 'guest_yards',
  text: `select y.yard_id as id, y.name, s.visit_id as "visitId", ${STOP}
    from guest_yards() y left join lateral (select * from guest_yard_stops(y.yard_id, $1) limit 1) s on true order by y.name, y.yard_id`,
}

/** The yard, where they are its manager. */
export const guestYard = async (tx: GuestTx, id: string): Promise<GuestYard | undefined> => (await readIn(tx)<GuestYard>(YARD, [id]))[0]

/** The visits to a yard from a day on, in order. */
export async function guestYardVisits(tx: GuestTx, yardId: string, from: Day): Promise<YardVisit[]> {
  const visits = new Map<string, YardVisit>()
  for (const { id, horse, ...stop } of await readIn(tx)<Stop & { id: string; horse: string | null }>(STOPS, [yardId, from])) {
    const visit = visits.get(id) ?? { id, ...stop, horses: [] }
    if (horse) visit.horses.push(horse)
    visits.set(id, visit)
  }
  return [...visits.values()]
}

/** The yards of which they are the manager, by name, each with the next visit from a day on; `visitId` null: none is booked. */
export const listGuestYards = (tx: GuestTx, from: Day) =>
  readIn(tx)<{ id: string; name: string } & ({ visitId: null } | (Stop & { visitId: string }))>(YARDS, [from])

/** The same, read as the practice, for what is written for a manager; `toName`: the name that the farrier gave. */
export const yardsManagedBy = (tx: PracticeTx, personId: string) =>
  readIn(tx)<{ id: string; name: string; toName: string | null }>(MANAGED, [personId])

const MANAGED: Prepared = {
  name: 'managed_by',
  text: 'select yard_id as id, name, to_name as "toName" from managed_by($1) order by name, yard_id',
}
