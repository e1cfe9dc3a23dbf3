import type { Address } from '#features/records/guests/rules.ts'
import type { Proven } from '#features/records/guests/server/proving.ts'
import { currentTime } from '#lib/clock.ts'
import { uuidOf, uuidv7 } from '#lib/ids.ts'
import type { DirectoryTx } from '#platform/server/database/db.ts'

/**
 * Whose address it is that was just proven: of the person who proved it before, of the member who signs in with it, else of a new person.
 * Proven to one practice alone, it belongs to a person of that practice alone, and is no proof.
 */
export async function personOf(tx: DirectoryTx, { address, addressHash, onlyPractice }: Proven): Promise<string> {
  if (onlyPractice) return addPerson(tx, personProvenTo(onlyPractice, addressHash))
  const known = (await findProof(tx, address)) ?? (await findMember(tx, address))
  return keepProof(tx, address, known ?? (await addPerson(tx, uuidv7())))
}

/** Who it is that has proven an address to one practice alone. */
export const personProvenTo = (practiceId: string, addressHash: Buffer): string => uuidOf('guest', practiceId, addressHash.toString('hex'))

/** The addresses that a person has proven, the first proven first. */
export const listProofs = (tx: DirectoryTx, personId: string) =>
  tx
    .selectFrom('directory.proofs')
    .select(['address', 'kind', 'proven_at as provenAt'])
    .where('person_id', '=', personId)
    .orderBy('proven_at')
    .orderBy('address')
    .execute()

/** The person who has proven an address. */
export const findProof = async (tx: DirectoryTx, { address }: Address): Promise<string | undefined> =>
  (await tx.selectFrom('directory.proofs').select('person_id').where('address', '=', address).executeTakeFirst())?.person_id

/** A member's e-mail that a link has proven is a proof of that person's. */
export const findMember = async (tx: DirectoryTx, { kind, address }: Address): Promise<string | undefined> =>
  kind === 'email'
    ? (
        await tx
          .selectFrom('directory.people')
          .select('id')
          .where('email', '=', address)
          .where('verified_at', 'is not', null)
          .executeTakeFirst()
      )?.id
    : undefined

/** Keeps that a person has proven an address; returns whose it is, which is another's where they were first. */
export async function keepProof(tx: DirectoryTx, { kind, address }: Address, personId: string): Promise<string> {
  const now = currentTime()
  const { person_id } = await tx
    .insertInto('directory.proofs')
    .values({ address, person_id: personId, kind, proven_at: now, used_at: now })
    .onConflict((taken) => taken.column('address').doUpdateSet({ used_at: now }))
    .returning('person_id')
    .executeTakeFirstOrThrow()
  return person_id
}

/** Takes an address from a person; they keep what they see. Returns when it was proven; undefined: they had not, or no other. */
export async function dropProof(tx: DirectoryTx, personId: string, address: string): Promise<Date | undefined> {
  const proofs = await tx.selectFrom('directory.proofs').select('address').where('person_id', '=', personId).forUpdate().execute()
  if (proofs.length < 2) return undefined
  const dropped = await tx
    .deleteFrom('directory.proofs')
    .where('person_id', '=', personId)
    .where('address', '=', address)
    .returning('proven_at')
    .executeTakeFirst()
  return dropped?.proven_at
}

async function addPerson(tx: DirectoryTx, id: string): Promise<string> {
  await tx
    .insertInto('directory.people')
    .values({ id, email: null })
    .onConflict((known) => known.column('id').doNothing())
    .execute()
  return id
}
