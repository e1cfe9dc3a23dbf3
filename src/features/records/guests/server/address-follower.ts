import { type Address, emailOf, hashed } from '#features/records/guests/rules.ts'
import { type Ending, type PracticeTx, type Prepared, readIn } from '#platform/server/database/db.ts'
import { following } from '#platform/server/database/followers.ts'
import type { KeyedHash } from '#platform/server/keyed-hash.ts'
import { isDemoTime } from '#platform/server/practice-time.ts'

type Contact = { id: string; email: string | null; phone_e164: string | null; deleted_at: Date | null }

/** Keeps the index of who has an address: an owner who proves one is found by it, and a text that comes in. Copies of the demo are in no index. */
export const addressFollower = (hash: KeyedHash): Ending =>
  following({
    tables: ['clients'],
    follow: async (tx, { practiceId }, written) => {
      const clients = written.map(({ before, after }) => ({ before: before as Contact | undefined, after: after as unknown as Contact }))
      const changed = clients.filter(({ before, after }) => !before || FIELDS.some((field) => before[field] !== after[field]))
      if (changed.length > 0 && !isDemoTime(practiceId))
        await indexClients(
          tx,
          hash,
          changed.map(({ after }) => after),
        )
    },
  })

const FIELDS = ['email', 'phone_e164', 'deleted_at'] as const

const SET: Prepared = { name: 'set_addresses', text: 'select set_addresses($1, $2, $3)' }

/** Makes the index match these clients' records. */
export async function indexClients(tx: PracticeTx, hash: KeyedHash, clients: readonly Contact[]): Promise<void> {
  const lines = clients.flatMap((client) =>
    (client.deleted_at ? [] : addressesOf(client)).map((address) => ({ owner: client.id, hash: hash(hashed(address)) })),
  )
  const ids = clients.map(({ id }) => id)
  const [hashes, owners] = [lines.map((line) => line.hash), lines.map((line) => line.owner)]
  await readIn(tx)(SET, [ids, hashes, owners])
}

/** The addresses that a client's record has. */
export function addressesOf({ email, phone_e164: phone }: Pick<Contact, 'email' | 'phone_e164'>): Address[] {
  const address = email && emailOf(email)
  return [...(address ? [{ kind: 'email' as const, address }] : []), ...(phone ? [{ kind: 'phone' as const, address: phone }] : [])]
}
