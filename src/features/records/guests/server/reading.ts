import { sql } from 'kysely'
import type { Pause } from '#features/records/horses/contract.ts'
import type { Day } from '#lib/dates.ts'
import type { GuestTx } from '#platform/server/database/db.ts'

/** What a guest's transaction may read, by name: the database holds it to what is theirs. */

/**
 * Their horses by name, those that have gone too. Of one that is somebody else's now only its name: its dates are not their business any more.
 */
export const listGuestHorses = async (tx: GuestTx) =>
  (
    await tx
      .selectFrom('horses')
      .select(['id', 'name', 'next_due_on as nextDueOn', 'gone_on as goneOn', 'gone_reason as goneReason', 'pauses'])
      .select(sql<boolean>`client_id in (select guest_clients())`.as('isTheirs'))
      .where('deleted_at', 'is', null)
      .orderBy('name')
      .orderBy('id')
      .execute()
  ).map(({ id, name, isTheirs, ...dates }) => ({
    id,
    name,
    isTheirs,
    ...(isTheirs ? { ...dates, pauses: dates.pauses as Pause[] } : { nextDueOn: null, goneOn: null, goneReason: null, pauses: [] }),
  }))

/** The clients for whom they are there. */
export const listGuestClients = async (tx: GuestTx): Promise<string[]> =>
  (await sql<{ id: string }>`select guest_clients() as id order by id`.execute(tx)).rows.map(({ id }) => id)

/** Their visits of a day on which something of theirs is written down: those have a card. */
export const listGuestCards = async (tx: GuestTx, day: Day): Promise<string[]> =>
  (
    await tx
      .selectFrom('visit_horses as l')
      .innerJoin('appointments as a', (join) => join.onRef('a.practice_id', '=', 'l.practice_id').onRef('a.id', '=', 'l.appointment_id'))
      .select('a.id')
      .distinct()
      .where('a.on_day', '=', day)
      .where('l.outcome', 'is not', null)
      .where('l.deleted_at', 'is', null)
      .where('a.deleted_at', 'is', null)
      .execute()
  ).map(({ id }) => id)

type Line = { id: string; clientId: string; onDay: Day; isCallOnly: boolean; period: 'AM' | 'PM'; start: string; horse: string | null }

/** Their visits from a day on that are booked, in order, each with their own horses, and the first of their clients on it. */
export async function listGuestVisits(tx: GuestTx, from: Day) {
  const lines = await tx
    .selectFrom('appointments as a')
    .innerJoin('visit_horses as l', (join) => join.onRef('l.practice_id', '=', 'a.practice_id').onRef('l.appointment_id', '=', 'a.id'))
    .leftJoin('horses as h', (join) => join.onRef('h.practice_id', '=', 'l.practice_id').onRef('h.id', '=', 'l.horse_id'))
    .select([
      'a.id',
      'l.client_id as clientId',
      'a.on_day as onDay',
      'a.is_call_only as isCallOnly',
      'a.call_period as period',
      'a.local_start as start',
      'h.name as horse',
    ])
    .where('a.on_day', '>=', from)
    .where('a.status', '=', 'booked')
    .where('a.deleted_at', 'is', null)
    .where('l.deleted_at', 'is', null)
    .orderBy('a.starts_at')
    .orderBy('a.id')
    .orderBy('l.place')
    .limit(MOST_LINES)
    .execute()
  const visits = new Map<string, { id: string; clientId: string; onDay: Day; when: string; horses: string[] }>()
  for (const line of lines as Line[]) {
    const visit = visits.get(line.id) ?? { id: line.id, clientId: line.clientId, onDay: line.onDay, when: whenOf(line), horses: [] }
    if (line.horse) visit.horses.push(line.horse)
    visits.set(line.id, visit)
  }
  return [...visits.values()]
}

const MOST_LINES = 200

const whenOf = ({ isCallOnly, period, start }: Line) => (isCallOnly ? (period === 'AM' ? 'in the morning' : 'in the afternoon') : start)

/** The clients whose bills a guest sees, by name. */
export const listMoneyClients = async (tx: GuestTx): Promise<{ id: string; name: string }[]> =>
  (
    await sql<{ id: string; name: string }>`
      select c.id, c.name from clients c where c.id in (select a.client_id from guest_access() a where a.sees_money)
      order by c.name, c.id`.execute(tx)
  ).rows

/** The clients, of those a guest is as the client themselves, who have not accepted the terms in force, by name. */
export const listTermsToAccept = async (tx: GuestTx): Promise<{ id: string; name: string }[]> =>
  (
    await sql<{ id: string; name: string }>`
      select c.id, c.name from clients c
      join (select v.id from terms_versions v order by v.number desc limit 1) in_force on true
      where c.id in (select a.client_id from guest_access() a where a.role = 'holder')
        and not exists (
          select from terms_acceptances t where t.client_id = c.id and t.version_id = in_force.id and t.deleted_at is null)
      order by c.name, c.id`.execute(tx)
  ).rows
