import { sql } from 'kysely'
import type { GuestRole } from '#features/records/guests/rules.ts'
import type { Access } from '#features/records/guests/server/practice-of-guest.ts'
import type { Pause } from '#features/records/horses/contract.ts'
import type { Day } from '#lib/dates.ts'
import type { GuestTx } from '#platform/server/database/db.ts'

/**
 * Since when and until when a horse was a client's of theirs, or is shared with them; null: from the beginning, and still. `filesFrom`: since when
 * they read its photos and files, which may have come along with it.
 */
export type GuestTime = { clientId: string; fromOn: Day | null; toOn: Day | null; filesFrom: Day | null; role: GuestRole }

/** A horse as its owner reads it, and when it was theirs. Undefined: it is none of theirs, and never was. */
export async function guestHorse(tx: GuestTx, id: string) {
  const horse = await horseSeen(tx, id)
  const times = horse ? await guestTimes(tx, id) : []
  return horse && times.length > 0 ? { ...horse, times } : undefined
}

/** The same for any guest who sees it, without whose it is. */
export async function horseSeen(tx: GuestTx, id: string) {
  const horse = await tx
    .selectFrom('horses')
    .select([
      'id',
      'name',
      'birth_year as birthYear',
      'breed',
      'color',
      'markings',
      'pauses',
      'gone_on as goneOn',
      'gone_reason as goneReason',
    ])
    .select(['last_service_on as lastServiceOn', 'next_due_on as nextDueOn'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return horse && { ...horse, pauses: horse.pauses as Pause[] }
}

/** The times that a horse was theirs, the latest first. */
export const guestTimes = async (tx: GuestTx, horseId: string): Promise<GuestTime[]> =>
  (
    await sql<GuestTime>`select t.client_id as "clientId", t.from_on as "fromOn", t.to_on as "toOn", t.files_from as "filesFrom", coalesce((
        select a.role from guest_access() a where a.client_id = t.client_id order by a.role desc limit 1), 'sharer') as role
      from guest_times(${horseId}::uuid) t order by to_on desc nulls first, client_id`.execute(tx)
  ).rows

/** What a guest is at a client of theirs; undefined: they are only shown a horse. */
export const guestRole = async (tx: GuestTx, clientId: string): Promise<Pick<Access, 'role' | 'seesMoney'> | undefined> =>
  (
    await sql<
      Pick<Access, 'role' | 'seesMoney'>
    >`select role, sees_money as "seesMoney" from guest_access() where client_id = ${clientId}::uuid
      order by role = 'holder' desc limit 1`.execute(tx)
  ).rows[0]
