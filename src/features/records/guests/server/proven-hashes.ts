import type { Address } from '#features/records/guests/rules.ts'
import { hashed } from '#features/records/guests/rules.ts'
import type { Prepared } from '#platform/server/database/db.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

const PROOFS: Prepared = { name: 'guest_proofs', text: 'select kind, address from directory.proofs where person_id = $1' }
const ONLY_HASH: Prepared = { name: 'guest_only_hash', text: 'select only_hash from directory.sessions where id = $1' }

type Proving = Pick<GuestSession, 'personId' | 'onlyPractice' | 'sessionId'>

/** The hashes of the addresses that a guest has proven; to one practice alone, of the one by which they signed in there. */
export async function provenHashes({ db, setup }: App, { personId, onlyPractice, sessionId }: Proving): Promise<Buffer[]> {
  if (!onlyPractice) {
    const proofs = await db.readDirectory<Address>(PROOFS, [personId])
    return proofs.map((proof) => setup.keyedHash(hashed(proof)))
  }
  const own = await db.readDirectory<{ only_hash: Buffer | null }>(ONLY_HASH, [sessionId])
  return own.flatMap(({ only_hash }) => only_hash ?? [])
}
