import type { DirectoryTx } from '#platform/server/database/db.ts'

/** The e-mail that a person proved and used last, or works under. */
export async function findEmail(tx: DirectoryTx, personId: string): Promise<string | undefined> {
  const proof = await tx
    .selectFrom('directory.proofs')
    .select('address')
    .where('person_id', '=', personId)
    .where('kind', '=', 'email')
    .orderBy('used_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (proof) return proof.address
  const own = await tx
    .selectFrom('directory.people')
    .select('email')
    .where('id', '=', personId)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  return own?.email ?? undefined
}
