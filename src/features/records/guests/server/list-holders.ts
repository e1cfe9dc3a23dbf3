import { sql } from 'kysely'
import { type Address, hashed } from '#features/records/guests/rules.ts'
import { AppError } from '#lib/errors.ts'
import type { DirectoryTx } from '#platform/server/database/db.ts'
import type { KeyedHash } from '#platform/server/keyed-hash.ts'

/** What distinguishes one key from another. */
export const checkOf = (hash: KeyedHash): Buffer => hash('address index')

/** A client who has an address, and when they were last sent a text. */
export type Holder = { practiceId: string; clientId: string; toldAt: Date | null }

/**
 * The clients of all practices who have an address, by the index, in one statement; copies of the demo are in none.
 * @throws busy while the index is incomplete: the holders are not known
 */
export async function listHolders(tx: DirectoryTx, hash: KeyedHash, address: Address): Promise<Holder[]> {
  const { rows } = await sql<{ isWhole: boolean } & { [K in keyof Holder]: Holder[K] | null }>`
    select exists (select from directory.address_index where key_check = ${checkOf(hash)} and made_at is not null) as "isWhole",
      c.practice_id as "practiceId", c.client_id as "clientId", c.told_at as "toldAt"
    from (values (1)) always left join directory.clients_of_address(${hash(hashed(address))}) c on true`.execute(tx)
  if (!rows[0]?.isWhole) throw new AppError('busy')
  return rows.flatMap(({ practiceId, clientId, toldAt }) => (practiceId && clientId ? [{ practiceId, clientId, toldAt }] : []))
}
