import { sql } from 'kysely'
import { type Address, hashed } from '#features/records/guests/rules.ts'
import { addressesOf } from '#features/records/guests/server/address-follower.ts'
import type { DirectoryTx, PracticeTx } from '#platform/server/database/db.ts'
import type { KeyedHash } from '#platform/server/keyed-hash.ts'

/** Who may see a client in the portal, or could once, and the addresses the client is known by. */
export async function guestsOf(tx: PracticeTx, clientId: string): Promise<{ people: string[]; addresses: Address[] }> {
  const access = await tx.selectFrom('client_access').select('person_id').distinct().where('client_id', '=', clientId).execute()
  const client = await tx.selectFrom('clients').select(['email', 'phone_e164']).where('id', '=', clientId).executeTakeFirst()
  return { people: access.map(({ person_id }) => person_id), addresses: client ? addressesOf(client) : [] }
}

/** Takes clients out of the index of addresses: erased rows are gone before a follower sees them. */
export async function forgetAddresses(tx: PracticeTx, clientIds: readonly string[]): Promise<void> {
  await sql`select set_addresses(${[...clientIds]}::uuid[], '{}', '{}')`.execute(tx)
}

/**
 * Deletes people known as guests in one practice alone, with what they proved and their sessions: those who have a way to no other practice, and work
 * in none. Codes that were asked for with these addresses, or with theirs, go too.
 */
export async function forgetGuests(
  tx: DirectoryTx,
  hash: KeyedHash,
  { practiceId, people, addresses }: { practiceId: string; people: readonly string[]; addresses: readonly Address[] },
): Promise<void> {
  const ids = sql`any(${[...people]}::uuid[])`
  const { rows: alone } = await sql<{ id: string }>`
    select p.id from directory.people p where p.id = ${ids}
      and not exists (select from directory.memberships m where m.person_id = p.id)
      and not exists (select from directory.ways w where w.person_id = p.id and w.practice_id <> ${practiceId})`.execute(tx)
  const gone = alone.map(({ id }) => id)
  const proven =
    gone.length > 0 ? await tx.selectFrom('directory.proofs').select(['kind', 'address']).where('person_id', 'in', gone).execute() : []
  const hashes = [...addresses, ...proven].map((address) => hash(hashed(address)))
  if (hashes.length > 0) await tx.deleteFrom('directory.asks').where('address_hash', 'in', hashes).execute()
  if (gone.length > 0) await tx.deleteFrom('directory.people').where('id', 'in', gone).execute()
}
