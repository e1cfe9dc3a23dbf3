import { sql } from 'kysely'
import type { Horse, Pause } from '#features/records/horses/contract.ts'
import type { Day } from '#lib/dates.ts'
import { type GuestTx, type Prepared, readIn } from '#platform/server/database/db.ts'

/**
 * What a guest's transaction may read, by name: the database holds it to what is theirs. The texts name the owner too, so that it is found
 * by its keys.
 */

type HorseRow = Dates & { id: string; name: string; isTheirs: boolean; sharedBy: string | null }
type Dates = { nextDueOn: Day | null; goneOn: Day | null; goneReason: Horse['goneReason']; pauses: Pause[] }

const HORSES: Prepared = {
  name: 'guest_horses',
  text: `with shared as materialized (select s.horse_id, s.client_id from guest_shared() s)
    select id, name, next_due_on as "nextDueOn", gone_on as "goneOn", gone_reason as "goneReason", pauses,
      client_id in (select guest_clients()) or id in (select horse_id from shared) as "isTheirs",
      (select s.client_id from shared s where s.horse_id = horses.id and s.client_id not in (select guest_clients())) as "sharedBy"
    from horses where deleted_at is null and id in (select g.horse_id from guest_horses() g union all select horse_id from shared)
    order by name, id`,
}

/**
 * Their horses and those that are shared with them, by name, gone ones too. `sharedBy`: the owner of one that is only shared. Of one with
 * another owner now only its name.
 */
export const listGuestHorses = async (tx: GuestTx) =>
  (await readIn(tx)<HorseRow>(HORSES, [])).map(({ id, name, isTheirs, sharedBy, ...dates }) => ({
    id,
    name,
    isTheirs,
    sharedBy,
    ...(isTheirs ? dates : { nextDueOn: null, goneOn: null, goneReason: null, pauses: [] }),
  }))

const CLIENTS: Prepared = { name: 'guest_clients', text: 'select guest_clients() as id order by id' }

/** The clients for whom they are there. */
export const listGuestClients = async (tx: GuestTx): Promise<string[]> =>
  (await readIn(tx)<{ id: string }>(CLIENTS, [])).map(({ id }) => id)

const CARDS: Prepared = {
  name: 'guest_cards',
  text: `select distinct a.id from visit_horses l join appointments a on a.practice_id = l.practice_id and a.id = l.appointment_id
    where l.client_id in (select guest_clients()) and a.on_day = $1 and l.outcome is not null and l.deleted_at is null and a.deleted_at is null`,
}

/** Their visits of a day on which something of theirs is written down: those have a card. */
export const listGuestCards = async (tx: GuestTx, day: Day): Promise<string[]> =>
  (await readIn(tx)<{ id: string }>(CARDS, [day])).map(({ id }) => id)

type Line = {
  id: string
  clientId: string
  onDay: Day
  isCallOnly: boolean
  period: 'AM' | 'PM'
  start: string
  horseId: string | null
  horse: string | null
}

const VISITS: Prepared = {
  name: 'guest_visits',
  text: `select a.id, l.client_id as "clientId", a.on_day as "onDay", a.is_call_only as "isCallOnly", a.call_period as period,
      a.local_start as start, h.id as "horseId", h.name as horse
    from appointments a join visit_horses l on l.practice_id = a.practice_id and l.appointment_id = a.id
    left join horses h on h.practice_id = l.practice_id and h.id = l.horse_id
    where (l.client_id in (select guest_clients()) or (l.horse_id, l.client_id) in (select s.horse_id, s.client_id from guest_shared() s))
      and a.on_day >= $1 and a.status = 'booked' and a.deleted_at is null and l.deleted_at is null
    order by a.starts_at, a.id, l.place limit 200`,
}

/** Their visits from a day on that are booked, in order, each with their own horses, and the first of their clients on it. */
export const listGuestVisits = async (tx: GuestTx, from: Day) => visitsOf(await readIn(tx)<Line>(VISITS, [from]))

/** The visits of their lines. */
export function visitsOf(lines: readonly Line[]) {
  const visits = new Map<string, { id: string; clientId: string; onDay: Day; when: string; horses: string[]; horseIds: string[] }>()
  for (const line of lines) {
    const visit = visits.get(line.id) ?? {
      id: line.id,
      clientId: line.clientId,
      onDay: line.onDay,
      when: whenOf(line),
      horses: [],
      horseIds: [],
    }
    if (line.horse) visit.horses.push(line.horse)
    if (line.horseId) visit.horseIds.push(line.horseId)
    visits.set(line.id, visit)
  }
  return [...visits.values()]
}

const whenOf = ({ isCallOnly, period, start }: Line) => (isCallOnly ? (period === 'AM' ? 'in the morning' : 'in the afternoon') : start)

/** The clients whose bills a guest sees, by name. */
export const listMoneyClients = async (tx: GuestTx): Promise<{ id: string; name: string }[]> =>
  (
    await sql<{ id: string; name: string }>`
      select c.id, c.name from clients c where c.id in (select a.client_id from guest_access() a where a.sees_money)
      order by c.name, c.id`.execute(tx)
  ).rows

const TERMS: Prepared = {
  name: 'guest_terms',
  text: `select c.id, c.name from clients c
    join (select v.id from terms_versions v order by v.number desc limit 1) in_force on true
    where c.id in (select a.client_id from guest_access() a where a.role = 'holder')
      and not exists (
        select from terms_acceptances t where t.client_id = c.id and t.version_id = in_force.id and t.deleted_at is null)
    order by c.name, c.id`,
}

/** The clients, of those a guest is as the client themselves, who have not accepted the terms in force, by name. */
export const listTermsToAccept = (tx: GuestTx): Promise<{ id: string; name: string }[]> => readIn(tx)(TERMS, [])
