import { sql } from 'kysely'
import { type Address, hashed } from '#features/records/guests/rules.ts'
import { currentTime } from '#lib/clock.ts'
import type { DirectoryTx, Ending, PracticeTx } from '#platform/server/database/db.ts'
import type { KeyedHash } from '#platform/server/keyed-hash.ts'

type Invited = { inviteId: string; address: Address }

const invited = new WeakMap<object, Invited[]>()

/** Notes, for the end of the transaction, to which address an invitation went whose link was made in it. */
export function noteInvited(tx: PracticeTx, one: Invited): void {
  invited.set(tx, [...(invited.get(tx) ?? []), one])
}

/** Stores with each invitation's link the hash of its address: who has that address is sent a code, and finds the invitation. */
export const invitedIndexed =
  (hash: KeyedHash): Ending =>
  async (tx) => {
    for (const { inviteId, address } of invited.get(tx) ?? [])
      await sql`select set_invited_address(${inviteId}, ${hash(hashed(address))})`.execute(tx)
  }

/** The invitations that went to an address, the last first, one a practice; `isLive`: its link still opens something. */
export const listInvitedTo = async (tx: DirectoryTx, hash: Buffer) =>
  (
    await sql<{ practiceId: string; inviteId: string; isLive: boolean }>`
      select distinct on (l.practice_id) l.practice_id as "practiceId", l.subject_id as "inviteId",
        l.revoked_at is null and l.dies_at > ${currentTime()} as "isLive"
      from directory.links l where l.address_hash = ${hash} order by l.practice_id, 3 desc, l.dies_at desc`.execute(tx)
  ).rows
